"""The wires between the terminals of a table and the server, which can be cut."""

import asyncio
from contextlib import suppress

CHUNK = 65_536


class Proxy:
    """Passes on what a table's terminals and the server say, each connection until one side ends it."""

    def __init__(self, server_port: int, own_address: str) -> None:
        self._server_port, self._own_address = server_port, own_address
        self._listening: asyncio.Server | None = None
        self._ends = set[asyncio.StreamWriter]()
        self._tasks = set[asyncio.Task[None]]()
        self.cuts = 0

    async def start(self) -> str:
        """Where the server is found from now on."""
        self._listening = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Let nobody through any more."""
        if self._listening is not None:
            self._listening.close()
        self.abort()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def idle(self) -> bool:
        """Whether all that was said has been passed on, and nobody is connected."""
        return not self._tasks

    def cut(self) -> int:
        """Abort every connection; how many there were."""
        self.cuts += 1
        return self.abort()

    def abort(self) -> int:
        """Abort every connection, without a word; how many there were."""
        ends = list(self._ends)
        for end in ends:
            end.transport.abort()
        return len(ends) // 2

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            there = ("127.0.0.1", self._server_port)
            back, server = await asyncio.open_connection(*there, local_addr=(self._own_address, 0))
        except OSError:
            client.transport.abort()
            return
        self._ends |= {client, server}
        try:
            await asyncio.gather(self._pass(reader, server), self._pass(back, client))
        finally:
            self._ends -= {client, server}
            client.transport.abort()
            server.transport.abort()

    @staticmethod
    async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One way, until it ends: then the other side hears all that was said, and that it is over."""
        with suppress(ConnectionError):
            while said := await reader.read(CHUNK):
                writer.write(said)
                await writer.drain()
        with suppress(OSError):
            writer.close()
            await writer.wait_closed()
