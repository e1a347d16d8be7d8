"""Mutated reports of an Angel Eye shoe.

Each damaged report stands before a good one, which must be read whatever was damaged. A single wrong bit must leave no
report of its own; where more is wrong, what is read must have right check digits, and is counted.
"""

import resource
from dataclasses import dataclass
from random import Random

from app.devices.codecs.angel_eye import GARBAGE_AT_ONCE, AngelEyeDecoder, Piece
from app.devices.codecs.angel_eye_reports import CardDrawn, CardDrawnOutside, Told
from app.devices.session import Now, Report
from app.devices.sessions.angel_eye import AngelEyeSession
from tests.devices.angel_eye_wire import RANKS, SUITS, check, drawn, drawn_outside, report
from tests.devices.chunks import at_random
from tests.devices.fuzz.damage import SEVERAL, flip_one

_CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)


@dataclass(slots=True)
class Result:
    """What became of the mutated frames."""

    frames: int = 0
    single_flips: int = 0
    read_as_sent: int = 0
    passed_by_chance: int = 0
    other_cards_by_chance: int = 0
    reports: int = 0
    most_held_bytes: int = 0
    grown_kb: int = 0


class _Line:
    """One decoder and one session that hear the same bytes for the whole run."""

    def __init__(self, random: Random, result: Result) -> None:
        self._random = random
        self._result = result
        self._decoder = AngelEyeDecoder()
        self._session = AngelEyeSession(None)
        self._session.connected(Now(0.0, 0))
        self._held = b""
        self._at_s = 0.0

    def hear(self, data: bytes) -> list[Told]:
        """The reports in these bytes; every byte comes out again, and little is held."""
        pieces: list[Piece] = []
        for chunk in at_random(data, self._random, most=40):
            pieces += self._decode(chunk)
            self._tell_session(chunk)
        return [piece for piece in pieces if isinstance(piece, Told)]

    def _decode(self, chunk: bytes) -> list[Piece]:
        self._held += chunk
        pieces = self._decoder.feed(chunk)
        for piece in pieces:
            assert piece.frame and self._held.startswith(piece.frame), "a piece that is not what came"
            self._held = self._held[len(piece.frame) :]
        assert len(self._held) <= GARBAGE_AT_ONCE, "more is held than is needed"
        self._result.most_held_bytes = max(self._result.most_held_bytes, len(self._held))
        return pieces

    def _tell_session(self, chunk: bytes) -> None:
        self._at_s += self._random.choice((0.0, 0.01, 0.4, 3.0))
        now = Now(self._at_s, int(self._at_s * 1e6))
        self._session.received(chunk, now)
        reports = [output for output in self._session.take() if isinstance(output, Report)]
        self._result.reports += len(reports)
        if reports:
            self._session.stored(reports[-1], now)


def run(frames: int, seed: int) -> Result:
    """So many mutated frames from this seed; fails where something is read that was not sent."""
    random, result = Random(seed), Result()
    line = _Line(random, result)
    begun_kb = 0
    for number in range(frames):
        if number == min(frames // 10, 10_000):
            begun_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        _one(line, random, result)
    result.grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begun_kb
    return result


def _one(line: _Line, random: Random, result: Result) -> None:
    sent, guard = _any_report(random), drawn(random.randrange(10), random.choice(_CARDS))
    single = random.random() < 0.4
    damaged = flip_one(sent, random) if single else random.choice(SEVERAL)(sent, random)
    told = line.hear(damaged + guard)
    result.frames += 1
    result.single_flips += single
    assert told, "the report after the damage was lost"
    assert told[-1].frame == guard, "the report after the damage is another"
    for one in told[:-1]:
        _judge(one, sent, result)
        assert not single, "a report with one wrong bit was read"


def _judge(told: Told, sent: bytes, result: Result) -> None:
    assert check(told.frame[1:-2]) == told.frame[-2:], "a report with wrong check digits was read"
    result.read_as_sent += told.frame == sent
    if told.frame != sent:
        result.passed_by_chance += 1
        result.other_cards_by_chance += isinstance(told, CardDrawn | CardDrawnOutside) and told.card is not None


def _any_report(random: Random) -> bytes:
    seq = random.randrange(10)
    if random.random() < 0.6:
        return drawn(seq, random.choice(_CARDS), random.randrange(16), random.randrange(8))
    if random.random() < 0.5:
        return drawn_outside(seq, random.choice(_CARDS), random.randrange(3))
    code = random.choice("SPCELMe")
    if code == "M":
        return report(seq, code, b"%06d" % random.randrange(1_000_000))
    return report(seq, code, bytes((random.randrange(128, 256),)) if code in "ELe" else b"")
