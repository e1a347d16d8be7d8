"""Starts servers quickly: every line of arguments on standard input is a server forked from here.

Its number is written, and when it has ended, its exit code. One at a time, so that nothing is running here that a fork
could tear apart.
"""

import json
import os
import sys

from app.rulebook import ruleset_ids
from app.store.codec import decode_record, encode
from tests.crash import server
from tests.crash.script import rounds


def warm() -> None:
    """Everything is read once here, so that no server has to find out anew how."""
    for book in ruleset_ids():
        for ask in rounds(book, 0, 1):
            decode_record(encode(ask.command))
            encode(ask.after)


def main() -> None:
    warm()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            server.main(json.loads(line))
            os._exit(0)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
