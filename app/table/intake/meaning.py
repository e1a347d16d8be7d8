"""What an observation is at this table at this moment: the command that the table is asked, if any.

Pure, but for the cards that lie face down. A card that has left the shoe and that nothing awaits is laid by, sealed,
for somebody to say what it was; of everything else the table itself is asked whether it would take it.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, cast

from app.devices import observations as o
from app.game import commands as c
from app.game.core.cards import DECK, belongs
from app.game.core.records import replace
from app.game.core.rejections import Accepted
from app.game.core.seals import Opened, seal
from app.game.core.state import Round, Source, Table
from app.game.core.turn import deals_on
from app.game.decide import decide
from app.game.routing import How, NextCard, next_card
from app.game.rules.ruleset import Ruleset
from app.game.subjects.devices.machine_reports import BROKEN, EMPTY, FAILED, MISUSED, SHUFFLE_DONE, round_goes_on
from app.game.subjects.shoe.preparation_steps import cards_to_cut, config_now
from app.table.intake.hidden import Hidden
from app.table.intake.hole_reading import is_of, reading_due, reading_of

Awaited = How | Literal[""]


class Sense(NamedTuple):
    """A command for the table, or none; the card that lies face down with it; whether the card's frame has to be hidden
    though nothing new lies face down; what the floor should know if the table takes nothing."""

    command: c.Command | None
    opened: Opened | None = None
    hide: bool = False
    note: str = ""


def awaited(table: Table, rules: Ruleset) -> Awaited:
    """How the next card would lie; nothing where none is awaited, or none can come."""
    if table.held is not None or table.closed or table.shoe.left == 0:
        return ""
    found = next_card(table, rules)
    return found.how if isinstance(found, NextCard) else ""


def takes(table: Table, rules: Ruleset, command: c.Command) -> bool:
    """Whether the table would take it."""
    return isinstance(decide(table, rules, command), Accepted)


# --- cards


def of_card(table: Table, rules: Ruleset, hidden: Hidden, opened: Opened, seen: o.CardSeen, source: Source) -> Sense:
    """What a card is that a device saw leave the shoe."""
    if not table.shoe.decks:
        return Sense(None, hide=True, note="a card left the shoe while no shoe was in use")
    sense = _of_card(table, rules, hidden, opened, seen, source)
    return sense._replace(note=f"{UNSURE} {seen.confidence} %") if seen.unsure else sense


UNSURE = "a card was read with a confidence of only"


def _of_card(table: Table, rules: Ruleset, hidden: Hidden, opened: Opened, seen: o.CardSeen, source: Source) -> Sense:
    if table.held is not None or table.laid_by:
        return _laid_by(hidden, table, opened, source, seen.place)
    if table.keyed:
        return _of_keyed(table, hidden, opened)
    what = awaited(table, rules)
    if not what or not in_place(seen.place, what):
        return _laid_by(hidden, table, opened, source, seen.place)
    return as_awaited(table, hidden, opened, what, source)


def _laid_by(hidden: Hidden, table: Table, opened: Opened, source: Source, place: str) -> Sense:
    return Sense(c.LayBy(seal(opened), hidden.unfit(table, opened.card), source, place), opened)


def in_place(place: str, what: Awaited) -> bool:
    """Whether a card that went there by the device can be what is awaited."""
    return place == "" or (place, what) == ("burn", "burn")


def as_awaited(table: Table, hidden: Hidden, opened: Opened, what: Awaited, source: Source) -> Sense:
    """The card as what the table awaits."""
    unfit = hidden.unfit(table, opened.card)
    if what == "up":
        return Sense(c.DrawCard(opened.card, source, unfit=unfit and belongs(opened.card)))
    if what == "burn":
        return Sense(c.BurnCard(seal(opened), source, alarm=unfit), opened)
    return Sense(c.DrawFaceDown(seal(opened), what == "hole", source, alarm=unfit), opened)


def _of_keyed(table: Table, hidden: Hidden, opened: Opened) -> Sense:
    """The shoe tells of a card that somebody keyed: the first of them."""
    first = table.keyed[0]
    down = hidden.opened(first.commitment) if first.commitment is not None else None
    known = first.card or (down.card if down is not None else None)
    if known == opened.card:
        return Sense(c.ConfirmKeyed(), hide=first.commitment is not None)
    return Sense(c.DoubtKeyed(seal(opened)), opened)


def of_typed(table: Table, rules: Ruleset, hidden: Hidden, opened: Opened, source: Source) -> Sense:
    """What a card is that somebody types: nothing but what is awaited; else the table says why not."""
    return as_awaited(table, hidden, opened, awaited(table, rules) or "up", source)


def of_laid_by(table: Table, rules: Ruleset, hidden: Hidden, source: Source) -> c.TakeUp | None:
    """What came first while the table held is, now that it does not."""
    first = table.laid_by[0]
    if first.commitment is None:
        return c.TakeUp()
    opened = hidden.opened(first.commitment)
    if opened is None:
        return None
    alone = replace(table, laid_by=())
    if alone.keyed:
        return c.TakeUp(_as_card(_of_keyed(alone, hidden, opened)))
    what = awaited(alone, rules)
    if not what or not in_place(first.place, what):
        return c.TakeUp(_as_card(_laid_by_again(first, source)))
    sense = as_awaited(alone, _without(hidden, table), opened, what, source)
    return c.TakeUp(_as_card(sense), opened if what == "up" else None)


def _as_card(sense: Sense) -> c.TakenUpAs | None:
    return cast("c.TakenUpAs | None", sense.command)


def _laid_by_again(first: Any, source: Source) -> Sense:
    return Sense(c.LayBy(first.commitment, first.alarm, source))


def _without(hidden: Hidden, table: Table) -> Hidden:
    """The face-down cards without the one that is taken up, so that it is not counted twice."""
    return hidden.but(table.laid_by[0].commitment)


# --- everything else


def of_other(table: Table, rules: Ruleset, observation: o.Observation, shoe: bool, stream: str) -> Sense:
    """What an observation is that is no card. `shoe`: the device lets cards out."""
    find = _MEANINGS.get(type(observation))
    return find(table, rules, observation, shoe, stream) if find is not None else Sense(None)


def _unless_refused(table: Table, rules: Ruleset, command: c.Command, note: str) -> Sense:
    return Sense(command) if takes(table, rules, command) else Sense(None, note=note)


def of_unread(table: Table, rules: Ruleset) -> Sense:
    """A card passed unread: one that was keyed, or one that somebody has to look at."""
    if table.keyed and table.held is None and not table.laid_by:
        return Sense(c.ConfirmKeyed())
    return _unless_refused(table, rules, c.DoubtDevice("card_unread"), "a card passed unread, with no shoe in use")


def _doubt(name: str) -> Callable[..., Sense]:
    def of_it(table: Table, rules: Ruleset, _seen: Any, shoe: bool, _stream: str) -> Sense:
        note = f"{name.replace('_', ' ')}, with no shoe in use"
        return _unless_refused(table, rules, c.DoubtDevice(name), note) if shoe else Sense(None, note=note)

    return of_it


def _doubted(table: Table, rules: Ruleset, seen: o.Doubted, shoe: bool, _stream: str) -> Sense:
    """The doubts of a line: about the cards, if it is the line of a shoe."""
    note = "" if seen.doubt in _ONLY_WITH_A_SHOE else f"{seen.doubt.replace('_', ' ')} {seen.detail}".strip()
    moved = seen.doubt not in _ONLY_IN_A_ROUND or _round_is_open(table)
    moved = moved and (seen.doubt not in _ONLY_WHILE_DEALT_FROM or deals_on(table))
    if not shoe or not moved:
        return Sense(None, note=note)
    return _unless_refused(table, rules, c.DoubtDevice(seen.doubt), note)


# A shoe that has just been attached tells of another table's cards: without a shoe in use nobody need know.
_ONLY_WITH_A_SHOE = ("cards_before",)
# While nothing is wagered no card is dealt that could have left while the device was dead.
_ONLY_IN_A_ROUND = ("device_restarted",)
# Shoes take turns when the cards are shuffled.
_ONLY_WHILE_DEALT_FROM = ("device_swapped",)


def _round_is_open(table: Table) -> bool:
    """Whether somebody has wagered on a round that is not over."""
    round_ = table.round
    return round_ is not None and not round_.complete and (round_.bets_closed or bool(round_.places))


def _cut_card(table: Table, rules: Ruleset, _seen: o.CutCardSeen, _shoe: bool, _stream: str) -> Sense:
    if takes(table, rules, c.DrawCutCard()):
        return Sense(c.DrawCutCard())
    return _unless_refused(table, rules, c.DoubtDevice("cut_card"), "a cutting card that is not in the shoe")


def _filled(table: Table, rules: Ruleset, seen: o.ShoeFilled, _shoe: bool, _stream: str) -> Sense:
    """A new shoe holds the whole set, whichever steps the dealer has tapped by then."""
    new = table.preparation is not None or not table.shoe.decks
    expected = table.config.decks * len(DECK) if new else _left(table)
    if seen.cards == expected or table.shoe.refill:
        return Sense(None)
    note = f"the shoe counted {seen.cards} cards where the record has {expected}"
    return _unless_refused(table, rules, c.DoubtDevice("count_mismatch"), note)


def _ran_out(table: Table, rules: Ruleset, _seen: o.ShoeRanOut, _shoe: bool, _stream: str) -> Sense:
    """What the book has for it; where it cannot be reported now, it is a count like any other."""
    note = "the shoe says that it is empty"
    if not takes(table, rules, c.ReportShoeEmpty(source="")) and not table.spooled and _left(table) > 0:
        return _unless_refused(table, rules, c.DoubtDevice("count_mismatch"), note)
    return _of_machine(table, rules, EMPTY, c.ReportShoeEmpty(source=""), note)


def _left(table: Table) -> int:
    """How many cards are in the shoe, if all that it has told has left it: what waits, too."""
    return table.shoe.left - sum([each.commitment is not None for each in table.laid_by])


def _shuffled(table: Table, rules: Ruleset, seen: o.ShuffleEnded, _shoe: bool, _stream: str) -> Sense:
    """The shuffler's own count is believed only where it is that of the cards that are made ready."""
    expected = cards_to_cut(table)
    if seen.cards != expected:
        return Sense(None, note=miscounted(seen.cards, table))
    if config_now(table).shuffler == "none":
        return Sense(None)
    return _of_machine(table, rules, SHUFFLE_DONE, c.FinishShuffle())


def miscounted(counted: int, table: Table) -> str:
    """What the shuffler counted, and what it should have."""
    whole = "the cards that are made ready are" if table.shoe.refill else "a set has"
    return f"the shuffler counted {counted} cards where {whole} {cards_to_cut(table)}"


def _of_machine(table: Table, rules: Ruleset, word: str, command: c.Command, note: str = "") -> Sense:
    """What a machine tells, now or in its turn; `note`: for the floor, if the table takes nothing of it now."""
    if takes(table, rules, command):
        return Sense(command)
    later = table.held is not None or bool(table.laid_by or table.spooled)
    return Sense(c.DoubtDevice(word) if later and takes(table, rules, c.DoubtDevice(word)) else None, note=note)


def _count(_table: Table, _rules: Ruleset, seen: o.CountDiffered, _shoe: bool, _stream: str) -> Sense:
    return Sense(None, note=f"the shuffler counted {seen.counted} cards where it expected {seen.expected}")


def _jam(table: Table, rules: Ruleset, _seen: Any, shoe: bool, _stream: str) -> Sense:
    """Of a shuffler, a continuous one too, the book says what follows; of a shoe the cards have to be looked at."""
    sense = Sense(None, note=STUCK)
    if not shoe or table.config.shuffler == "continuous":
        sense = _of_machine(table, rules, FAILED, c.Report(FAILED), STUCK)
    if shoe and sense.command is None:
        return _unless_refused(table, rules, c.DoubtDevice("jammed"), STUCK)
    return sense


STUCK = "a card is stuck"


def _error(table: Table, rules: Ruleset, seen: o.ErrorRaised, shoe: bool, stream: str) -> Sense:
    if shoe and seen.code == o.TIMED_OUT:
        return _jam(table, rules, seen, shoe, stream)
    return Sense(None, note=f"error {seen.code} stands: {ERRORS.get(seen.code, 'one of the maker')}")


ERRORS = {
    1: "cannot read", 2: "overdraw", 3: "button mishandled", 4: "reverse at the exit", 5: "reverse midway",
    6: "card code error", 7: "drawing time-out", 8: "jam",
}  # fmt: skip


def _hole(table: Table, rules: Ruleset, seen: o.HoleAnswered, _shoe: bool, stream: str) -> Sense:
    """The reader's one bit counts only for the reading that asked. Another answer to the same one, whoever gave the
    first, says that the reader does not work."""
    round_ = table.round
    if round_ is not None and _contradicts(round_, seen, stream):
        found = _in_the_round(table, rules, BROKEN, "the reader answered otherwise than is recorded")
        return found._replace(hide=True)
    if round_ is None or not reading_due(table, rules) or not is_of(seen.token, reading_of(stream, round_)):
        return Sense(None, hide=True, note="the reader answered what nobody asks now")
    if seen.answer == "not_read":
        return Sense(None, note="the reader could not read the card: put it in again")
    return Sense(c.ReadHole(seen.answer == "blackjack"))


def _contradicts(round_: Round, seen: o.HoleAnswered, stream: str) -> bool:
    if round_.hole is None or round_.hole_read is None or seen.answer == "not_read":
        return False
    return is_of(seen.token, reading_of(stream, round_)) and round_.hole_read is not (seen.answer == "blackjack")


def _out_of_turn(table: Table, rules: Ruleset, _seen: Any, _shoe: bool, _stream: str) -> Sense:
    return _in_the_round(table, rules, MISUSED, "the reader was used out of turn")


def _in_the_round(table: Table, rules: Ruleset, word: Literal["reader_misused", "reader_broken"], note: str) -> Sense:
    """The book's business while a round goes on."""
    return _of_machine(table, rules, word, c.Report(word), note) if round_goes_on(table) else Sense(None, note=note)


def _said(words: str) -> Callable[..., Sense]:
    return lambda _table, _rules, _seen, _shoe, _stream: Sense(None, note=words)


def _warned(_table: Table, _rules: Ruleset, _seen: o.Warned, _shoe: bool, _stream: str) -> Sense:
    return Sense(None, note="the device warns in its own words; see its frames")


_MEANINGS: dict[type, Callable[..., Sense]] = {
    o.Doubted: _doubted,
    o.CutCardSeen: _cut_card,
    o.CardPushedBack: _doubt("card_pushed_back"),
    o.TwoAtOnce: _doubt("two_at_once"),
    o.ShoeFilled: _filled,
    o.ShoeRanOut: _ran_out,
    o.ShuffleEnded: _shuffled,
    o.CountDiffered: _count,
    o.Jammed: _jam,
    o.ErrorRaised: _error,
    o.HoleAnswered: _hole,
    o.HoleOutOfTurn: _out_of_turn,
    o.Warned: _warned,
    o.DoorMoved: _said("a door of the device was opened or closed"),
    o.PresetChanged: _said("a setting of the device was changed"),
}
