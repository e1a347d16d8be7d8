"""How many cards that a line without check digits changes into others are found by the running composition.

Whole shoes of eight decks go as text through the real session into the real check of a shoe, in one process. In each
one card is changed by one wrong bit into another card of the game. It is found when a card comes that cannot exist any
more; with so many cards undealt behind the cutting card it may never come.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import asdict

from app.devices.observations import CardSeen
from app.devices.session_protocol import Now, Report
from app.devices.sessions.bee_tek import BeeTekSession
from app.game.core.apply import EMPTY
from app.game.core.cards import DECK, Card, with_card
from app.game.core.state import Shoe, changed_shoe
from app.game.subjects.shoe.possible_cards import unfit
from tests.devices.bee_tek_wire import game_card

DECKS = 8
UNDEALT = (0, 1, 10, 52, 78, 104)


def never_found(undealt: int) -> float:
    """The predicted chance: that not all eight true copies of the other card are among those dealt."""
    others = DECKS * len(DECK) - 1
    found = 1.0
    for copy in range(DECKS):
        found *= (others - undealt - copy) / (others - copy)
    return 1 - found


def shares_found(shoes: int, random: Random) -> dict[int, float]:
    """The share of changed cards that is found, by how many cards stay undealt."""
    found = dict.fromkeys(UNDEALT, 0)
    changed = dict.fromkeys(UNDEALT, 0)
    for _ in range(shoes):
        for undealt in UNDEALT:
            cards = [card for card in DECK for _ in range(DECKS)]
            random.shuffle(cards)
            dealt = cards[: len(cards) - undealt]
            changed[undealt] += 1
            found[undealt] += _is_found(dealt, random)
    return {undealt: found[undealt] / changed[undealt] for undealt in UNDEALT}


def _is_found(cards: list[Card], random: Random) -> bool:
    """Whether a card is refused as one too many, if one of these is changed on the line."""
    table = changed_shoe(EMPTY, **asdict(Shoe(decks=DECKS, left=DECKS * len(DECK))))
    at, frame = _changed(cards, random)
    frames = [frame if n == at else game_card(card) for n, card in enumerate(cards)]
    for card in _told(frames):
        if unfit(table, (card,)) is not None:
            return True
        table = changed_shoe(table, drawn=with_card(table.shoe.drawn, card))
    return False


def _changed(cards: list[Card], random: Random) -> tuple[int, bytes]:
    """Where a wrong bit makes another card of the game, and what comes over the line then."""
    while True:
        at = random.randrange(len(cards))
        frame = bytearray(game_card(cards[at]))
        frame[random.randrange(len(frame))] ^= 1 << random.randrange(8)
        others = [card for card in _told([bytes(frame)]) if card != cards[at]]
        if others and others[0] in DECK:
            return at, bytes(frame)


def _told(frames: list[bytes]) -> Iterator[Card]:
    """The cards that a session sees in these frames."""
    session, now = BeeTekSession(None), Now(0.0, 0)
    session.connected(now)
    for frame in frames:
        session.received(frame, now)
        for output in session.take():
            if isinstance(output, Report):
                session.stored(output, now)
                if isinstance(output.observation, CardSeen) and output.observation.card is not None:
                    yield output.observation.card
