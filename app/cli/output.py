"""What the command line prints: results to standard output, all else to standard error, every line as it is shown.

A name in an old record could hold what a terminal obeys, or what it cannot write.
"""

import sys
from typing import TextIO

from app.printable import shown


def put(line: str = "", *, at_once: bool = False) -> None:
    """One line of the result."""
    _print([line], sys.stdout, at_once=at_once)


def put_lines(text: str, *, at_once: bool = False) -> None:
    """A result of several lines, which the program itself has put together: whoever reads it has all of it at once."""
    _print(text.split("\n"), sys.stdout, at_once=at_once)


def say(text: str) -> None:
    """Tell the person at the terminal; results go to standard output, this does not."""
    _print(text.split("\n"), sys.stderr)


def _print(lines: list[str], to: TextIO, *, at_once: bool = False) -> None:
    print("\n".join([_written(line, to) for line in lines]), file=to, flush=at_once)


def _written(line: str, to: TextIO) -> str:
    """The line as this terminal or file can write it; a letter that it does not have ends no command."""
    encoding = to.encoding or "ascii"
    return shown(line).encode(encoding, "backslashreplace").decode(encoding)
