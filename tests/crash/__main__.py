"""Longer runs by hand: `python -m tests.crash kills --count 100`, `python -m tests.crash points --count 3`."""

import argparse
import asyncio
import shutil
from pathlib import Path

from app.settings import Settings
from app.store.database import Database
from app.store.upgrading import upgrade
from tests.crash.crash_points import crash_at
from tests.crash.killing import kill_again_and_again
from tests.crash.seams import POINTS
from tests.folders import new_folder


async def points(database: Database, data: Path, seed: int, count: int) -> None:
    """A death at every point of every command of so many rounds."""
    for point in POINTS:
        print((await crash_at(database, data, point, seed, count)).line(point), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("what", choices=("kills", "points"))
    parser.add_argument("--count", type=int, default=20, help="kills, or rounds of each book")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lease-s", type=float, default=2.0)
    wanted = parser.parse_args()
    place = new_folder("crash")
    data = place / "data"
    print(f"seed {wanted.seed}, count {wanted.count}, lease {wanted.lease_s:g} s; in {place}", flush=True)
    with Database(Settings(data), print) as database:
        asyncio.run(upgrade(database))
        if wanted.what == "points":
            asyncio.run(points(database, data, wanted.seed, wanted.count))
    if wanted.what == "kills":
        figures = asyncio.run(kill_again_and_again(data, wanted.count, wanted.seed, wanted.lease_s))
        print(*figures.lines(), sep="\n")
    shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
