"""How many events a second become durable, and how long one append takes: ratios against PostgreSQL itself.

`python -m tests.bench.durable` measures both sides in turn, several times, and prints each and the spread:

* 1,000 tables that play rounds, with everything that is written with an event (commands, projections, triggers,
  partitions), beside `pgbench` with 64 clients that insert one row each: the least that 64 durable commits are.
* one table's append beside one bare statement that inserts the same rows, with no fence and no head.
"""

import argparse
import asyncio
import re
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from statistics import median, quantiles
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
from tests.bench.store_rounds import own_database, play, prepared, tables_of

UPSERT = " ON CONFLICT (stream, round, day) DO UPDATE SET last_version = excluded.last_version"
FLOOR = "INSERT INTO floor (row) VALUES (repeat('x', 200));\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each table in one measurement")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5, help="how long pgbench runs each time")
    options = parser.parse_args()
    with own_database() as (database, settings):
        asyncio.run(_throughput(database, settings, options))
        asyncio.run(_latency(database, settings, options.repeats))


async def _throughput(database: Database, settings: Settings, options: argparse.Namespace) -> None:
    async with database.connection("owner") as connection:
        await connection.execute("CREATE TABLE floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, row text)")
    alone: list[float] = []
    whole: list[float] = []
    async with tables_of(database, settings, range(1, options.tables + 1)) as actors:
        for number in range(options.repeats):
            floor = await asyncio.to_thread(_pgbench, database, settings.data, options.seconds)
            print(f"{number + 1}: pgbench {floor:,.0f} rows/s")
            alone.append(await _alone(database, settings, options, number, floor))
            timed = await _timed([play(actor, options.rounds) for actor in actors])
            whole.append(_told("tables that decide, hash and append", timed, floor))
    beside = "rows of pgbench, 64 clients (more is better)"
    figures.ratio("durable events a second, appending alone", beside, alone)
    figures.ratio("durable events a second, the whole way of a command", beside, whole)


async def _alone(
    database: Database, settings: Settings, options: argparse.Namespace, number: int, floor: float
) -> float:
    """Tables whose appends were decided and drafted before the clock runs, as pgbench's rows were."""
    appends = {
        stream: prepared(stream, options.rounds)
        for stream in [f"bench:{number}.{table}" for table in range(options.tables)]
    }
    async with _holding(database, settings, list(appends)) as writer:
        timed = await _timed([_append_all(writer, each) for each in appends.values()])
    return _told("appending alone", timed, floor)


class _Timed(NamedTuple):
    events: int
    took_s: float
    cpu_s: float


async def _timed(work: Sequence[Awaitable[int]]) -> _Timed:
    began, cpu = time.perf_counter(), time.process_time()
    events = sum(await asyncio.gather(*work))
    return _Timed(events, time.perf_counter() - began, time.process_time() - cpu)


def _told(what: str, timed: _Timed, floor: float) -> float:
    """The ratio to the floor, printed with what it was made of."""
    rate = timed.events / timed.took_s
    print(f"   {what}: {rate:,.0f} events/s: {rate / floor:.2f}; {timed.cpu_s / timed.took_s:.0%} of a core here")
    return rate / floor


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


async def _latency(database: Database, settings: Settings, repeats: int) -> None:
    """Each append of some rounds of one table, and right after it the same rows by a bare statement."""
    ours: list[float] = []
    bare: list[float] = []
    connection = await database.connect("app")
    before = Writer.append

    async def measured(self: Writer, append: Append, meanwhile: Callable[[], None] | None = None) -> None:
        began = time.perf_counter()
        await before(self, append, meanwhile)
        ours.append(time.perf_counter() - began)
        sql, arrays = _bare(append)
        began = time.perf_counter()
        await connection.fetch(sql, *arrays)
        bare.append(time.perf_counter() - began)

    Writer.append = measured  # type: ignore[method-assign]
    try:
        async with tables_of(database, settings, range(100_000, 100_001)) as (actor,):
            await play(actor, 5)
            del ours[:], bare[:]
            await play(actor, 4 * repeats)
    finally:
        Writer.append = before  # type: ignore[method-assign]
        await connection.close()
    print(f"{len(ours)} appends: {_spread(ours)}; the bare statement: {_spread(bare)}")
    plain = f"p50 {median(ours) * 1e3:.2f} ms beside {median(bare) * 1e3:.2f} ms"
    figures.ratio("one append at p50", "a bare statement with the same rows", [median(ours) / median(bare)], plain)


def _spread(times: list[float]) -> str:
    quarters = quantiles(times, n=20)
    return f"p50 {median(times) * 1e3:.2f} ms, p95 {quarters[-1] * 1e3:.2f} ms"


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
