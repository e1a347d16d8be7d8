"""A peer that says who it is over and over, each time another, and never lets a start end."""

import struct
from collections.abc import Callable
from itertools import count

import pytest

from app.devices.recording import MOST_WAITING
from app.devices.session_protocol import Now, Report, Send
from app.devices.sessions.table_link import TableLinkSession
from tests.devices.table_link_device import Ear, frame

SYNC, IDENTIFY = 0x11, 0x05
DONE, OUT_OF_STEP = b"\xf0", b"\xf5\x01"
Said = Callable[[int], tuple[str, int]]


class Peer:
    """A session with this peer at the other end of its line; `said`: serial number and boot id of each start."""

    def __init__(self, said: Said, answer: bytes = OUT_OF_STEP, bound: frozenset[str] = frozenset({"SH-1"})) -> None:
        self.said, self.answer, self.starts, self.s = said, answer, 0, 0.0
        self.ear = Ear()
        self.reports: list[Report] = []
        self.unstored: list[Report] = []
        tokens = count(1)
        self.session = TableLinkSession("shoe", None, bound, lambda: next(tokens))

    @property
    def now(self) -> Now:
        return Now(self.s, int(self.s * 1_000_000))

    def connect(self) -> None:
        self.session.connected(self.now)
        self._carry()

    def run(self, for_s: float) -> None:
        """Run for so long; like a driver, connect again whenever the session is silent."""
        until_s = self.s + for_s
        while self.s < until_s:
            due_s = self.session.due_s()
            self.s = max(self.s + 0.001, due_s if due_s is not None else self.s + 1)
            self.session.tick(self.now)
            self._carry()
            self.store_all()
            if self.session.state == "silent":
                self.session.lost(self.now)
                self.connect()

    def store_all(self) -> None:
        waiting, self.unstored = self.unstored, []
        for report in waiting:
            self.session.stored(report, self.now)
        self._carry()

    def _carry(self) -> None:
        while outputs := self.session.take():
            reports = [output for output in outputs if isinstance(output, Report)]
            self.reports, self.unstored = self.reports + reports, self.unstored + reports
            for output in outputs:
                if isinstance(output, Send):
                    self._hear(output.frame)

    def _hear(self, data: bytes) -> None:
        for byte in data:
            if (heard := self.ear.hear(byte)) is not None:
                self.session.received(frame(heard[0], self._answer(heard[1])), self.now)

    def _answer(self, command: bytes) -> bytes:
        if command[0] == SYNC:
            return DONE
        return self._identity(command[1:]) if command[0] == IDENTIFY else self.answer

    def _identity(self, token: bytes) -> bytes:
        self.starts += 1
        serial, boot = self.said(self.starts)
        head = struct.pack("<BBII", 1, 1, boot, 1) + bytes((len(serial),)) + serial.encode()
        return DONE + head + b"\x03" + b"1.0" + struct.pack("<I", 1) + token


SAID: dict[str, Said] = {
    "another serial number each time": lambda start: (f"SH-{start % 2}", start),
    "a lost memory each time": lambda start: ("SH-1", start * 70_000 % 2**32),
}


@pytest.mark.parametrize("said", SAID)
def test_starts_that_fail_at_once_become_rare(said: str) -> None:
    peer = Peer(SAID[said])
    peer.connect()
    peer.run(3_000)
    assert 1_000 < peer.starts < 2_000  # it goes on, and fills no record


@pytest.mark.parametrize("said", SAID)
def test_doubts_that_cannot_be_stored_are_bounded(said: str) -> None:
    """Else the driver would take the line for broken by a fault of the program, for good."""
    peer = Peer(SAID[said])
    for _ in range(2 * MOST_WAITING):  # a device server that drops each connection is connected to again
        peer.connect()
        peer.session.lost(peer.now)
    assert len(peer.reports) < MOST_WAITING // 2
    before = peer.starts
    peer.store_all()
    peer.connect()
    assert peer.starts > before


def test_the_tables_own_device_is_never_forgotten() -> None:
    """Its events would get the names of others again, and be taken for those."""
    peer = Peer(lambda start: ("SH-1", 7) if start in (1, 200) else (f"XX-{start}", 7), DONE)
    for _ in range(200):
        peer.connect()
        peer.session.lost(peer.now)
        peer.store_all()
    marks = [report.mark["serials"] for report in peer.reports]
    assert all(["SH-1" in mark for mark in marks])
    assert max(map(len, marks)) < 100
