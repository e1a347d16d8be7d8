"""`tablekeeper serve` as a process of its own, that can be told to stop, and killed."""

import os
import re
import signal
from pathlib import Path

from app.cli import main
from tests.forking import Forked
from tests.lines import ENVIRONMENT
from tests.store.waiting import until

END_WITHIN_S = 20.0
_SERVES = re.compile(r"serves (\d+) tables at (https?://\S+)")
_TOKEN = re.compile(r"^    (\S+)$", re.MULTILINE)


class Serving:
    """The server of one data folder."""

    def __init__(self, data: Path, *options: str) -> None:
        self._data, self._options = data, options
        self._place = data.parent
        self._process: Forked | None = None
        self._starts = 0

    def start(self, *, wait: bool = True) -> None:
        """A new process; people can connect when this returns."""
        self._starts += 1
        arguments = ["serve", "--port", "0", "--log-json", *self._options]
        environment = {**os.environ, **ENVIRONMENT, "TABLEKEEPER_DATA": str(self._data)}
        said, log = self._file("said"), self._file("log")
        said.touch()
        log.touch()
        self._process = Forked(main, arguments, environment, out=said, errors=log)
        if wait:
            until(lambda: self.ended or _SERVES.search(self.said()) is not None)
            assert not self.ended, self.log()

    def _file(self, kind: str) -> Path:
        return self._place / f"serve-{self._starts}.{kind}"

    @property
    def url(self) -> str:
        """Where it serves."""
        found = _SERVES.search(self.said())
        assert found is not None, self.log()
        return found[2]

    @property
    def tables(self) -> int:
        """How many tables it said it serves."""
        found = _SERVES.search(self.said())
        assert found is not None, self.log()
        return int(found[1])

    @property
    def setup_token(self) -> str | None:
        """The token that it printed."""
        found = _TOKEN.search(self.said())
        return found[1] if found is not None else None

    def said(self) -> str:
        """What it has printed since its start."""
        return self._file("said").read_text()

    def log(self) -> str:
        """Its log since its start."""
        return self._file("log").read_text()

    def everything_said(self) -> str:
        """The logs of all starts."""
        return "".join([path.read_text() for path in sorted(self._place.glob("serve-*.log"))])

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._running.send_signal(number)

    def kill(self) -> None:
        """kill -9; it is gone when this returns."""
        self._running.kill()
        self._running.wait(END_WITHIN_S)

    def ends(self) -> int:
        """Its exit code, when it has ended."""
        return self._running.wait(END_WITHIN_S)

    @property
    def ended(self) -> bool:
        """Whether it has."""
        return self._process is None or self._process.poll() is not None

    def close(self) -> None:
        """Stop it, if it still runs."""
        if not self.ended:
            self.signal(signal.SIGTERM)
            assert self.ends() == 0, self.log()

    @property
    def _running(self) -> Forked:
        assert self._process is not None, "not started"
        return self._process
