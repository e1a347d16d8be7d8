"""Mutated tokens of a Bee-Tek shoe.

Each damaged token stands before a line end and a good one, which must be read whatever was damaged. There is no check
digit, so a changed card can be read: how often is counted, for single wrong bits and for the rest.
"""

import resource
from dataclasses import dataclass
from random import Random

from app.devices.codecs.bee_tek import HELD_MOST, BeeTekDecoder, Piece
from app.devices.codecs.bee_tek_tokens import AlarmToken, CardToken, Damaged, Token, WarningToken
from app.devices.session import Now, Report
from app.devices.sessions.bee_tek import BeeTekSession
from tests.devices.bee_tek_wire import CARDS, VECTORS, burnt_card, game_card, spellings
from tests.devices.chunks import at_random
from tests.devices.fuzz.damage import SEVERAL, flip_one


@dataclass(slots=True)
class Result:
    """What became of the mutated frames."""

    frames: int = 0
    single_flips: int = 0
    other_cards_by_single_flip: int = 0
    other_cards_by_more: int = 0
    damaged: int = 0
    reports: int = 0
    most_held_bytes: int = 0
    grown_kb: int = 0


class _Line:
    """One decoder and one session that hear the same bytes for the whole run."""

    def __init__(self, random: Random, result: Result) -> None:
        self._random = random
        self._result = result
        self._decoder = BeeTekDecoder()
        self._session = BeeTekSession(None)
        self._session.connected(Now(0.0, 0))
        self._held = b""
        self._at_s = 0.0

    def hear(self, data: bytes) -> list[Token]:
        """The tokens in these bytes; every byte comes out again, and little is held."""
        pieces: list[Piece] = []
        for chunk in at_random(data, self._random, most=40):
            pieces += self._decode(chunk)
            self._tell_session(chunk)
        self._result.damaged += sum([isinstance(piece, Damaged) for piece in pieces])
        return [piece for piece in pieces if isinstance(piece, CardToken | AlarmToken | WarningToken)]

    def _decode(self, chunk: bytes) -> list[Piece]:
        self._held += chunk
        pieces = self._decoder.feed(chunk)
        for piece in pieces:
            assert piece.frame and self._held.startswith(piece.frame), "a piece that is not what came"
            self._held = self._held[len(piece.frame) :]
        assert len(self._held) <= HELD_MOST, "more is held than is needed"
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
    """So many mutated frames from this seed; fails where bytes vanish or a good token is not read."""
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
    card, guard = random.choice(CARDS), game_card(random.choice(CARDS))
    spelled = random.choice(spellings(card))
    sent = random.choice((game_card(spelled), burnt_card(spelled), random.choice(VECTORS)))
    single = random.random() < 0.4
    damaged = flip_one(sent, random) if single else random.choice(SEVERAL)(sent, random)
    tokens = line.hear(damaged + guard)
    result.frames += 1
    result.single_flips += single
    assert tokens, "the token after the damage was lost"
    assert tokens[-1].frame.endswith(guard.strip()), "the token after the damage is another"
    others = sum([isinstance(token, CardToken) and token.frame.strip() != sent.strip() for token in tokens[:-1]])
    if single:
        result.other_cards_by_single_flip += others
    else:
        result.other_cards_by_more += others
