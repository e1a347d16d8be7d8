"""What the shoe has told beside what was keyed: where its cards lie, and the record as it is then.

The shoe tells its cards in the order in which they left it. Each of them is one that was keyed, rightly or wrongly, or
one that was forgotten; and of the keyed cards one may have been none. Of all that this can mean, the ways are kept that
take the least to have gone wrong; where they differ, somebody who sees the felt says where the cards lie.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.cards import belongs, copies
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.seals import Opened, digest
from app.game.core.state import Held, Keyed, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.devices.keyed_cards import keyed_in_the_round
from app.game.subjects.remedies.card_positions import Drawn, Place, drawn_steps, places_of
from app.game.subjects.remedies.corrected_card import Otherwise, played_otherwise
from app.game.subjects.remedies.round_replay import Step, Stopped, steps_of
from app.game.subjects.remedies.typed_cards import stood_on, with_opened

MOST_WRONG = 2
MOST_TRIED = 60
KEY = 16


# A card that was drawn and is with no hand.
Apart = e.CardDiscarded | e.CardKept


class Told(NamedTuple):
    """A card that the shoe has told; without `opened` it lies face down."""

    commitment: str
    opened: Opened | None = None


class Arrangement(NamedTuple):
    """One way in which the cards lie: for each that the shoe has told its place (none: it lies ready or is discarded),
    and whether it was forgotten; how many of the keyed cards the shoe has told of by that; the round as it is then.
    `key` names it."""

    places: tuple[Place | None, ...]
    forgotten: tuple[bool, ...]
    keyed: int
    again: Draft

    @property
    def key(self) -> str:
        """The same for the same cards on the table."""
        round_, table = self.again.round, self.again.table
        apart = (table.kept, table.shoe.drawn.hex()) if None in self.places else ()
        return digest((round_.boxes, round_.dealer, round_.hole, self.keyed, *apart))[:KEY]


class _Way(NamedTuple):
    """For each told card the keyed one that it is, by its place among them; None: it was forgotten. `keyed`: so many of
    those are accounted for."""

    of: tuple[int | None, ...]
    keyed: int
    wrong: int


def told_now(table: Table, held: Held | None) -> tuple[str, ...]:
    """What the shoe has told beside the keyed cards: the card that differs, and those that came after it."""
    if held is None or held.irregularity != "keyed_differs" or held.commitment is None:
        return ()
    came = [each.commitment for each in table.laid_by]
    cards = came[: came.index(None)] if None in came else came
    return (held.commitment, *[each for each in cards if each is not None])


def used_up(draft: Draft, held: Held | None, keyed: int) -> None:
    """The record has what the shoe has told: so many of the keyed cards, and all that came since, wait no more."""
    if keyed:
        draft.emit(e.KeyedConfirmed(keyed))
    for _ in told_now(draft.table, held)[1:]:
        draft.emit(e.MeanwhileTakenUp())


def arrangements(table: Table, rules: Ruleset, told: Sequence[Told]) -> tuple[Arrangement, ...]:
    """The ways in which the cards may lie, those with the least wrong first; none where the keyed cards are not of the
    round on the table."""
    keyed = keyed_in_the_round(table)
    if not told or not keyed or not all([each.opened is None or belongs(each.opened.card) for each in told]):
        return ()
    ways = sorted(_ways(told, table.keyed), key=lambda way: way.wrong)
    tries = [(way, gaps) for way in ways for gaps in _gaps(table, keyed, way)][:MOST_TRIED]
    found: dict[str, Arrangement] = {}
    for way, gaps in tries:
        arranged = _arranged(table, rules, told, keyed, way, gaps)
        if arranged is not None:
            found.setdefault(arranged.key, arranged)
    return tuple(found.values())


def _ways(told: Sequence[Told], keyed: Sequence[Keyed]) -> Iterator[_Way]:
    """Every way with few things wrong; a keyed card that the shoe has not told of by the last told one waits on."""

    def go(of: tuple[int | None, ...], at: int, wrong: int) -> Iterator[_Way]:
        if wrong > MOST_WRONG:
            return
        if len(of) == len(told):
            yield _Way(of, at, wrong)
            return
        if at < len(keyed) and not (told[len(of)].opened is None and keyed[at].card is not None):
            yield from go((*of, at), at + 1, wrong + (not _same(told[len(of)], keyed[at])))
        if at + 1 < len(keyed) and _same(told[len(of)], keyed[at + 1]):
            yield from go((*of, at + 1), at + 2, wrong + 1)  # the one before was none
        yield from go((*of, None), at, wrong + 1)

    return go((), 0, 0)


def _same(told: Told, keyed: Keyed) -> bool:
    """Whether it is the card that was keyed; one that lies face down may be."""
    return (told.opened.card if told.opened is not None else None) == keyed.card


def _gaps(table: Table, keyed: list[int], way: _Way) -> list[tuple[int, ...]]:
    """Where in the record the forgotten cards may have come, one after the other: before what each."""
    between = [_between(table, keyed, way, at) for at, of in enumerate(way.of) if of is None]
    return [gaps for gaps in product(*between) if list(gaps) == sorted(gaps)]


def _between(table: Table, keyed: list[int], way: _Way, at: int) -> list[int]:
    """Behind the card that left the shoe before it, and not behind the one after it."""
    before = [keyed[of] for of in way.of[:at] if of is not None]
    drawn = [step.at for step in drawn_steps(table.record) if step.at < keyed[0]]
    after = next((of for of in way.of[at:] if of is not None), way.keyed)
    first, last = (before or drawn or [-1])[-1], (*keyed, len(table.record))[after]
    return [each for each in [*[step.at for step in steps_of(table.record)], len(table.record)] if first < each <= last]


def _arranged(
    table: Table, rules: Ruleset, told: Sequence[Told], keyed: list[int], way: _Way, gaps: tuple[int, ...]
) -> Arrangement | None:
    """The round played like that, if it can have gone so."""
    forgotten = dict(zip([at for at, of in enumerate(way.of) if of is None], gaps, strict=True))
    swaps = _swaps(table, told, way)
    course, order = list[Otherwise](), list[int | None]()
    steps = {step.at: step for step in steps_of(table.record)}
    for place in (*steps, len(table.record)):
        course += [Otherwise(_forgotten(told[at])) for at, gap in forgotten.items() if gap == place]
        order += [at for at, gap in forgotten.items() if gap == place]
        step = steps.get(place)
        act, is_told = _as_told(step, told, keyed, way) if step is not None else (None, None)
        if step is not None and act is not None:
            for before, opened in swaps:
                act = with_opened(act, before, opened)
            course.append(Otherwise(act, stood_on(table, step)))
            order += [is_told] if isinstance(act, Drawn) else []
    again = played_otherwise(table, rules, course)
    if isinstance(again, Stopped) or not _fits(again.table, told):
        return None
    return Arrangement(_places(again, order, len(told)), tuple([of is None for of in way.of]), way.keyed, again)


def _swaps(table: Table, told: Sequence[Told], way: _Way) -> list[tuple[str, Opened]]:
    """What had been dealt face down as another card, and was perhaps turned up."""
    matched = [(told[at].opened, table.keyed[of].commitment) for at, of in enumerate(way.of) if of is not None]
    return [(before, opened) for opened, before in matched if opened is not None and before is not None]


def _forgotten(told: Told) -> Drawn:
    """The card as it was dealt: the dealer's that lies face down, or face up."""
    if told.opened is None:
        return c.DrawFaceDown(told.commitment, hole=True)
    return c.DrawCard(told.opened.card)


def _as_told(step: Step, told: Sequence[Told], keyed: list[int], way: _Way) -> tuple[Act | None, int | None]:
    """The act with the shoe's cards in the place of the keyed ones, and which of them it is; nothing, where a keyed
    card was none."""
    act: Act = step.act
    for at, of in enumerate(way.of):
        if of is not None and keyed[of] == step.at:
            assert isinstance(act, Drawn | Apart), "a card was keyed with it"
            return _is(act, told[at]), at
    if step.at in keyed[: way.keyed]:
        return None, None
    return act, None


def _is(act: Drawn | Apart, told: Told) -> Drawn | Apart:
    if isinstance(act, c.DrawFaceDown):
        return replace(act, commitment=told.commitment, source="")
    assert told.opened is not None, "a card that lies face up is told by its face"
    if isinstance(act, Apart):
        return replace(act, card=told.opened.card)
    return act if told.opened.card == act.card else replace(act, card=told.opened.card, source="")


def _fits(table: Table, told: Sequence[Told]) -> bool:
    """Whether the shoe can have held them: a card that is with no hand is not looked at when the round is played."""
    cards = [each.opened.card for each in told if each.opened is not None]
    return all([copies(table.shoe.drawn, card) <= table.shoe.decks for card in cards])


def _places(again: Draft, order: list[int | None], told: int) -> tuple[Place | None, ...]:
    """Where each card that the shoe has told lies; `order`: which of them each card of the round is."""
    lies = {number: place for place, numbers in places_of(again.table.record).items() for number in numbers}
    found = {at: lies[number] for number, at in enumerate(order, 1) if at is not None}
    return tuple([found.get(at) for at in range(told)])
