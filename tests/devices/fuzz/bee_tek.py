"""Mutated tokens of a Bee-Tek shoe.

Each damaged token stands before a line end and a good one, which must be read whatever was damaged. There is no check
digit, so a changed card can be read: how often is counted, for single wrong bits and for the rest.
"""

from dataclasses import dataclass
from random import Random

from app.devices.codecs.bee_tek import HELD_MOST, BeeTekDecoder
from app.devices.codecs.bee_tek_tokens import AlarmToken, CardToken, Damaged, Token, WarningToken
from app.devices.sessions.bee_tek import BeeTekSession
from tests.devices.bee_tek_wire import CARDS, VECTORS, burnt_card, game_card, spellings
from tests.devices.fuzz.damage import SEVERAL, flip_one
from tests.devices.fuzz.line import Line, repeated


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


def _tokens(line: Line, data: bytes, result: Result) -> list[Token]:
    """The tokens in these bytes."""
    pieces = line.hear(data)
    result.damaged += sum([isinstance(piece, Damaged) for piece in pieces])
    return [piece for piece in pieces if isinstance(piece, CardToken | AlarmToken | WarningToken)]


def run(frames: int, seed: int) -> Result:
    """So many mutated frames from this seed; fails where bytes vanish or a good token is not read."""
    random, result = Random(seed), Result()
    line = Line(BeeTekDecoder().feed, BeeTekSession(None), HELD_MOST, random, result)
    repeated(lambda: _one(line, random, result), frames, result)
    return result


def _one(line: Line, random: Random, result: Result) -> None:
    card, guard = random.choice(CARDS), game_card(random.choice(CARDS))
    spelled = random.choice(spellings(card))
    sent = random.choice((game_card(spelled), burnt_card(spelled), random.choice(VECTORS)))
    single = random.random() < 0.4
    damaged = flip_one(sent, random) if single else random.choice(SEVERAL)(sent, random)
    tokens = _tokens(line, damaged + guard, result)
    result.frames += 1
    result.single_flips += single
    assert tokens, "the token after the damage was lost"
    assert tokens[-1].frame.endswith(guard.strip()), "the token after the damage is another"
    others = sum([isinstance(token, CardToken) and token.frame.strip() != sent.strip() for token in tokens[:-1]])
    if single:
        result.other_cards_by_single_flip += others
    else:
        result.other_cards_by_more += others
