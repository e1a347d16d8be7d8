"""`tablekeeper watch`: one line for each version, through restarts, until somebody stops it."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from app.cli.watched import lines_of
from app.game import commands as c
from app.printable import shown
from app.settings import Settings
from app.store.database import Database
from tests.realtime.here import Here, serving
from tests.store.live import bet_and_deal

PATIENCE_S = 15.0


@asynccontextmanager
async def watching(token: str, *arguments: str) -> AsyncIterator["Watching"]:
    """The command in a process of its own."""
    environment = {**os.environ, "TABLEKEEPER_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "app", "watch", *arguments]
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    here = Watching(process)
    try:
        yield here
    finally:
        await here.end()


class Watching:
    """What the command has printed."""

    def __init__(self, process: Process) -> None:
        self.process, self.lines, self.errors = process, list[str](), list[str]()
        assert process.stdout is not None and process.stderr is not None
        self._readers = [
            asyncio.create_task(_read(process.stdout, self.lines)),
            asyncio.create_task(_read(process.stderr, self.errors)),
        ]

    async def shows(self, words: str, times: int = 1) -> str:
        """The line that has these words, when it is there."""
        return await self._found(self.lines, words, times)

    async def says(self, words: str, times: int = 1) -> str:
        """The same of what it says beside its output."""
        return await self._found(self.errors, words, times)

    async def _found(self, lines: list[str], words: str, times: int) -> str:
        deadline_s = time.monotonic() + PATIENCE_S
        while len(found := [line for line in lines if words in line]) < times:
            assert time.monotonic() < deadline_s, f"no {words!r} in {self.lines} {self.errors}"
            await asyncio.sleep(0.01)
        return found[-1]

    async def end(self) -> int:
        """Stop it, as a person would."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        status = await self.process.wait()
        await asyncio.gather(*self._readers)
        return status


async def _read(stream: asyncio.StreamReader, lines: list[str]) -> None:
    while line := await stream.readline():
        lines.append(line.decode())


def address(here: Here) -> str:
    return f"http://127.0.0.1:{here.port}"


async def test_a_round_is_followed_through_a_restart(database: Database, settings: Settings, number: str) -> None:
    async with AsyncExitStack() as stack:
        async with serving(database, settings) as here:
            _, token = await here.signed_in(number, "supervisor")
            actor, port = await here.ready(number, "dealer one"), here.port
            watch = await stack.enter_async_context(watching(token, number, "--server", address(here)))
            assert "betting" in await watch.shows("wagers may be placed")
            await here.do(number, *bet_and_deal())
            line = await watch.shows("ann decides for box 1, hand 1: hit, stand")
            assert "box 1: 8S KH = 18" in line and "the dealer has 6D" in line
            assert "$10 on the layout" in line and f"-{actor.version}  play, round 1" in line
        await watch.says("the server is stopping: come back after 250 ms (4410)")
        async with serving(database, settings, port) as here:
            await watch.shows("ann decides for box 1", 2)
            await here.do(number, c.Stand(1))
            await watch.shows("dealer, round 1")
            assert await watch.end() == 130


async def test_it_ends_when_there_is_nothing_to_watch(
    database: Database, settings: Settings, number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with serving(database, settings) as here:
        _, token = await here.signed_in(number, "supervisor")
        good, bad, none = tmp_path / "good", tmp_path / "bad", tmp_path / "none"
        good.write_text(f"{token}\n")
        bad.write_text("nobody's")
        for file, server, words in (
            (good, address(here), "There is no table"),
            (bad, address(here), "not_signed_in"),
            (good, "nowhere", "is no address of a server"),
            (good, "http://[", "is no address of a server"),
            (none, address(here), "cannot be read"),
            (Path("/dev/null"), address(here), "say who you are"),
        ):
            arguments = ["watch", number, "--server", server, "--token-file", str(file)]
            assert await asyncio.to_thread(main, arguments) == 2
            assert words in capsys.readouterr().err


async def test_a_server_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("anybody's\n")
    async with watching("", "7", "--server", "http://127.0.0.1:9", "--token-file", str(token)) as watch:
        await watch.says("cannot be reached", 2)
        assert await watch.end() == 130


DEVICE = {"name": "t7-shoe", "role": "shoe", "connected": False, "state": "closed", "since_us": 1, "why": "no\x1b[2J"}
ALARM = {"number": 3, "words": "the dealer calls"}


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ({"type": "skip", "first": 4, "version": 6}, [f"{'':8} {'4-6':>11}  nothing that may be seen here"]),
        ({"type": "heartbeat", "version": 6, "server_us": 7}, []),
        ({"type": "devices", "devices": [DEVICE]}, [f"{'':20}  t7-shoe is away: no<U+001B>[2J"]),
        ({"type": "alarms", "alarms": [ALARM]}, [f"{'':20}  alarm 3: the dealer calls"]),
    ],
)
def test_lines(message: dict[str, Any], lines: list[str]) -> None:
    assert [shown(line) for line in lines_of("floor", message)] == lines
