"""`python -m tests.deploy.server_lock > requirements-server.lock`: of requirements.lock what a server needs, not what
its tests need. Run it after requirements.lock was made anew."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = Path(__file__).parents[2] / "requirements.lock"


def server_lock() -> str:
    """The text of the file."""
    pinned = dict(_pinned(LOCK.read_text("utf-8")))
    wanted: set[tuple[str, str]] = set()
    _add("tablekeeper", "", wanted)
    names = {name for name, _ in wanted} - {"tablekeeper"}
    assert names <= pinned.keys(), f"not in requirements.lock: {names - pinned.keys()}"
    return "".join([text for name, text in pinned.items() if name in names])


def _pinned(text: str) -> Iterator[tuple[str, str]]:
    """Each package with its lines, hashes and all."""
    for part in re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE):
        if "==" in part:
            yield canonicalize_name(part.partition("==")[0]), part


def _add(name: str, extra: str, wanted: set[tuple[str, str]]) -> None:
    """The package with this extra, and what it needs here, and that again."""
    if (name, extra) in wanted:
        return
    wanted.add((name, extra))
    for needed in [Requirement(line) for line in requires(name) or []]:
        if needed.marker is None or needed.marker.evaluate({"extra": extra}):
            for each in ("", *needed.extras):
                _add(canonicalize_name(needed.name), each, wanted)


if __name__ == "__main__":
    sys.stdout.write(server_lock())
