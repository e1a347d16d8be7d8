"""Durable events of this tree: a database of its own with tables that play rounds."""

import argparse
import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from statistics import median
from typing import NamedTuple

from app.settings import Settings
from app.store.appending import Append
from app.store.database import Database
from app.store.writer import Writer
from app.table.actor import TableActor
from tests.bench.durable import _append_all, _bare, _holding, _pgbench, _Timed, _timed
from tests.bench.sides.answering import Handlers, answer, entered
from tests.bench.store_rounds import own_database, play, prepared, tables_of

FLOOR = "CREATE TABLE floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, row text)"


class Speeds(NamedTuple):
    """Events and rounds a second. Another tree may have other events in the same round."""

    events: float
    rounds: float


class Store:
    """The tables, and what can be asked of them. `alone`: the table of which one append after the other is timed."""

    def __init__(self, database: Database, settings: Settings, tables: list[TableActor], alone: TableActor) -> None:
        self._database, self._settings, self._tables, self._alone = database, settings, tables, alone
        self._appended = 0

    async def whole(self, rounds: int) -> Speeds:
        """Of all tables, the whole way of a command: from the decision to the acknowledgement."""
        return self._speeds(rounds, await _timed([play(actor, rounds) for actor in self._tables]))

    async def appending(self, rounds: int) -> Speeds:
        """The same, decided and drafted before the clock runs."""
        self._appended += 1
        streams = [f"bench:{self._appended}.{table}" for table in range(len(self._tables))]
        appends = [prepared(stream, rounds) for stream in streams]
        async with _holding(self._database, self._settings, streams) as writer:
            return self._speeds(rounds, await _timed([_append_all(writer, each) for each in appends]))

    def _speeds(self, rounds: int, timed: _Timed) -> Speeds:
        return Speeds(timed.events / timed.took_s, rounds * len(self._tables) / timed.took_s)

    async def pgbench(self, seconds: int) -> float:
        """Rows a second of pgbench in the same PostgreSQL."""
        return await asyncio.to_thread(_pgbench, self._database, self._settings.data, seconds)

    async def one_append(self, rounds: int) -> tuple[float, float]:
        """The median seconds of an append of one table, and of a bare statement that inserts the same rows after it."""
        ours: list[float] = []
        bare: list[float] = []
        connection, append_ = await self._database.connect("app"), Writer.append

        async def measured(self: Writer, append: Append, meanwhile: Callable[[], None] | None = None) -> None:
            began_s = time.perf_counter()
            await append_(self, append, meanwhile)
            ours.append(time.perf_counter() - began_s)
            sql, arrays = _bare(append)
            began_s = time.perf_counter()
            await connection.fetch(sql, *arrays)
            bare.append(time.perf_counter() - began_s)

        Writer.append = measured  # type: ignore[method-assign]
        try:
            await play(self._alone, rounds)
        finally:
            Writer.append = append_  # type: ignore[method-assign]
            await connection.close()
        return median(ours), median(bare)


@asynccontextmanager
async def opened() -> AsyncIterator[Handlers]:
    """The tables, each with its first shoe ready."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--warm-up", type=int, required=True)
    options = parser.parse_args()
    async with entered(own_database()) as (database, settings):
        async with database.connection("owner") as connection:
            await connection.execute(FLOOR)
        async with tables_of(database, settings, range(1, options.tables + 2)) as (*all_, alone):
            await play(alone, options.warm_up)
            store = Store(database, settings, all_, alone)
            yield {
                "whole": store.whole,
                "appending": store.appending,
                "pgbench": store.pgbench,
                "one_append": store.one_append,
            }


if __name__ == "__main__":
    answer(opened)
