"""How many events a second become durable, and how long one append takes: ratios against PostgreSQL itself.

`python -m tests.bench.durable` measures in turn, several times, this tree and the one before, each in a process with a
database of its own (`sides/store.py`), and the floors beside them:

* 1,000 tables that play rounds, with everything that is written with an event (commands, projections, triggers,
  partitions), beside `pgbench` with 64 clients that insert one row each: the least that 64 durable commits are.
* one table's append beside one bare statement that inserts the same rows, with no fence and no head.
"""

import argparse
import asyncio
import re
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from app.settings import Settings
from app.store import schema
from app.store.appending import Append, _rows_of
from app.store.chain import sealed
from app.store.database import Database
from app.store.embedded import binary
from app.store.leases import Leases
from app.store.sql_types import array_type, is_json
from app.store.writer import Writer
from tests.bench import figures
from tests.bench.before import HERE, trees
from tests.bench.quiet import Watch
from tests.bench.side import Side, add_options, in_turn
from tests.bench.store_rounds import MOST_ROUNDS

UPSERT = " ON CONFLICT (stream, round, day) DO UPDATE SET last_version = excluded.last_version"
# What this project wants to reach, and how many rounds warm the table up whose appends are timed one by one.
WANTED_OF_PGBENCH, WARM_UP = 0.8, 5
FLOOR = "INSERT INTO floor (row) VALUES (repeat('x', 200));\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each table in one measurement")
    parser.add_argument("--seconds", type=int, default=5, help="how long pgbench runs each time")
    add_options(parser)
    options = parser.parse_args()
    if WARM_UP + options.rounds * options.repeats > MOST_ROUNDS:
        parser.error(f"A shoe has cards for {MOST_ROUNDS} rounds: take fewer repeats, or fewer rounds in each.")
    arguments = f"--tables={options.tables}", f"--warm-up={WARM_UP}"
    with trees(options.before) as both, ExitStack() as open_:
        sides = [open_.enter_context(Side(tree, "store", *arguments)) for tree in both]
        _tell(_measured(sides, options))


class Repeat(NamedTuple):
    """One repeat of one side: events and rounds a second the whole way and appending alone, seconds of one append and
    of a bare statement."""

    whole: float
    whole_rounds: float
    appending: float
    appending_rounds: float
    append_s: float
    bare_s: float


class Measured(NamedTuple):
    """All repeats, of each side by its name, of pgbench, and what other processes used."""

    sides: dict[str, list[Repeat]]
    pgbench: list[float]
    others: list[float]


def _measured(sides: list[Side], options: argparse.Namespace) -> Measured:
    watch, found, floor = Watch(), {side.name: list[Repeat]() for side in sides}, list[float]()
    for repeat in range(options.repeats):
        with watch:
            for side in in_turn([*sides, None], repeat):
                if side is None:
                    floor.append(sides[0].ask("pgbench", seconds=options.seconds))
                    print(f"{repeat + 1}: pgbench {floor[-1]:,.0f} rows/s", flush=True)
                else:
                    found[side.name].append(_asked(side, options.rounds))
                    print(f"{repeat + 1}: {side.name} {_words(found[side.name][-1])}", flush=True)
    return Measured(found, floor, watch.shares)


def _asked(side: Side, rounds: int) -> Repeat:
    alone, whole = side.ask("appending", rounds=rounds), side.ask("whole", rounds=rounds)
    return Repeat(*whole, *alone, *side.ask("one_append", rounds=rounds))


def _words(found: Repeat) -> str:
    speeds = f"{found.whole:,.0f} events/s the whole way, {found.appending:,.0f} appending alone"
    return f"{speeds}; an append {found.append_s * 1e3:.2f} ms, the bare statement {found.bare_s * 1e3:.2f} ms"


def _tell(found: Measured) -> None:
    ours = found.sides.pop(HERE.name)
    beside, others = "rows of pgbench, 64 clients (more is better)", found.others
    for what, field, wanted in (
        ("appending alone", "appending", None),
        ("the whole way of a command", "whole", WANTED_OF_PGBENCH),
    ):
        speeds = [getattr(each, field) for each in ours]
        plain, what = figures.in_plain(speeds, "events a second"), f"durable events a second, {what}"
        ratios = [speed / floor for speed, floor in zip(speeds, found.pgbench, strict=True)]
        figures.ratio(what, beside, ratios, plain, others=others, at_least=wanted)
        for name, before in found.sides.items():
            pairs = zip(ours, before, strict=True)
            ratios = [getattr(each, f"{field}_rounds") / getattr(then, f"{field}_rounds") for each, then in pairs]
            figures.ratio(f"{what}, in rounds", f"{name} (more is better)", ratios, others=others)
    plain = figures.in_plain([each.append_s * 1e3 for each in ours], "ms", 2)
    ratios = [each.append_s / each.bare_s for each in ours]
    figures.ratio("one append at p50", "a bare statement with the same rows", ratios, plain, others=others)
    for name, before in found.sides.items():
        ratios = [each.append_s / then.append_s for each, then in zip(ours, before, strict=True)]
        figures.ratio("one append at p50", name, ratios, plain, others=others)


class _Timed(NamedTuple):
    events: int
    took_s: float
    cpu_s: float


async def _timed(work: Sequence[Awaitable[int]]) -> _Timed:
    began, cpu = time.perf_counter(), time.process_time()
    events = sum(await asyncio.gather(*work))
    return _Timed(events, time.perf_counter() - began, time.process_time() - cpu)


@asynccontextmanager
async def _holding(database: Database, settings: Settings, streams: list[str]) -> AsyncIterator[Writer]:
    """A writer of its own that holds these new streams."""
    owner = uuid4()
    leases = Leases(database, owner, "bench", settings.lease_s, lambda _stream: None)
    writer = Writer(database, owner, leases.holds)
    await writer.start()
    for stream in streams:
        writer.hold(stream, (await leases.acquire(stream, date.today())).epoch)
    try:
        yield writer
    finally:
        await writer.close()
        await leases.close()


async def _append_all(writer: Writer, appends: list[Append]) -> int:
    for append in appends:
        await writer.append(append)
    return sum(len(append.entries) for append in appends)


def _pgbench(database: Database, folder: Path, seconds: int) -> float:
    """Durable rows a second, of 64 clients with a row each."""
    script = folder.parent / "floor.sql"
    script.write_text(FLOOR)
    how = ["--no-vacuum", "--client=64", "--jobs=2", "--protocol=prepared", f"--time={seconds}", f"--file={script}"]
    environment = database.program_environment("owner")
    program = [str(binary("pgbench")), *how]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"tps = ([\d.]+)", done.stdout)
    assert found, done.stdout
    return float(found[1])


# --- one append


def _bare(append: Append) -> tuple[str, list[list[Any]]]:
    """The same rows under another stream's name, without head, epoch and condition."""
    entries = tuple([sealed(entry._replace(stream="bare")) for entry in append.entries])
    parts, arrays = [], list[list[Any]]()
    for name, rows in _rows_of(append._replace(stream="bare", entries=entries)):
        if not rows:
            continue
        columns = schema.metadata.tables[name].columns
        renamed = [("bare", *row[1:]) for row in rows]
        types = [f"${len(arrays) + at}::{array_type(column)}[]" for at, column in enumerate(columns, 1)]
        values = [f"x.{column.name}::json" if is_json(column) else f"x.{column.name}" for column in columns]
        names = ", ".join(column.name for column in columns)
        arrays += [list(column) for column in zip(*renamed, strict=True)]
        conflict = UPSERT if name == "rounds" else ""
        parts.append(
            f"in_{name} AS (INSERT INTO {name} ({names}) SELECT {', '.join(values)}"  # noqa: S608
            f" FROM unnest({', '.join(types)}) AS x({names}){conflict})"
        )
    return f"WITH {', '.join(parts)} SELECT 1", arrays


if __name__ == "__main__":
    main()
