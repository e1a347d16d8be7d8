"""Starts simulators from a process that has imported them once: `python -m device_simulators` without the third of a
second that Python needs for the imports. tests/simulators starts them as a person does."""

import os
import sys
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext

from device_simulators.__main__ import main

END_S = 20.0


class Started:
    """A process with the simulators of this command line; `printed` is what it prints."""

    def __init__(self, *arguments: str) -> None:
        context = _with_imports()
        read, write = context.Pipe(duplex=False)
        with read, write:
            self._process = context.Process(target=_simulate, args=(arguments, write))
            self._process.start()
            self.printed = os.fdopen(os.dup(read.fileno()), encoding="utf-8")

    def end(self) -> None:
        """End it by its own id."""
        self._process.terminate()
        self._process.join(END_S)
        assert self._process.exitcode == 0, f"{self._process.pid} ended with {self._process.exitcode}"
        self._process.close()
        self.printed.close()


@cache
def _with_imports() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["device_simulators.__main__"])
    return context


def _simulate(arguments: tuple[str, ...], printing: Connection) -> None:
    sys.argv = ["device_simulators", *arguments]
    sys.stdout = os.fdopen(os.dup(printing.fileno()), "w", encoding="utf-8")
    printing.close()
    sys.exit(main())
