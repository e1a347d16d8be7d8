"""What folds of several subjects share."""

from collections.abc import Iterable

from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.round_log import of_the_round
from app.game.core.state import Keyed, Line, Source, Table, Waiting


def won(table: Table, lines: Iterable[Line], withdrawn: Iterable[Line] = ()) -> Table:
    """The table with what these lines bring its tray, and those that are withdrawn do not."""
    gained = sum([line.takes_cents - line.pays_cents for line in lines])
    lost = sum([line.takes_cents - line.pays_cents for line in withdrawn])
    return replace(table, won_cents=table.won_cents + gained - lost) if gained != lost else table


def moved(table: Table, cents: int) -> Table:
    """The table with so much more in its tray, or (negative) less."""
    return replace(table, float=replace(table.float, cents=table.float.cents + cents))


def noted(table: Table, source: Source, card: Card | None, commitment: str | None = None) -> Table:
    """A card that was keyed by hand waits for the shoe's word; one that the shoe told does not."""
    return replace(table, keyed=(*table.keyed, Keyed(card, commitment))) if source == "keyed" else table


def looked_at_again(before: Table, after: Table, event: e.Event) -> Table:
    """What waited, after this event: a signature is good for the record that it was put under, and no other."""
    waiting = after.waiting
    if isinstance(event, e.RoundOpened):  # that the record had changed was told for a whole round
        waiting = tuple([each for each in waiting if each.outdated in (None, before.rounds_opened)])
    marked = tuple([_marked(each, before, after, event) for each in waiting])
    return after if marked == after.waiting else replace(after, waiting=marked)


def _marked(waiting: Waiting, before: Table, after: Table, event: e.Event) -> Waiting:
    if waiting.outdated is None and _is_outdated(waiting, before, after, event):
        return replace(waiting, outdated=after.rounds_opened)
    return waiting


def _is_outdated(waiting: Waiting, before: Table, after: Table, event: e.Event) -> bool:
    if isinstance(event, e.EarlierRoundAmended):
        return event.round == waiting.round
    if before.round is None or before.round.number != waiting.round:
        return False
    if after.round is None or after.round.number != waiting.round:  # an earlier round is void in another way
        return waiting.what != "reconstruct"
    return of_the_round(before.record) != of_the_round(after.record)
