"""What the shoe has reported that nobody has looked at yet: how much, what becomes of it, what of it may be seen.

A card that waits is sealed. Its face is shown only where the book at this moment has it dealt face up, and nobody's
decision is in between: there it lies open on the table. One that would be a hit for which nobody is known to have
asked, a card that nothing awaits, and all that comes after such a card, are counted and not shown. A card may be
missing before those that wait: where any of them could then be one that lies face down, none is shown.
"""

from typing import NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.rejections import Accepted
from app.game.core.seals import Opened
from app.game.core.state import LaidBy, Source, Table
from app.game.decide import decide
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.card_positions import Place
from app.game.subjects.remedies.reported_cards import Arrangement, Told, arrangements, told_now
from app.table.intake.hidden import Hidden
from app.table.intake.meaning import as_awaited, awaited, in_place

MOST_SHOWN = 24


class ToldCard(NamedTuple):
    """A card that the shoe has told. `card`: nothing where it may not be seen; `box` and `hand`: where it goes, as far
    as that is known; `down`: face down."""

    card: Card | None
    """The card; null where it may not be seen yet."""
    box: int | None
    """Where it goes: the box, 0 the dealer; null where that is not known."""
    hand: int | None
    """Where it goes: the number of the hand; null where that is not known."""
    down: bool
    """Whether it lies face down; it is not said then which card it is."""


class Way(NamedTuple):
    """One way in which the cards lie that the shoe has told beside keyed ones: where each of them is then, and whether
    it had been forgotten; all hands as they are then."""

    key: str
    """What names this way in a command."""
    cards: tuple[ToldCard, ...]
    """Where each of the cards is then."""
    forgotten: tuple[bool, ...]
    """For each of these cards whether it had been forgotten when cards were keyed."""
    dealer: tuple[Card, ...]
    """The dealer's cards, as they are then."""
    hands: tuple[tuple[int, int, tuple[Card, ...]], ...]
    """The hands as they are then: box, number of the hand, cards."""


class ToldNow(NamedTuple):
    """What the shoe has told: the cards in their order, and so many more; where it told another card than was keyed,
    the ways in which they may lie."""

    cards: tuple[ToldCard, ...]
    """The cards in the order in which they left the shoe."""
    more: int
    """So many more wait."""
    ways: tuple[Way, ...]
    """The ways in which those cards may lie, where it told another card than was keyed; the likeliest first."""


def told_cards(table: Table, rules: Ruleset, hidden: Hidden, source: Source) -> ToldNow:
    """All of it."""
    if table.held is not None and table.held.irregularity == "keyed_differs":
        return _beside_keyed(table, rules, hidden)
    waiting = [each for each in table.laid_by if each.commitment is not None]
    foreseen = _foreseen(table, rules, hidden, source, waiting[:MOST_SHOWN])
    return ToldNow(foreseen, len(waiting) - len(foreseen) + table.spooled, ())


def waits_already(table: Table, rules: Ruleset, hidden: Hidden, source: Source, card: Card) -> tuple[Opened, ...]:
    """The card that is entered, if the shoe has told it and it waits; of what will lie face down nobody is told."""
    waiting = [each for each in table.laid_by if each.commitment is not None]
    if _one_may_lie_face_down(table):
        return ()
    foreseen = _foreseen(table, rules, hidden, source, waiting[:MOST_SHOWN])
    down = [came for came, each in zip(waiting, foreseen, strict=False) if each.down]
    known = [hidden.opened(came.commitment or "") for came in waiting if came not in down]
    return tuple([opened for opened in known if opened is not None and opened.card == card][:1])


NOT_SHOWN = ToldCard(None, None, None, down=False)


def _foreseen(
    table: Table, rules: Ruleset, hidden: Hidden, source: Source, waiting: list[LaidBy]
) -> tuple[ToldCard, ...]:
    """What the cards will be that wait behind a doubt; after any other hold they may be anything."""
    found = list[ToldCard]()
    now: Table | None = replace(table, held=None, laid_by=(), spooled=0)
    doubt = table.held is not None and table.held.irregularity == "device_doubt" and not table.keyed
    if not doubt or _one_may_lie_face_down(table):
        now = None
    for came in waiting:
        opened = hidden.opened(came.commitment or "")
        now, shown = _next(now, rules, hidden.but(came.commitment), source, opened, came.place)
        found.append(shown)
    return tuple(found)


def _one_may_lie_face_down(table: Table) -> bool:
    """Whether one of the next cards is burnt, squeezed or the dealer's hole card."""
    round_ = table.round
    dealt = round_ is not None and round_.dealt and not round_.complete
    squeezed = round_ is not None and bool(round_.squeezing)
    return bool(table.shoe.burn_due) or squeezed or (table.config.hole_card != "none" and not dealt)


def _next(
    table: Table | None, rules: Ruleset, hidden: Hidden, source: Source, opened: Opened | None, place: str
) -> tuple[Table | None, ToldCard]:
    """What the card would be, and the table after it; nothing where somebody has to say first what it is."""
    what = awaited(table, rules) if table is not None and opened is not None else ""
    if table is None or opened is None or not what or not in_place(place, what):
        return None, NOT_SHOWN
    command = as_awaited(table, hidden, opened, what, source).command
    assert command is not None
    answer = decide(table, rules, command)
    events = answer.events if isinstance(answer, Accepted) else ()
    dealt = next((each for each in events if isinstance(each, e.CardDealt | e.CardDealtDown)), None)
    held = any([isinstance(each, e.TableHeld) for each in events])
    if held or (dealt is None and what != "burn") or (dealt is not None and dealt.implied_hit):
        return None, NOT_SHOWN
    for event in events:
        table = apply(table, event)
    if dealt is None:
        return table, NOT_SHOWN._replace(down=True)
    up = opened.card if what == "up" else None
    return table, ToldCard(up, dealt.box, dealt.hand, down=up is None)


# --- beside cards that were keyed


def told_beside(table: Table, hidden: Hidden) -> tuple[Told, ...]:
    """The cards that the shoe has told, with all faces that are known here."""
    return tuple([Told(each, hidden.opened(each)) for each in told_now(table, table.held)])


def _beside_keyed(table: Table, rules: Ruleset, hidden: Hidden) -> ToldNow:
    told = told_beside(table, hidden)
    found = [way for way in all_ways(table, rules, told) if _accepted(table, rules, told, way)]
    ways = tuple([_shown(way, told) for way in found])
    alike = [{way.cards[at] for way in ways} for at in range(len(told))]
    cards = tuple([next(iter(each)) if len(each) == 1 else _seen(told[at], each) for at, each in enumerate(alike)])
    more = sum([each.commitment is not None for each in table.laid_by]) + table.spooled + 1 - len(told)
    return ToldNow(cards, more, ways)


def _accepted(table: Table, rules: Ruleset, told: tuple[Told, ...], way: Arrangement) -> bool:
    """Whether it can be chosen: not against what has been paid."""
    chosen = c.Resolve("as_told", arrangement=way.key, opened=face_up(way, told))
    return isinstance(decide(table, rules, chosen), Accepted)


def all_ways(table: Table, rules: Ruleset, told: tuple[Told, ...]) -> tuple[Arrangement, ...]:
    """The ways in which these may lie; a forgotten card may be the dealer's that lies face down, too."""
    found = {way.key: way for way in arrangements(table, rules, told)}
    if table.config.hole_card != "none":
        for at, each in enumerate(told):
            down = (*told[:at], each._replace(opened=None), *told[at + 1 :])
            found |= {way.key: way for way in arrangements(table, rules, down) if way.key not in found}
    return tuple(found.values())


def _seen(told: Told, ways: set[ToldCard]) -> ToldCard:
    """A card that may lie in several places: its face is seen if it lies face up in all of them."""
    down = any([each.down for each in ways]) or not ways
    return ToldCard(None if down or told.opened is None else told.opened.card, None, None, down=False)


def face_up(way: Arrangement, told: tuple[Told, ...]) -> tuple[Opened, ...]:
    """Those of the cards that lie face up then."""
    return tuple([
        each.opened
        for each in told
        if each.opened is not None and not _lies_down(way, each)
    ])  # fmt: skip


def _lies_down(way: Arrangement, told: Told) -> bool:
    round_ = way.again.round
    down = [each.commitment for box in round_.boxes for hand in box.hands for each in hand.down]
    return told.commitment in (round_.hole, *down)


def _shown(way: Arrangement, told: tuple[Told, ...]) -> Way:
    up = face_up(way, told)
    cards = tuple([_lying(each, place, each.opened in up) for each, place in zip(told, way.places, strict=True)])
    round_ = way.again.round
    hands = [(box.number, at, hand.cards) for box in round_.boxes for at, hand in enumerate(box.hands, 1)]
    return Way(way.key, cards, way.forgotten, round_.dealer, tuple(hands))


def _lying(told: Told, place: Place | None, up: bool) -> ToldCard:
    box, hand = place or (None, None)
    return ToldCard(told.opened.card if up and told.opened is not None else None, box, hand, down=not up)


def as_told(table: Table, rules: Ruleset, hidden: Hidden, command: c.Resolve) -> c.Resolve:
    """The choice with the faces of those cards that lie face up by it."""
    told = told_beside(table, hidden)
    key = command.arrangement
    ways = all_ways(table, rules, told)
    way = next((each for each in ways if each.key == key or not (key or any(each.forgotten))), None)
    return c.Resolve("as_told", arrangement=key, opened=face_up(way, told) if way is not None else ())
