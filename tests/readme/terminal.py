"""A terminal at which commands are typed one after the other, as a person does: what one exports, the next one has, and
where one has gone, the next one is."""

import os
import pty
import re
import select
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

STARTS_WITHIN_S, STOPS_WITHIN_S, ENDS_WITHIN_S = 900.0, 60.0, 1800.0
_SAYS_ENVIRONMENT = '\n__status=$?\nenv --null > "$TYPED_ENVIRONMENT"\nexit $__status'


class Ended(NamedTuple):
    """How a command ended: its exit status (128 and the signal's number, if that ended it), and what it said."""

    status: int
    said: str
    took_s: float


class Typed:
    """A command that was typed, in a terminal of its own."""

    def __init__(self, line: str, place: Path, environment: Mapping[str, str]) -> None:
        self.line, self._began_s, self._said = line, time.monotonic(), b""
        self._place = place
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.chdir(place)
            os.execve("/bin/bash", ["bash", "-c", line + _SAYS_ENVIRONMENT], dict(environment))  # noqa: S606

    @property
    def said(self) -> str:
        """What it has said so far."""
        return self._said.decode(errors="replace").replace("\r\n", "\n")

    def until(self, words: str) -> float:
        """Wait until it has said this; after how many seconds it did."""
        while not re.search(words, self.said):
            assert self._hear(STARTS_WITHIN_S), f"{self.line} ended without saying {words!r}:\n{self.said}"
        return time.monotonic() - self._began_s

    def answer(self, prompts: Mapping[str, str]) -> Ended:
        """Answer what it asks for, each once, until it ends."""
        left = dict(prompts)
        while self._hear(ENDS_WITHIN_S):
            for prompt in [each for each in left if each in self.said]:
                os.write(self._terminal, left.pop(prompt).encode() + b"\n")
        return self._ended()

    def interrupt(self) -> Ended:
        """Ctrl-C, and wait until it has ended."""
        os.killpg(self.pid, signal.SIGINT)
        while self._hear(STOPS_WITHIN_S):
            pass
        return self._ended()

    def _hear(self, within_s: float) -> bool:
        """Whether it said something; not: it has ended."""
        left_s = self._began_s + ENDS_WITHIN_S - time.monotonic()
        ready, _, _ = select.select([self._terminal], [], [], min(within_s, left_s))
        assert ready, f"{self.line} was silent for too long:\n{self.said}"
        try:
            heard = os.read(self._terminal, 65_536)
        except OSError:  # Linux says so of a terminal that nobody has open any more
            return False
        self._said += heard
        return bool(heard)

    def _ended(self) -> Ended:
        _, status = os.waitpid(self.pid, 0)
        os.close(self._terminal)
        code = os.waitstatus_to_exitcode(status)
        return Ended(code if code >= 0 else 128 - code, self.said, time.monotonic() - self._began_s)


class Shell:
    """Where commands are typed: the folder in which one is now, and what was exported."""

    def __init__(self, place: Path, environment: Mapping[str, str], scratch: Path) -> None:
        self.place, self._exported = place, scratch / "exported"
        self.environment = {**environment, "TYPED_ENVIRONMENT": str(self._exported)}

    def type(self, line: str) -> Typed:
        """Begin a command."""
        return Typed(line, self.place, self.environment)

    def run(self, line: str, prompts: Mapping[str, str]) -> Ended:
        """Do a command to its end; the next one has what it exported, and is where it went."""
        ended = self.type(line).answer(prompts)
        if self._exported.exists():
            told = self._exported.read_bytes().split(b"\0")
            self.environment = dict(os.fsdecode(each).split("=", 1) for each in told if each)
            self._exported.unlink()
            self.place = Path(self.environment["PWD"])
        return ended
