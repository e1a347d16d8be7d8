"""Where the cards of a round lie, card by card: each is known by its number, counted as they left the shoe."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import Part
from app.game.core.state import DEALER, Round, Source, Table, every_hand
from app.game.subjects.remedies.round_replay import steps_of, turned_up

TYPED: tuple[Source, ...] = ("manual", "keyed")
# A card that lies elsewhere than it was meant to is a fact.
Drawn = c.DrawCard | c.DrawFaceDown | e.CardDealt
# A box (0: the dealer) and the number of a hand.
Place = tuple[int, int]


class TypedCard(Part, order=True):
    """A card of the round that was typed, by its number, and where it lies by the record; the first of a hand is its
    card 1."""

    number: int
    """Which card of the round it is, as they left the shoe: 1, 2, 3."""
    card: Card
    box: int
    hand: int
    position: int
    """Which card of the hand it is, from the first: 1."""


class DrawnStep(NamedTuple):
    """A card that left the shoe, and the place of its event in the record."""

    act: Drawn
    at: int


def drawn_steps(record: tuple[Any, ...]) -> list[DrawnStep]:
    """The cards of the round, face up and face down, in the order in which they left the shoe."""
    return [DrawnStep(step.act, step.at) for step in steps_of(record) if isinstance(step.act, Drawn)]


def lay_face_down(table: Table, number: int) -> bool:
    """Whether the card of this number was dealt face down."""
    drawn = drawn_steps(table.record)
    return 0 < number <= len(drawn) and isinstance(drawn[number - 1].act, c.DrawFaceDown)


def places_of(record: tuple[Any, ...]) -> dict[Place, list[int]]:
    """The numbers of the cards that each hand was dealt, from the first."""
    drawn = drawn_steps(record)
    numbers = {step.at: number for number, step in enumerate(drawn, 1)}
    boxes: dict[int, list[list[int]]] = {}
    for at, event in enumerate(record):
        if isinstance(event, e.CardDealt | e.CardDealtDown):
            boxes.setdefault(event.box, [[]])[_index(event.box, event.hand)].append(numbers.get(at, 0))
        elif isinstance(event, e.HandSplit):
            hands = boxes[event.box]
            hands[event.hand - 1 : event.hand] = [[number] for number in hands[event.hand - 1]]
    return {(box, number): hand for box, hands in boxes.items() for number, hand in enumerate(hands, 1)}


def _index(box: int, hand: int) -> int:
    return 0 if box == DEALER else hand - 1


def typed_cards(table: Table) -> tuple[TypedCard, ...]:
    """The cards of the round on the table that were typed and that everybody sees."""
    if table.round is None or not any([getattr(event, "source", "") in TYPED for event in table.record]):
        return ()
    acts = [step.act for step in drawn_steps(table.record)]
    faces = turned_up([step.act for step in steps_of(table.record)])
    known = [faces.get(act.commitment) if isinstance(act, c.DrawFaceDown) else act.card for act in acts]
    numbers = places_of(table.record)
    found = [
        TypedCard(number, card, *place, position)
        for place, cards in _seen(table.round)
        for position, (number, card) in enumerate(zip(numbers.get(place, ()), cards, strict=False), 1)
        if number and known[number - 1] == card and acts[number - 1].source in TYPED
    ]
    return tuple(sorted(found))


def _seen(round_: Round) -> Iterator[tuple[Place, tuple[Card, ...]]]:
    """Every hand that lies face up."""
    yield (DEALER, 1), round_.dealer
    for box, number, hand in every_hand(round_):
        if not hand.down:
            yield (box.number, number), hand.cards
