"""`python -m tests.chaos --servers 2 --minutes 10`, or `--servers 2 --server-kills 500 --postgres-kills 50`.

Sizes come in their usual shares: kills of servers by kill -9 and by SIGTERM, of all of them at once, of PostgreSQL
alone and with a server; cables, sockets, and with several servers the faults of their wires to PostgreSQL. Or each is
told by itself: `--server 200 --postgresql 20 --unplug 60 --cut 40`. With sizes `--minutes` is the longest it takes.

The exit status is 0 only when nothing that was acknowledged is lost or done twice, cards and money are all there, and
no order waited for longer than the lease and five seconds while one and the same server could have answered; otherwise
it is said what is wrong, at which table, under which id, and where the data folder is kept.
"""

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Iterator
from random import Random

from tests.chaos.deeds import Counts, Deed, counted, endless, of_size
from tests.chaos.playing import Evening, WentWrong, play_and_check
from tests.chaos.stack import SEATS


def main() -> int:
    """The exit status."""
    given = _options()
    until_s = time.monotonic() + given.minutes * 60 if given.minutes is not None else None
    seats = tuple([seat for seat in SEATS if not given.table or seat.number in given.table])
    evening = Evening(seats, given.seed, _deeds(given), until_s, given.servers, given.lease_s, given.pause_s)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it leaves no process behind
    print(f"seed {given.seed}", flush=True)
    try:
        figures = asyncio.run(play_and_check(evening, _say))
    except WentWrong as wrong:
        print(f"seed {given.seed}: {wrong}")
        return 1
    except KeyboardInterrupt:
        print("told to stop: nothing was looked at")
        return 130
    print(*figures.lines(), sep="\n")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, help="for so long, with every kind of deed; or the longest for sizes")
    parser.add_argument("--servers", type=int, default=1, choices=(1, 2, 3), help="that share the tables")
    parser.add_argument("--server-kills", type=int, default=0, help="so many, of every kind, with all that comes along")
    parser.add_argument("--postgres-kills", type=int, default=0, help="so many, alone or with a server")
    for kind in Counts._fields:
        parser.add_argument(f"--{kind}", type=int, default=0, help=f"so many times: {kind}")
    parser.add_argument("--lease-s", type=float, default=10.0, help="how long a server has a table, in seconds")
    numbers = [seat.number for seat in SEATS]
    parser.add_argument("--table", action="append", choices=numbers, help="only this table, and others that are told")
    parser.add_argument("--pause-s", type=float, default=0.0, help="how long a dealer takes before each order")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _deeds(given: argparse.Namespace) -> Iterator[Deed]:
    dice = Random(given.seed)
    if given.server_kills or given.postgres_kills:
        return counted(of_size(given.server_kills, given.postgres_kills, given.servers), dice)
    counts = Counts(*[getattr(given, kind) for kind in Counts._fields])
    return counted(counts, dice) if any(counts) else endless(dice, given.servers)


def _say(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main())
