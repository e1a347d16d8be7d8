"""`python -m device_simulators.demo`: three tables that play by themselves until somebody takes them over.

Starts the server as a process, or plays at one that runs. Ends with 0 when it is told to stop, with 2 when it cannot be
run as asked.
"""

import asyncio
import os
import signal
import sys
from argparse import Namespace
from contextlib import AsyncExitStack, suppress
from datetime import datetime

from device_simulators.bot.pace import FAST, human
from device_simulators.bot.terminal.service import NoAnswer, Service
from device_simulators.demo import words
from device_simulators.demo.arguments import new_parser
from device_simulators.demo.attendant import BRISK, Patience
from device_simulators.demo.folder import Folder, usual_folder
from device_simulators.demo.hall import Hall
from device_simulators.demo.pressing import Hand, pressing
from device_simulators.demo.serving import ServerProcess
from device_simulators.demo.tables import Lines
from device_simulators.demo.trouble import Trouble

REFUSED, AT_ONCE = 2, 130
SERVER_AGAIN_S = 5.0
SERVER_THERE_S, ASKED_EVERY_S = 120.0, 0.5


def main() -> int:
    """Run it; the exit status."""
    given = new_parser().parse_args()
    try:
        lines = Lines.of(given.devices_listen, given.devices_reached_at)
        folder = Folder(given.data or usual_folder())
        with folder.in_use():
            return asyncio.run(Demo(given, folder, lines).run())
    except (Trouble, ValueError, OSError) as refused:
        sys.stderr.write(f"{refused}\n")
        return REFUSED
    except KeyboardInterrupt:  # before anything had been started
        return AT_ONCE


class Demo:
    """One run of it."""

    def __init__(self, given: Namespace, folder: Folder, lines: Lines) -> None:
        self._given, self._folder, self._lines = given, folder, lines
        self._server: ServerProcess | None = None
        self._working: asyncio.Task[None] | None = None
        self._stopping = False

    async def run(self) -> int:
        """The exit status."""
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        self._working = asyncio.create_task(self._work(), name="demo")
        try:
            await self._working
        except asyncio.CancelledError:
            if not self._stopping:
                raise
            _say("stopped; the next start goes on where this one was")
        return 0

    def _stop(self) -> None:
        """The first time in order; the second time at once, and nothing that was recorded is lost by that either."""
        if self._stopping:
            if self._server is not None:
                self._server.kill()
            os._exit(AT_ONCE)
        self._stopping = True
        assert self._working is not None
        _say("stopping: a second Ctrl-C ends it at once")
        self._working.cancel()

    async def _work(self) -> None:
        async with AsyncExitStack() as running:
            hands: dict[str, Hand] = {}
            url, setup_token = await self._served(running, await running.enter_async_context(pressing(hands)))
            hall = Hall(url, self._folder, self._lines, hands)
            running.push_async_callback(hall.close)
            if self._server is not None:
                running.push_async_callback(self._server.stop)  # before its devices go
            await hall.open(setup_token)
            _print(words.ready(hall, self._given.shown_at or url, await hall.codes()))
            pace, patience = (human(asyncio.sleep), Patience()) if self._given.pace == "human" else (FAST, BRISK)
            async with asyncio.TaskGroup() as group:
                group.create_task(hall.play(pace, patience, _say), name="tables")
                group.create_task(self._keep_serving(), name="server")

    async def _served(self, running: AsyncExitStack, hands: str) -> tuple[str, str | None]:
        """Where the server is, and the token with which its first account is made, if nobody has one."""
        if self._given.server:
            url = self._given.server.rstrip("/")
            await _is_there(url)
            return url, _token_in(self._given)
        self._server = ServerProcess(self._folder, self._given.host, self._given.port, self._lines.host, hands)
        running.push_async_callback(self._server.stop)
        _say(f"starting PostgreSQL and the server; everything is kept in {self._folder.path}")
        await self._server.start()
        return self._server.url, self._server.setup_token

    async def _keep_serving(self) -> None:
        """A server that ends without having been told to is started again."""
        while self._server is not None:
            status = await self._server.ended()
            _say(f"the server has ended (exit status {status}; see {self._folder.log}), and is started again")
            try:
                await self._server.start()
            except Trouble as trouble:
                _say(str(trouble))
                await asyncio.sleep(SERVER_AGAIN_S)


async def _is_there(url: str) -> None:
    """Wait until the server is ready; raises Trouble."""
    service = Service(url)
    try:
        async with asyncio.timeout(SERVER_THERE_S):
            while True:
                with suppress(NoAnswer):
                    status, _ = await service.ask("GET", "/readyz")
                    if status == 200:
                        return
                await asyncio.sleep(ASKED_EVERY_S)
    except TimeoutError:
        raise Trouble(f"No server is ready at {url} after {SERVER_THERE_S:.0f} s.") from None
    finally:
        service.close()


def _token_in(given: Namespace) -> str | None:
    path = given.setup_token_file
    return path.read_text().strip() or None if path is not None and path.exists() else None


def _say(said: str) -> None:
    _print(f"{datetime.now():%H:%M:%S}  {said}")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
