"""A device that speaks Table Link 1, written from the specification alone: its frames and its CRC are its own."""

import hashlib
import hmac
import random
from collections import deque
from collections.abc import Callable

Body = tuple[int, int, bytes]  # counter, code, body


def crc(data: bytes) -> int:
    """CRC-16: polynomial 8005, initial FFFF, not reflected, no final xor."""
    register = 0xFFFF
    for byte in data:
        register ^= byte << 8
        for _ in range(8):
            register = (register << 1 ^ 0x8005) & 0xFFFF if register & 0x8000 else register << 1
    return register


def frame(seq: int, data: bytes, address: int = 0) -> bytes:
    plain = bytes([seq * 128 + address, len(data)]) + data
    check = crc(plain)
    plain += bytes([check & 255, check >> 8])
    return b"\x7f" + b"".join(b"\x7f\x7f" if byte == 0x7F else bytes([byte]) for byte in plain)


class Ear:
    """Finds frames byte by byte."""

    def __init__(self) -> None:
        self.plain: bytearray | None = None
        self.lone = False

    def hear(self, byte: int) -> tuple[int, bytes] | None:
        if byte == 0x7F and not self.lone:
            self.lone = True
            return None
        if self.lone and byte != 0x7F:
            self.plain = bytearray()
        started, self.lone = self.lone and byte == 0x7F and not self.plain, False
        if started:
            self.lone = True
        if self.plain is None or started:
            return None
        self.plain.append(byte)
        if len(self.plain) < 2 or len(self.plain) < self.plain[1] + 4:
            return None
        whole, self.plain = bytes(self.plain), None
        if not whole[1] or crc(whole[:-2]) != whole[-2] + 256 * whole[-1]:
            return None
        return whole[0] >> 7, whole[2:-2]


# As in the vectors: the index has to be doubled on the line.
FIRST_INDEX = 127


class Device:
    """What lies in non-volatile memory outlives `start`; all else does not."""

    KEY = bytes(range(32))

    def __init__(self, send: Callable[[bytes], None], serial: str = "SH-0042", ring: int = 1024) -> None:
        self.send = send
        self.serial, self.family, self.firmware = serial, 1, "1.0.3"
        self.ring: deque[tuple[int, bytes]] = deque(maxlen=ring)
        self.counter, self.confirmed, self.boot = 0, 0, 6
        self.told: list[Body] = []
        self.index, self.drawn = FIRST_INDEX - 1, 10
        self.commands: list[bytes] = []
        self.answering = True
        self.refuse: dict[int, bytes] = {}
        self.standing: set[int] = set()
        self.only_polled = False
        self.start(1, 0.0)

    def start(self, reason: int, now: float) -> None:
        self.boot += 1
        self.in_step, self.last, self.last_answer = False, b"", b""
        self.pushing, self.locked, self.clock_ms = False, False, 0
        self.restart_s: float | None = None
        self.heard_s = self.pushed_s = -10.0
        self.sent = self.confirmed
        self.ear = Ear()
        self.happen(1, bytes([reason]), now)

    def lose_memory(self, chance: random.Random, now: float) -> None:
        self.ring.clear()
        self.counter = self.confirmed = 0
        self.boot = chance.getrandbits(32) - 1
        self.start(4, now)

    def happen(self, code: int, body: bytes, now: float) -> int:
        self.counter += 1
        when = self.clock_ms and self.clock_ms + int(now * 1000)
        event = (
            bytes([code]) + self.counter.to_bytes(4, "little") + when.to_bytes(8, "little") + bytes([len(body)]) + body
        )
        self.ring.append((self.counter, event))
        self.told.append((self.counter, code, body))
        self.push(now)
        return self.counter

    def draw(self, now: float) -> int:
        """The eight of spades leaves, again and again, each time with the next draw index."""
        self.index += 1
        return self.happen(0x02, b"\x08\x03" + self.index.to_bytes(2, "little") + b"\x62", now)

    @property
    def oldest(self) -> int:
        return self.ring[0][0] if self.ring else self.counter + 1

    def unconfirmed(self) -> list[tuple[int, bytes]]:
        return [(n, event) for n, event in self.ring if n > self.confirmed]

    def push(self, now: float, *, again: bool = False) -> None:
        """Each event at once, at most 8 on their way; `again`: from the oldest that is not confirmed."""
        if not self.pushing or now > self.heard_s + 5:
            return
        for n, event in self.unconfirmed()[:8]:
            if again or n > self.sent:
                self.send(frame(0, b"\xe0" + event))
                self.sent = max(self.sent, n)
                self.pushed_s = now

    def tick(self, now: float) -> None:
        if self.restart_s is not None and now >= self.restart_s:
            self.start(2, now)
        if now >= self.pushed_s + 0.1:
            self.push(now, again=True)

    def hear(self, data: bytes, now: float) -> None:
        for byte in data:
            heard = self.ear.hear(byte)
            if heard is not None and heard[1][0] < 0x80:
                self.command(*heard, now)

    def command(self, seq: int, data: bytes, now: float) -> None:
        self.heard_s = now
        if not self.answering:
            return
        if data == b"\x11":
            self.in_step = True
            self.commands.append(data)
            self.answer(seq, data, b"\xf0")
        elif self.in_step and self.last and self.last[0] == seq and self.last[1:] == data:
            self.send(frame(seq, self.last_answer))
        elif not self.in_step or (self.last and self.last[0] == seq):
            self.in_step = False
            self.send(frame(seq, b"\xf5\x01"))
        else:
            self.commands.append(data)
            self.answer(seq, data, self.refuse.get(data[0]) or self.run(data, now))
        self.push(now)

    def answer(self, seq: int, data: bytes, answer: bytes) -> None:
        self.last, self.last_answer = bytes([seq]) + data, answer
        self.send(frame(seq, answer))

    def run(self, data: bytes, now: float) -> bytes:
        code, rest = data[0], data[1:]
        number = int.from_bytes(rest[:8], "little")
        if code == 0x05:
            return self.identify(rest)
        if code == 0x07:
            return self.events()
        if code == 0x20:
            return self.confirm(number)
        if code == 0x21:
            return self.resend_from(number)
        if code == 0x23:
            return self.clear(rest[0], now)
        if code == 0x22:
            self.clock_ms = number - int(now * 1000)
            return b"\xf0"
        return self.run_rarer(code, rest, now)

    def confirm(self, number: int) -> bytes:
        if number > self.counter:
            return b"\xf4"
        self.confirmed = max(self.confirmed, number)
        return b"\xf0"

    def resend_from(self, number: int) -> bytes:
        if not self.oldest <= number <= self.counter + 1:
            return b"\xf4" + self.oldest.to_bytes(4, "little")
        self.confirmed = self.sent = number - 1
        return b"\xf0"

    def run_rarer(self, code: int, rest: bytes, now: float) -> bytes:
        if (code, rest) == (0x0A, b"\x01") and self.only_polled:
            return b"\xf4"
        if code in (0x0A, 0x09):
            self.pushing, self.locked = (code, rest) == (0x0A, b"\x01"), (code, rest) == (0x09, b"\x01")
            return b"\xf0"
        if code == 0x01:
            self.restart_s = now + 0.15
            return b"\xf0"
        if code == 0x24 and self.family == 1:
            return b"\xf0" + self.drawn.to_bytes(2, "little") + b"\xff\xff"
        if code == 0x25 and self.family == 2:
            self.happen(0x10, rest, now)
            return b"\xf0"
        if code == 0x26:
            return b"\xf0" + hmac.digest(self.KEY, rest + self.firmware.encode(), hashlib.sha256)[:16]
        if code == 0x27 and self.family == 4:
            return b"\xf0"
        return b"\xf2"

    def clear(self, code: int, now: float) -> bytes:
        if code not in self.standing:
            return b"\xf4"
        self.standing.remove(code)
        self.happen(0x51, bytes([code]), now)
        return b"\xf0"

    def identify(self, token: bytes) -> bytes:
        serial, firmware = self.serial.encode(), self.firmware.encode()
        return (
            bytes([0xF0, 1, self.family]) + self.boot.to_bytes(4, "little") + (self.counter + 1).to_bytes(4, "little")
            + bytes([len(serial)]) + serial + bytes([len(firmware)]) + firmware
            + self.oldest.to_bytes(4, "little") + token
        )  # fmt: skip

    def events(self) -> bytes:
        answer = b"\xf0"
        for _, event in self.unconfirmed():
            if len(answer) + len(event) > 255:
                break
            answer += event
        return answer
