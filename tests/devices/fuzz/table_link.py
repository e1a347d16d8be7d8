"""Damaged Table Link frames by the hundred thousand: no crash, no growth, no card but by the chance of the CRC.

Good frames with cards are flipped, cut, joined, stuffed wrongly and drowned in noise, and go to a decoder and to a
session. A CRC of 16 bits lets one damaged frame in 65,536 through by chance: each that passes is checked to have a
right CRC, by another program than the codec's, and counted. A single flipped bit never passes.
"""

import random
import time
import tracemalloc
from dataclasses import dataclass
from itertools import count
from typing import Final

from app.devices.codecs.table_link.event_messages import Event, observe, split_events
from app.devices.codecs.table_link.framing import LONGEST_FRAME, LONGEST_GARBAGE, Decoder, Frame
from app.devices.observations import CardSeen
from app.devices.session_protocol import Now, Report, Send
from app.devices.sessions.table_link import TableLinkSession
from tests.devices.table_link_device import crc, frame

_BOUND_BYTES: Final = 4_000_000
_PORTION: Final = 64


@dataclass(frozen=True)
class Result:
    """What came of it; `by_chance`: damaged frames whose CRC is right all the same; `other_cards`: cards in those."""

    frames: int
    intact: int
    by_chance: int
    other_cards: int
    refused: int
    reports: int
    most_pending_bytes: int
    grown_bytes: int
    seconds: float


def run(frames: int, seed: int) -> Result:
    """So many damaged frames, or an AssertionError."""
    fuzz = _Fuzz(random.Random(seed))
    started = time.perf_counter()
    fuzz.send(min(frames, 2000))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    tracemalloc.start()
    fuzz.send(max(min(frames - 2000, 2000), 0))
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    fuzz.send(max(frames - 4000, 0))
    assert grown < _BOUND_BYTES, f"{grown} bytes more are held after 2,000 frames"
    return Result(
        frames, fuzz.intact, fuzz.by_chance, fuzz.other_cards, fuzz.refused, fuzz.reports, fuzz.most_pending, grown,
        time.perf_counter() - started,
    )  # fmt: skip


def other_card(event: Event, sent: set[bytes]) -> bool:
    """Whether this is a card, and stood in no frame that was sent."""
    if not isinstance(observe(event), CardSeen):
        return False
    return not any(event.raw in whole.replace(b"\x7f\x7f", b"\x7f") for whole in sent)


class _Fuzz:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.decoder = Decoder()
        self.session = TableLinkSession("shoe", None, frozenset({"SH-0042"}), count(1).__next__)
        self.s = 0.0
        self.expected = 1
        self.intact = self.by_chance = self.other_cards = self.refused = self.reports = self.most_pending = 0

    def send(self, frames: int) -> None:
        sent: set[bytes] = set()
        stream = b""
        for number in range(frames):
            whole = self.some_frame()
            sent.add(whole)
            stream += self.damaged(whole)
            if number % _PORTION == _PORTION - 1 or number == frames - 1:
                self.decode(stream, sent)
                self.tell(stream)
                stream, sent = b"", set()

    def some_frame(self) -> bytes:
        """Mostly a card, also what else a device says."""
        chance, kind = self.chance, self.chance.random()
        if kind < 0.7:
            return frame(0, b"\xe0" + self.card())
        if kind < 0.85:
            return frame(chance.randint(0, 1), b"\xf0" + b"".join(self.card() for _ in range(chance.randint(1, 13))))
        return frame(chance.randint(0, 1), bytes([chance.choice((0xE0, 0xF0, 0xF4, 0xF5, 0x07))]) + chance.randbytes(4))

    def card(self) -> bytes:
        """One that the session waits for, or one that is a little ahead."""
        chance = self.chance
        counter = self.expected + chance.randint(0, 3)
        head = b"\x02" + counter.to_bytes(4, "little") + chance.getrandbits(41).to_bytes(8, "little")
        return head + bytes([5, chance.randint(1, 13), chance.randint(1, 4), chance.randint(1, 255), 0, 98])

    def damaged(self, whole: bytes) -> bytes:
        chance, kind = self.chance, self.chance.randrange(7)
        data = bytearray(whole)
        at = chance.randrange(len(data))
        if kind == 0:
            data[at] ^= 1 << chance.randrange(8)
            self.check_single_flip(bytes(data))
        elif kind == 1:
            for _ in range(chance.randint(2, 9)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        elif kind == 2:
            del data[at : at + chance.randint(1, 6)]
        elif kind == 3:
            data[at:at] = bytes(chance.choice((0x7F, 0, 0xFF, chance.randrange(256))) for _ in range(9))
        elif kind == 4:
            data = data[at:] + data[:at]
        elif kind == 5:
            data[at:at] = b"\x7f"
        return bytes(data)

    def check_single_flip(self, data: bytes) -> None:
        alone = Decoder()
        assert not [piece for piece in alone.feed(data) if isinstance(piece, Frame)], f"a flipped bit passed: {data!r}"

    def decode(self, stream: bytes, sent: set[bytes]) -> None:
        """The decoder gives every byte back once, holds little, and passes nothing with a wrong CRC."""
        for start in range(0, len(stream), 100):
            for piece in self.decoder.feed(stream[start : start + 100]):
                if not isinstance(piece, Frame):
                    self.refused += 1
                elif piece.raw in sent:
                    self.intact += 1
                else:
                    self.by_chance += 1
                    self.check_crc(piece.raw)
                    self.other_cards += any(other_card(event, sent) for event in split_events(piece.data[1:]) or ())
            self.most_pending = max(self.most_pending, self.decoder.pending_bytes)
        assert self.most_pending <= LONGEST_FRAME + LONGEST_GARBAGE

    def check_crc(self, raw: bytes) -> None:
        plain = raw[1:].replace(b"\x7f\x7f", b"\x7f")
        assert crc(plain[:-2]) == plain[-2] + 256 * plain[-1], f"a wrong CRC passed: {raw!r}"

    def tell(self, stream: bytes) -> None:
        """A session that is told all this goes on, and answers each start with what it wants to hear now and then."""
        self.s += 0.05
        now = Now(self.s, int(self.s * 1_000_000))
        if self.session.state in ("closed", "silent"):
            self.session.connected(now)
        self.session.received(stream, now)
        self.session.tick(now)
        for _ in range(20):
            if not self.step(now):
                break
        assert len(self.session.take()) < 100

    def step(self, now: Now) -> bool:
        """Answer what the session sends, store what it reports; whether there was anything."""
        taken = self.session.take()
        for output in taken:
            if isinstance(output, Report):
                self.reports += 1
                self.session.stored(output, now)
            elif isinstance(output, Send) and self.chance.random() < 0.9:
                self.session.received(self.answer(output.frame), now)
        return bool(taken)

    def answer(self, asked: bytes) -> bytes:
        """As a device would that keeps the events from the expected one on."""
        plain = asked[1:].replace(b"\x7f\x7f", b"\x7f")
        seq, command, number = plain[0] >> 7, plain[2], int.from_bytes(plain[3:7], "little")
        if command == 0x05:
            return frame(seq, b"\xf0\x01\x01\x07\x00\x00\x00" + self.keeps() + plain[3:7])
        if command in (0x20, 0x21):
            self.expected = number + (command == 0x20)
        return frame(seq, b"\xf0")

    def keeps(self) -> bytes:
        following = (self.expected + 4).to_bytes(4, "little")
        return following + b"\x07SH-0042\x051.0.3" + self.expected.to_bytes(4, "little")
