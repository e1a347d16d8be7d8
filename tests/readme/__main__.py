"""`python -m tests.readme`: every command of README.md, as it is written and in its order, in a fresh clone; then those
of CONTRIBUTING.md, from the clone on. `python -m tests.readme CONTRIBUTING.md` runs one page alone.

What goes on until somebody ends it is started, waited for, and ended by Ctrl-C where its part of the page ends. A
PostgreSQL of somebody's own is there, and psql; a Docker engine may be missing, and is said to be. `make test` is left
out unless --all is given. Port 8765 has to be free. Prints each command's exit status and time.
"""

import argparse
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from app.store.embedded import binary
from tests.deploy.own_postgres import ADMIN, OwnPostgres, own_postgres
from tests.readme.commands import CONTRIBUTING, README, ROOT, Command, Content, steps
from tests.readme.contributor import as_contributor
from tests.readme.terminal import Ended, Shell, Typed


class Lasting(NamedTuple):
    """A command that never ends by itself: what it says when ready, how it ends after Ctrl-C, and its last words."""

    ready: str
    statuses: set[int]
    at_last: str = ""


LASTING = {
    # make itself says 2, or dies of the signal.
    r"^make demo\b": Lasting(r"table 3: \w+ deals", {0, 2, 130}, "stopped; the next start goes on where this one was"),
    r"\btablekeeper serve\b": Lasting(r"serves \d+ tables at", {0}),
    r"^python -m device_simulators shoe\b": Lasting('"ready": true', {0}),
    r"^tablekeeper devices watch\b": Lasting(r"\bcard\b", {130}),
}
PORT = 8765
PAGES = {page.name: page for page in (README, CONTRIBUTING)}


def main() -> int:
    """0 when every command did what it should."""
    parser = argparse.ArgumentParser("tests.readme", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help=f"of {' and '.join(PAGES)}; without: all of them")
    parser.add_argument("--all", action="store_true", help="make test too")
    given = parser.parse_args()
    if unknown := set(given.pages) - set(PAGES):
        parser.error(f"no such page: {', '.join(sorted(unknown))}")
    return max([_run(PAGES[name], everything=given.all) for name in given.pages or PAGES])


def _run(page: Path, *, everything: bool) -> int:
    with ExitStack() as ends:
        place = Path(tempfile.mkdtemp(prefix="readme-", dir="/tmp"))
        place.chmod(0o755)
        ends.callback(shutil.rmtree, place, ignore_errors=True)
        surroundings = _surroundings(place)
        if page == README:
            begins = place / "clone"
            quiet = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet"]
            subprocess.run([*quiet, ROOT, begins], check=True)
            surroundings |= _way_in(ends.enter_context(own_postgres()))
        else:
            begins = place
            surroundings |= as_contributor(ROOT)
        run = Run(Shell(begins, surroundings, place), everything=everything)
        ends.callback(run.end_all)
        return run.through(page.read_text("utf-8"))


def _surroundings(place: Path) -> dict[str, str]:
    """Those of a machine on which Tablekeeper never was."""
    tools = place / "tools"
    tools.mkdir()
    if shutil.which("psql") is None:
        (tools / "psql").symlink_to(binary("psql"))
    folders = [each for each in os.environ["PATH"].split(os.pathsep) if ".venv" not in each]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TABLEKEEPER_", "VIRTUAL_ENV"))}
    return {**kept, "PATH": os.pathsep.join([*folders, str(tools)])}


def _way_in(postgres: OwnPostgres) -> dict[str, str]:
    """An administrator's way into PostgreSQL."""
    password = postgres.password_file(ADMIN).read_text().strip()
    return {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "PGUSER": ADMIN, "PGPASSWORD": password}


class Run:
    """One way through the page."""

    def __init__(self, shell: Shell, *, everything: bool) -> None:
        self._shell, self._everything = shell, everything
        self._lasting: list[tuple[Typed, Lasting]] = []
        self._heading = ""
        self._bad = self._done = 0
        pin = "".join(secrets.choice("0246813579") for _ in range(10))
        self._prompts = {"PIN for ada": pin, "the same again": pin}

    def through(self, page: str) -> int:
        """Do all of it."""
        for step in steps(page):
            if step.heading != self._heading:
                self.end_all()
                self._heading = step.heading
                print(f"\n## {step.heading}", flush=True)
            if isinstance(step, Content):
                (self._shell.place / step.name).write_text(step.text, "utf-8")
            elif why := self._left_out(step):
                print(f"   -  not run: {why:<24}{_short(step.line)}", flush=True)
            else:
                self._do(step)
        self.end_all()
        print(f"\n{self._done} commands, of which {self._bad} did not do what they should", flush=True)
        return 1 if self._bad or not self._done else 0

    def _left_out(self, step: Command) -> str:
        if step.line.startswith("make test") and not self._everything:
            return "see --all"
        if step.line.startswith("docker ") and not _has_engine():
            return "no Docker engine here"
        return ""

    def _do(self, step: Command) -> None:
        for pattern, lasting in LASTING.items():
            if re.search(pattern, step.line):
                return self._start(step.line, lasting)
        ended = self._shell.run(step.line, self._prompts)
        self._tell(step.line, ended, ended.status == 0)
        return None

    def _start(self, line: str, lasting: Lasting) -> None:
        if line.startswith(("make demo", "tablekeeper serve")):
            _require_free(PORT)
        typed = self._shell.type(line)
        self._lasting.append((typed, lasting))
        if "devices watch" in line:
            self._press()
        print(f" ready {typed.until(lasting.ready):8.1f} s  {_short(line)}", flush=True)

    def _press(self) -> None:
        """A card out of the simulated shoe that was started before, for the one who watches it."""
        said = [json.loads(line) for line in self._lasting[0][0].said.splitlines() if line.startswith("{")]
        (side_channel,) = [each["side_channel"] for each in said if "device" in each]
        state = {"line": {"connected": False}}
        while not state["line"]["connected"]:
            state = json.load(urllib.request.urlopen(f"{side_channel}/state", timeout=10))
        asked = urllib.request.Request(f"{side_channel}/press", b"{}", {"Content-Type": "application/json"})
        urllib.request.urlopen(asked, timeout=10).close()

    def end_all(self) -> None:
        """Ctrl-C to whatever lasts, the newest first."""
        while self._lasting:
            typed, lasting = self._lasting.pop()
            ended = typed.interrupt()
            self._tell(
                f"Ctrl-C: {typed.line}", ended, ended.status in lasting.statuses and lasting.at_last in ended.said
            )

    def _tell(self, line: str, ended: Ended, well: bool) -> None:
        print(f"{ended.status:>4} {ended.took_s:9.1f} s  {_short(line)}", flush=True)
        self._done += 1
        if not well:
            self._bad += 1
            print(ended.said[-3000:], flush=True)


def _short(line: str) -> str:
    """Without what is said to the reader."""
    return re.sub(r"\s+#\s.*", "", line)


def _has_engine() -> bool:
    asked = ["/bin/sh", "-c", "docker compose version && docker info"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def _require_free(port: int) -> None:
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            sys.exit(f"port {port} of this machine is in use, and the page's commands need it")


if __name__ == "__main__":
    sys.exit(main())
