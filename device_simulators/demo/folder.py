"""The folder of the demo: what it keeps, and that one demo at a time uses it."""

import fcntl
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from device_simulators.bot.terminal.people import Person
from device_simulators.demo.trouble import Trouble

FOLDER = ".demo"
# As root PostgreSQL runs as another user, who has to be able to come in here.
OPEN_PLACE = Path("/var/lib/tablekeeper-demo")
PIN_DIGITS = 12


def usual_folder() -> Path:
    """`.demo` here; for root, where others cannot enter this folder, a place that they can."""
    here = Path.cwd()
    closed = os.geteuid() == 0 and any([not folder.stat().st_mode & 0o001 for folder in (here, *here.parents)])
    return OPEN_PLACE if closed else here / FOLDER


class Folder:
    """What the demo keeps: the server's data, the devices' memories, its log, who works here."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))  # without .., which a device's address may not have
        self._kept: dict[str, dict[str, str]] = {}

    @property
    def data(self) -> Path:
        """The server's data folder."""
        return self.path / "data"

    @property
    def log(self) -> Path:
        """What the server logs."""
        return self.path / "server.log"

    @property
    def server_lock(self) -> Path:
        """Held by the server for as long as it lives."""
        return self.path / "server.lock"

    def of_table(self, number: str) -> Path:
        """Where the devices of a table have their lines and memories."""
        folder = self.path / "devices" / f"t{number}"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Have the folder for this demo alone; raises Trouble."""
        with ExitStack() as held:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                self.path.chmod(0o711)  # the server's PostgreSQL passes through it
                lock = held.enter_context((self.path / "demo.lock").open("a"))
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._kept = self._read()
            except BlockingIOError:
                message = f"A demo is running on {self.path} already: end it there, or give --data another folder."
                raise Trouble(message) from None
            except (OSError, ValueError) as error:
                why = error.strerror if isinstance(error, OSError) else error
                raise Trouble(f"The folder {self.path} cannot be used: {why}.") from error
            yield

    # --- who works here, and the signs

    def person(self, name: str) -> Person:
        """Somebody of the demo's own, whose PIN is drawn once and kept."""
        return Person(name, self._kept_once("pins", name, new_pin))

    def sign(self, table: str) -> str | None:
        """The token of the table's sign, if there is one."""
        return self._kept.get("signs", {}).get(table)

    def keep_sign(self, table: str, token: str) -> None:
        """Keep the sign's token, which the server does not tell again."""
        self._kept.setdefault("signs", {})[table] = token
        self._write()

    def _kept_once(self, kind: str, name: str, make: Any) -> str:
        kept = self._kept.setdefault(kind, {})
        if name not in kept:
            kept[name] = make()
            self._write()  # before anybody is told of it
        return kept[name]

    @property
    def _file(self) -> Path:
        return self.path / "kept.json"

    def _read(self) -> dict[str, dict[str, str]]:
        if not self._file.exists():
            return {}
        kept: dict[str, dict[str, str]] = json.loads(self._file.read_text())
        return kept

    def _write(self) -> None:
        beside = self._file.with_suffix(".new")
        beside.touch(mode=0o600)
        beside.write_text(json.dumps(self._kept, indent=1))
        beside.replace(self._file)


def new_pin() -> str:
    """Digits by chance, more than anybody guesses."""
    return "".join([secrets.choice("0123456789") for _ in range(PIN_DIGITS)])
