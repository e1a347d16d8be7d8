"""A server of tables: `python -m tests.crash.server --data FOLDER --socket PATH TABLE:BOOK...`

Requests come as lines of JSON over a Unix socket, each with a number `n`, and each is answered with a line, when it is
durable. `ask`: a command; `look`: where a table is; `take`: take a table over; `follow`: be sent all that is published
from now on; `arm`: die or stand still at a point (seams.py); `end`. An error is answered with its name, and with the
address of the server that keeps the table, where that is another one.
"""

# ruff: noqa: ARG002 - every request is handled in the same way

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

from app.books.rulebook import load_ruleset
from app.game.questions import open_questions
from app.settings import Settings
from app.store import database
from app.store.appending import SealedCard
from app.store.codec import decode_record, encode
from app.store.leases import HeldElsewhere
from app.store.writer import LOST
from app.table.actor import Busy, Frozen, OtherBody, Stopped, TableActor
from app.table.open_tables import Tables
from app.table.requests import Published, Request
from app.table_id import TableId
from tests.crash.seams import Armed, Seams, install
from tests.lines import SIMULATED
from tests.store.housed import HousedTables

TOLD = (Busy, Frozen, OtherBody, Stopped, HeldElsewhere, *LOST)
LINE_AT_MOST = 2**24
TRY_AGAIN_AFTER_S = 0.02


class Server:
    """The tables of this process, and who asks."""

    def __init__(self, tables: Tables, books: dict[str, str]) -> None:
        self.tables, self.books, self.seams = tables, books, Seams()
        self.rules = {book: load_ruleset(book) for book in set(books.values())}
        self.listening: set[TableActor] = set()
        self.followers: list[asyncio.StreamWriter] = []
        self.opening = asyncio.Lock()
        self.at_work: set[asyncio.Task[None]] = set()
        install(self.seams)

    async def open(self, number: str) -> TableActor:
        """The table, if it is not kept elsewhere; one that stands still stays so."""
        async with self.opening:
            held = self.tables._actors.get(TableId(number))
            if held is not None and isinstance(held.stopped, Frozen):
                raise held.stopped
            actor = await self.tables.open(number, self.books[number])
        if actor not in self.listening:
            self.listening.add(actor)
            actor.listen(lambda published: self.publish(number, published))
        return actor

    async def open_when_free(self, number: str) -> None:
        """Wait until nobody else has the table."""
        while True:
            try:
                await self.open(number)
            except HeldElsewhere:
                await asyncio.sleep(TRY_AGAIN_AFTER_S)
            else:
                return

    def publish(self, number: str, published: Published) -> None:
        """To the followers."""
        line = {"table": number, "version": published.version, "events": [encode(each) for each in published.events]}
        for follower in self.followers:
            follower.write(json.dumps(line).encode() + b"\n")
        self.seams.reach("published")

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to its end; requests do not wait for each other."""
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while line := await reader.readline():
                task = asyncio.create_task(self._reply(json.loads(line), writer))
                self.at_work.add(task)
                task.add_done_callback(self.at_work.discard)
        if writer in self.followers:
            self.followers.remove(writer)
        writer.close()

    async def _reply(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        try:
            reply = await getattr(self, f"do_{request['do']}")(request, writer)
        except Exception as error:
            reply = {"error": type(error).__name__, "says": str(error), "address": getattr(error, "address", None)}
            if not isinstance(error, TOLD) and type(error).__name__ not in ("Unavailable", "Fenced"):
                reply["unforeseen"] = True
        writer.write(json.dumps({"n": request["n"]} | reply).encode() + b"\n")
        if request["do"] == "ask" and "error" not in reply:
            self.seams.reach("answered")

    async def do_ask(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        actor = await self.open(request["table"])
        faces = tuple([SealedCard(name, card, bytes.fromhex(salt)) for name, card, salt in request["sealed"]])
        command = decode_record(request["command"])
        answer = await actor.ask(Request(UUID(request["id"]), command, request["actor"], request["question"], faces))
        return {**answer._asdict(), "refused": encode(answer.refused)}

    async def do_look(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        number = request["table"]
        actor = await self.open(number)
        questions = [each.id for each in open_questions(actor.table, self.rules[self.books[number]])]
        return {"version": actor.version, "table": encode(actor.table), "questions": questions}

    async def do_take(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        self.books[request["table"]] = request["book"]
        self.rules[request["book"]] = load_ruleset(request["book"])
        return {"version": (await self.open(request["table"])).version}

    async def do_follow(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        self.followers.append(writer)
        return {}

    async def do_end(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        os.kill(os.getpid(), signal.SIGTERM)
        return {}

    async def do_arm(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> dict[str, Any]:
        self.seams.arm(Armed(*request["armed"]))
        return {}


async def _run(opened: database.Database, settings: Settings, path: Path, books: dict[str, str]) -> None:
    tables = HousedTables(opened, settings, str(path))
    await tables.start()
    server = Server(tables, books)
    for number in list(books):
        await server.open_when_free(number)
    told_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told_to_stop.set)
    async with await asyncio.start_unix_server(server.serve, path, limit=LINE_AT_MOST):
        await told_to_stop.wait()
        await tables.close()


def main(arguments: list[str]) -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--socket", type=Path, required=True)
    parser.add_argument("--lease-s", type=float, default=10.0)
    parser.add_argument("--lock-timeout-ms", type=int, default=database.LOCK_TIMEOUT_MS)
    parser.add_argument("tables", nargs="*")
    wanted = parser.parse_args(arguments)
    database.LOCK_TIMEOUT_MS = wanted.lock_timeout_ms
    settings = Settings(wanted.data, lease_s=wanted.lease_s, device_lines=SIMULATED)
    with database.Database(settings, lambda words: print(words, file=sys.stderr, flush=True)) as opened:
        asyncio.run(_run(opened, settings, wanted.socket, dict(each.split(":") for each in wanted.tables)))


if __name__ == "__main__":
    main(sys.argv[1:])
