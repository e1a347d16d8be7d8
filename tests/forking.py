"""Programs of ours as processes without the second and more that each needs for its imports: every process is forked
from one that has imported them all. Tests of how a program starts start it as a person does."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path

Program = Callable[[list[str]], int | None]


class Forked:
    """A running program; the part of subprocess.Popen that tests use. What it prints can be read from `printed`, or
    goes to the file `out`; its errors go to the file `errors`, or where those of the tests go."""

    def __init__(
        self,
        program: Program,
        arguments: Sequence[str],
        environment: Mapping[str, str] | None = None,
        *,
        out: Path | None = None,
        errors: Path | None = None,
    ) -> None:
        read, write = _context().Pipe(duplex=False)
        given = dict(os.environ if environment is None else environment)
        with read, write:
            self._process = _context().Process(target=_run, args=(program, list(arguments), given, write, out, errors))
            self._process.start()
            self.printed = os.fdopen(os.dup(read.fileno()), encoding="utf-8")

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """The exit code, if it has ended; of a signal its number below zero."""
        return self._process.exitcode

    def wait(self, within_s: float) -> int:
        """The exit code, when it has ended."""
        self._process.join(within_s)
        if (code := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired(str(self.pid), within_s)
        self.printed.close()
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.forked_from"])
    return context


def _run(
    program: Program,
    arguments: list[str],
    environment: dict[str, str],
    printing: Connection,
    out: Path | None,
    errors: Path | None,
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if out is not None:
        _redirect(1, out)
    else:
        os.dup2(printing.fileno(), 1)
    printing.close()
    if errors is not None:
        _redirect(2, errors)
    sys.exit(program(arguments))


def _redirect(number: int, file: Path) -> None:
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    os.dup2(opened, number)
    os.close(opened)
