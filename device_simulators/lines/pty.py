"""A line over a pseudo-terminal, at a link that always leads to its present name.

Linux says on the master whether anybody has the other side open, but nothing tells when that changes to yes: while
nobody has it open, it is asked every few milliseconds.
"""

import asyncio
import os
import select
import tty
from pathlib import Path

from device_simulators.lines.line import OnData

ASKED_EVERY_S = 0.01
READ_SIZE = 4096


class PtyLine:
    """A pseudo-terminal whose master is the device."""

    def __init__(self, link: Path, on_data: OnData) -> None:
        self._link = link
        self._on_data = on_data
        self._loop = asyncio.get_running_loop()
        self._master: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._reading = False
        self.connections = self.dropped = 0

    @property
    def url(self) -> str:
        """Where the host finds it."""
        return str(self._link)

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master is not None

    @property
    def connected(self) -> bool:
        """Whether a host has it open at this very moment."""
        if self._master is None:
            return False
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        return not any(events & select.POLLHUP for _, events in poll.poll(0))

    async def plug(self) -> None:
        """A new pseudo-terminal, and the link to it."""
        if self._master is not None:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        os.close(slave)  # from here on the master knows that nobody is there
        os.set_blocking(master, False)
        self._master = master
        self._point_link_to(name)
        self._wait_for_host()

    def _point_link_to(self, name: str) -> None:
        beside = self._link.with_name(f".{self._link.name}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        beside.symlink_to(name)
        beside.replace(self._link)

    def unplug(self) -> None:
        """Close the master: the host's side hangs up."""
        self._stop()
        if self._master is not None:
            os.close(self._master)
            self._master = None
            self._link.unlink(missing_ok=True)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._reading:
            assert self._master is not None
            self._loop.remove_reader(self._master)
            self._reading = False

    def _wait_for_host(self) -> None:
        if not self.connected:
            self._timer = self._loop.call_later(ASKED_EVERY_S, self._wait_for_host)
            return
        assert self._master is not None
        self._timer = None
        self._reading = True
        self.connections += 1
        self._loop.add_reader(self._master, self._read)

    def _read(self) -> None:
        assert self._master is not None
        try:
            data = os.read(self._master, READ_SIZE)
        except BlockingIOError:
            return
        except OSError:  # the host has closed it
            self._stop()
            self._wait_for_host()
            return
        self._on_data(data)

    def write(self, data: bytes) -> bool:
        """Whether these bytes went to a host; else they are lost."""
        if self._master is None or not self.connected:
            return False
        try:
            return os.write(self._master, data) == len(data)
        except OSError:  # full, or closed this moment: what a serial line cannot deliver is gone
            return False

    def take_and_drop(self) -> bool:
        """A terminal has nobody before it who could take a host."""
        return False

    def abandon(self) -> bool:
        """A terminal has no connection that could be half open."""
        return False
