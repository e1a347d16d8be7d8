"""`tablekeeper serve` that tells which functions of the program its main thread called between two signals.

`python -m tests.bench.sides.traced_serve FILE ARGUMENT...`: from SIGUSR1 on calls are counted, which FILE then says in
JSON (`null`); at SIGUSR2 FILE has the counts by module and function.
"""

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from app.cli import main

# Python 3.11 calls each as a function; later versions do not.
COMPREHENSIONS = ("comp>", "<genexpr>")
APP = str(Path(sys.modules["app"].__path__[0])) + os.sep


class Calls:
    """Counts calls of the program's own functions."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._counts = Counter[tuple[str, str]]()

    def begin(self, _signal: int, _frame: FrameType | None) -> None:
        """From now on."""
        self._counts.clear()
        self._write(None)
        sys.setprofile(self._seen)

    def end(self, _signal: int, _frame: FrameType | None) -> None:
        """Until now."""
        sys.setprofile(None)
        self._write([[*function, often] for function, often in self._counts.items()])

    def _seen(self, frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(APP) and not code.co_name.endswith(COMPREHENSIONS):
            self._counts[code.co_filename.removeprefix(APP), code.co_qualname] += 1

    def _write(self, said: object) -> None:
        written = self._file.with_suffix(".new")
        written.write_text(json.dumps(said))
        written.replace(self._file)


if __name__ == "__main__":
    calls = Calls(Path(sys.argv[1]))
    signal.signal(signal.SIGUSR1, calls.begin)
    signal.signal(signal.SIGUSR2, calls.end)
    sys.argv = ["tablekeeper", *sys.argv[2:]]
    sys.exit(main())
