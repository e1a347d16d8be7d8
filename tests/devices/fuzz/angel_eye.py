"""Mutated reports of an Angel Eye shoe.

Each damaged report stands before a good one, which must be read whatever was damaged. A single wrong bit must leave no
report of its own; where more is wrong, what is read must have right check digits, and is counted.
"""

from dataclasses import dataclass
from random import Random

from app.devices.codecs.angel_eye import GARBAGE_AT_ONCE, AngelEyeDecoder
from app.devices.codecs.angel_eye_reports import CardDrawn, CardDrawnOutside, Told
from app.devices.sessions.angel_eye import AngelEyeSession
from tests.devices.angel_eye_wire import RANKS, SUITS, check, drawn, drawn_outside, report
from tests.devices.fuzz.damage import SEVERAL, flip_one
from tests.devices.fuzz.line import Line, repeated

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


def _told(line: Line, data: bytes) -> list[Told]:
    """The reports in these bytes."""
    return [piece for piece in line.hear(data) if isinstance(piece, Told)]


def run(frames: int, seed: int) -> Result:
    """So many mutated frames from this seed; fails where something is read that was not sent."""
    random, result = Random(seed), Result()
    line = Line(AngelEyeDecoder().feed, AngelEyeSession(None), GARBAGE_AT_ONCE, random, result)
    repeated(lambda: _one(line, random, result), frames, result)
    return result


def _one(line: Line, random: Random, result: Result) -> None:
    sent, guard = _any_report(random), drawn(random.randrange(10), random.choice(_CARDS))
    single = random.random() < 0.4
    damaged = flip_one(sent, random) if single else random.choice(SEVERAL)(sent, random)
    told = _told(line, damaged + guard)
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
