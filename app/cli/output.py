"""What the command line prints: results to standard output, all else to standard error, every line as it is shown.

A name in an old record could hold what a terminal obeys, or what it cannot write.
"""

import sys
from typing import TextIO

from app.printable import shown


def put(line: str = "", *, at_once: bool = False) -> None:
    """One line of the result."""
    print(_written(line, sys.stdout), flush=at_once)


def put_lines(text: str, *, at_once: bool = False) -> None:
    """A result of several lines, which the program itself has put together."""
    for line in text.split("\n"):
        put(line, at_once=at_once)


def say(text: str) -> None:
    """Tell the person at the terminal; results go to standard output, this does not."""
    for line in text.split("\n"):
        print(_written(line, sys.stderr), file=sys.stderr)


def _written(line: str, into: TextIO) -> str:
    """The line as this terminal or file can write it; a letter that it does not have ends no command."""
    encoding = into.encoding or "ascii"
    return shown(line).encode(encoding, "backslashreplace").decode(encoding)
