"""`tablekeeper serve` as a process of the demo: started, waited for, stopped by its own id."""

import asyncio
import fcntl
import os
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from device_simulators.demo.folder import Folder
from device_simulators.demo.trouble import Trouble

GREETING = re.compile(r"serves \d+ tables at (\S+)")
TOKEN = re.compile(r"^ {4}(\S+)$")
# What of the surroundings the server is told; no demo is to work on somebody's real database.
LEFT_TO_IT = ("TABLEKEEPER_ZONE", "TABLEKEEPER_DAY_BEGINS_HOUR")
# It ends by itself within ten seconds.
END_S = 20.0
ASKED_EVERY_S = 0.1
LAST_WORDS = 2_000


class ServerProcess:
    """The server of the demo. Its log goes to a file in the folder."""

    def __init__(self, folder: Folder, host: str, port: int, device_host: str, hands: str) -> None:
        self._folder, self._host, self._port = folder, host, port
        self._device_host, self._hands = device_host, hands
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.url = ""
        self.setup_token: str | None = None

    @property
    def id(self) -> int:
        """The process's id."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it, and return when people can connect; raises Trouble in its own words."""
        await self._end_left_over()
        self._check_port()
        with self._folder.log.open("ab") as log:
            began = log.tell()
            self._process = await asyncio.create_subprocess_exec(
                *self._program(),
                env=self._environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C is the demo's to hear
            )
        if not await self._greeted():
            status = await self._process.wait()
            raise Trouble(f"The server could not start (exit status {status}).\n{self._last_words(began)}")

    async def _end_left_over(self) -> None:
        """A demo that was killed may have left its server, which is ending or is told to; its lock says which it is."""
        with self._folder.server_lock.open("a+") as lock:
            until_s = asyncio.get_running_loop().time() + END_S
            told = False
            while not _locked(lock.fileno()):
                if asyncio.get_running_loop().time() > until_s:
                    raise Trouble(f"The server of an earlier demo still runs on {self._folder.path} and does not stop.")
                if not told:
                    lock.seek(0)
                    told = _told_to_stop(lock.read())
                await asyncio.sleep(ASKED_EVERY_S)

    def _check_port(self) -> None:
        """Say that the port is in use before a database is made for nothing; the server is who takes it."""
        try:
            socket.create_server((self._host, self._port_now())).close()
        except (OSError, OverflowError) as error:
            why = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
            raise Trouble(
                f"Port {self._port_now()} of {self._host} cannot be used: {why}. "
                "Stop what serves there, or choose another port: make demo PORT=9000"
            ) from None

    def _port_now(self) -> int:
        """The port that was asked for; a server that is started again takes the one that it had."""
        return urlsplit(self.url).port or self._port

    def _program(self) -> tuple[str, ...]:
        tablekeeper = str(Path(sys.executable).with_name("tablekeeper"))
        serve = (tablekeeper, "serve", "--upgrade", "--host", self._host, "--port", str(self._port_now()))
        here = (str(os.getpid()), str(self._folder.server_lock))
        return (sys.executable, "-m", "device_simulators.demo.leash", *here, *serve)

    def _environment(self) -> dict[str, str]:
        own = {name: text for name, text in os.environ.items() if not name.startswith("TABLEKEEPER_")}
        left = {name: os.environ[name] for name in LEFT_TO_IT if name in os.environ}
        return {
            **own,
            **left,
            **self._devices(),
            "TABLEKEEPER_DATA": str(self._folder.data),
            "TABLEKEEPER_DEMO_HANDS": self._hands,
        }

    def _devices(self) -> dict[str, str]:
        """Its devices are simulated: they have pseudo-terminals in the folder, or ports at one host."""
        return {
            "TABLEKEEPER_DEVICE_PSEUDO_TERMINALS": f"{self._folder.path}/",
            "TABLEKEEPER_DEVICE_HOSTS": self._device_host,
        }

    async def _greeted(self) -> bool:
        """Whether it serves; it says all of its greeting at once."""
        assert self._process is not None
        assert self._process.stdout is not None
        said = b""
        while piece := await self._process.stdout.read(4_096):
            said += piece
            if found := GREETING.search(said.decode("utf-8", "replace")):
                self.url = found[1]
                tokens = [TOKEN.match(line) for line in said.decode().splitlines()]
                self.setup_token = next((token[1] for token in tokens if token), None)
                self._reading = asyncio.create_task(self._read_on(self._process.stdout), name="server's output")
                return True
        return False

    async def _read_on(self, output: asyncio.StreamReader) -> None:
        while await output.read(4_096):
            pass

    def _last_words(self, began: int) -> str:
        with self._folder.log.open("rb") as log:
            log.seek(began)
            return log.read()[-LAST_WORDS:].decode("utf-8", "replace").strip()

    async def ended(self) -> int:
        """Wait until it has ended; its exit status."""
        assert self._process is not None
        return await self._process.wait()

    async def stop(self) -> None:
        """Tell it to stop, and wait until it has."""
        if self._process is None or self._process.returncode is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), END_S)
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


def _locked(file: int) -> bool:
    """Whether nobody else holds the lock."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    fcntl.flock(file, fcntl.LOCK_UN)
    return True


def _told_to_stop(process_id: str) -> bool:
    """Whether the process, which holds the lock and so still is the server, was told to stop."""
    if not process_id.isdecimal():  # it is just about to write it
        return False
    with suppress(ProcessLookupError):
        os.kill(int(process_id), signal.SIGTERM)
    return True
