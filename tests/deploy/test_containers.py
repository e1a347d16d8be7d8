"""What stands in the files for containers and services is there, and fits what it is about. That they run was tried
by hand, as far as a machine without an engine can; docs/docker.md says how far."""

import argparse
import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from fnmatch import fnmatch
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from app.cli import command_line
from device_simulators.demo.arguments import new_parser
from tests.deploy.server_lock import server_lock

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
STOPS_WITHIN_S = 10
PINNED = re.compile(r"(\w+/)?\w+:v?\d+\.\d+(\.\d+)?(-[\w-]+)?")
BY_DEFAULT = r"\1"
_DEFAULT = re.compile(r"\$\{\w+:-([^}]*)\}")


def instructions(name: str) -> list[list[str]]:
    """Those of the Dockerfile with this name, as words."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text("utf-8"))
    return [shlex.split(line)[1:] for line in text.splitlines() if line.split(" ")[0] == name]


def known_settings() -> set[str]:
    return set(re.findall(r"\"(TABLEKEEPER_\w+)\"", (ROOT / "app" / "settings.py").read_text("utf-8")))


def parsed(words: list[str]) -> argparse.Namespace:
    """What the command line makes of these words, with what a house leaves as it is."""
    return command_line().parse_args([_DEFAULT.sub(r"\1", word) for word in words])


def test_the_server_has_the_packages_that_are_tested() -> None:
    assert (ROOT / "requirements-server.lock").read_text("utf-8") == server_lock(), "see tests/deploy/server_lock.py"


def test_what_the_dockerfile_copies_is_there_and_is_sent_to_it() -> None:
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [word for words in instructions("COPY") if words[0][:2] != "--" for word in words[:-1]]
    assert copied
    for path in copied:
        assert (ROOT / path).exists(), path
        assert any(fnmatch(path, pattern) or path.startswith(f"{pattern}/") for pattern in sent), path
    assert set(sent) == set(copied)


def test_images_are_exact_and_name_no_host() -> None:
    bases = [words[0] for words in instructions("FROM")]
    assert set(bases) == {"${PYTHON_IMAGE}"}
    ((base,),) = instructions("ARG")
    given = SERVICES["server"]["build"]["args"]["PYTHON_IMAGE"]
    assert base == f"PYTHON_IMAGE={_DEFAULT.sub(BY_DEFAULT, given)}"
    for image in [given, *[service["image"] for service in SERVICES.values()]]:
        assert PINNED.fullmatch(_DEFAULT.sub(BY_DEFAULT, image)), image


def test_a_house_can_name_each_image_that_is_not_its_own_by_its_digest() -> None:
    variables = set(re.findall(r"\$\{(TABLEKEEPER_\w+_IMAGE):-", (ROOT / "docker-compose.yml").read_text("utf-8")))
    assert variables == {f"TABLEKEEPER_{name}_IMAGE" for name in ("POSTGRES", "PROMETHEUS", "PYTHON")}
    page = (ROOT / "docs" / "docker.md").read_text("utf-8")
    assert {name for name in variables if f"`{name}`" not in page} == set()


def test_no_container_has_more_rights_than_it_needs() -> None:
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    needed = {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}
    assert set(SERVICES["database"]["cap_add"]) == needed
    assert not [name for name, service in SERVICES.items() if name != "database" and service.get("cap_add")]


def test_the_image_is_run_by_a_user_who_is_not_root() -> None:
    ((user,),) = instructions("USER")
    (made,) = [words for words in instructions("RUN") if "useradd" in words]
    assert user == "{0}:{0}".format(made[made.index("--uid") + 1])
    (command,) = instructions("CMD")
    parsed([word.strip("[],") for word in command])


def test_whatever_is_mounted_is_there() -> None:
    mounts = [text.split(":") for service in SERVICES.values() for text in service.get("volumes", [])]
    for source, _target, *_mode in mounts:
        if source.startswith("."):
            assert (ROOT / source).exists(), source
        else:
            assert source in COMPOSE["volumes"], source


def test_what_compose_asks_the_command_line_is_understood() -> None:
    serve = parsed(SERVICES["server"]["command"])
    (network,) = serve.metrics_from
    (subnet,) = COMPOSE["networks"]["figures"]["ipam"]["config"]
    assert network == ip_network(subnet["subnet"])
    assert COMPOSE["networks"]["figures"]["internal"] is True
    assert COMPOSE["networks"]["record"]["internal"] is True
    assert (serve.host, serve.port) == ("0.0.0.0", 8765)  # noqa: S104
    parsed(SERVICES["upgrade"]["command"])
    simulators = SERVICES["simulators"]
    assert simulators["entrypoint"][-1] == "device_simulators.demo"
    demo = new_parser().parse_args([_DEFAULT.sub(r"\1", word) for word in simulators["command"]])
    assert (demo.server, demo.devices_reached_at) == (f"http://server:{serve.port}", "simulators")
    for name in ("server", "upgrade"):
        assert {each for each in SERVICES[name]["environment"] if each.startswith("TABLE")} <= known_settings()


def test_the_server_is_given_time_to_stop() -> None:
    assert int(SERVICES["server"]["stop_grace_period"].removesuffix("s")) > STOPS_WITHIN_S
    assert SERVICES["server"]["init"] is True  # somebody passes signals on from the first moment
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "tablekeeper.service", "utf-8")
    service = unit["Service"]
    assert int(service["TimeoutStopSec"]) > STOPS_WITHIN_S
    _program, *words = service["ExecStart"].replace(" $OPTIONS", "").split()
    parsed(words)
    text = (DEPLOY / "tablekeeper.service").read_text("utf-8")
    assert set(re.findall(r"^Environment=(TABLEKEEPER_\w+)", text, re.MULTILINE)) <= known_settings()


def test_no_password_stands_anywhere_and_each_is_made_by_chance(tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir(mode=0o755)  # a container engine makes it, where it is named and not there
    script = shutil.copy(DEPLOY / "make-secrets.sh", tmp_path)
    subprocess.run(["/bin/sh", script], check=True, capture_output=True)
    made = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert {f"./deploy/secrets/{name}" for name in made} == {each["file"] for each in COMPOSE["secrets"].values()}
    assert len(set(made.values())) == len(made) == 3
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "secrets").iterdir()} == {0o644}
    subprocess.run(["/bin/sh", script], check=True, capture_output=True)
    assert {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()} == made
    given = [item for service in SERVICES.values() for item in service.get("environment", {}).items()]
    assert [name for name, value in given if "PASSWORD" in name and not value.startswith("/run/secrets/")] == []


def test_every_alert_is_about_a_figure_that_there_is() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8").partition("## Figures")[2]
    figures = {name for row in page.splitlines() if row[:1] == "|" for name in re.findall(r"`(\w+)", row.split("|")[1])}
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))["groups"][0]["rules"]
    used = {name for rule in rules for name in re.findall(r"tablekeeper_([a-z_]+)", rule["expr"])}
    assert {name.removesuffix("_bucket") for name in used} <= figures
    for rule in rules:
        assert rule["annotations"].keys() == {"summary", "what_to_do"}, rule["alert"]
        assert rule["labels"]["severity"] in {"page", "ticket"}, rule["alert"]
