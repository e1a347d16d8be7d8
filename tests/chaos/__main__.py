"""`python -m tests.chaos --minutes 10`, or `python -m tests.chaos --server 200 --postgresql 20 --unplug 60 --cut 40`.

The exit status is 0 only when nothing that was acknowledged is lost or done twice and cards and money are all there;
otherwise it is said what is wrong, at which table, under which id, and where the data folder is kept.
"""

import argparse
import asyncio
import signal
import sys
import time
from random import Random

from tests.chaos.deeds import Counts, counted, endless
from tests.chaos.playing import WentWrong, play_and_check
from tests.chaos.stack import SEATS


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, help="go on for so long, with every kind of deed; instead of counts")
    for kind in Counts._fields:
        parser.add_argument(f"--{kind}", type=int, default=0, help=f"so many times: {kind}")
    parser.add_argument("--tables", type=int, default=len(SEATS), help=f"of {len(SEATS)}")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    dice = Random(given.seed)
    counts = Counts(*[getattr(given, kind) for kind in Counts._fields])
    deeds = endless(dice) if given.minutes is not None else counted(counts, dice)
    until_s = time.monotonic() + given.minutes * 60 if given.minutes is not None else None
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it leaves no process behind
    print(f"seed {given.seed}", flush=True)
    try:
        figures = asyncio.run(play_and_check(SEATS[: given.tables], given.seed, deeds, until_s, _say))
    except WentWrong as wrong:
        print(f"seed {given.seed}: {wrong}")
        return 1
    except KeyboardInterrupt:
        print("told to stop: nothing was looked at")
        return 130
    print(*figures.lines(), sep="\n")
    return 0


def _say(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main())
