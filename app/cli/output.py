"""What the command line prints: results to standard output, all else to standard error, every line as it is shown.

A name in an old record could hold what a terminal obeys.
"""

import sys

from app.printable import shown


def put(line: str = "", *, at_once: bool = False) -> None:
    """One line of the result."""
    print(shown(line), flush=at_once)


def put_lines(text: str, *, at_once: bool = False) -> None:
    """A result of several lines, which the program itself has put together: whoever reads it has all of it at once."""
    print("\n".join([shown(line) for line in text.split("\n")]), flush=at_once)


def say(text: str) -> None:
    """Tell the person at the terminal; results go to standard output, this does not."""
    print("\n".join([shown(line) for line in text.split("\n")]), file=sys.stderr)
