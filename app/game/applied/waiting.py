"""Voids and reconstructions that wait for a second signature: which there are, and which are outdated."""

from app.game import events as e
from app.game.round_log import of_the_round
from app.game.state import Table, Waiting

MOST_WAITING = 20


def with_signature(table: Table, event: e.RemedySigned) -> Table:
    """It waits for another signature, or waits no more."""
    others = tuple([each for each in table.waiting if each.seal != event.seal])
    if not event.waits or event.remedy is None:
        return table._replace(waiting=others)
    waiting = Waiting(event.seal, event.round, event.what, event.clause, event.remedy)
    return table._replace(waiting=(*others, waiting)[-MOST_WAITING:])


def looked_at_again(before: Table, after: Table, event: e.Event) -> Table:
    """What waited, after this event: a signature is good for the record that it was put under, and no other."""
    waiting = after.waiting
    if isinstance(event, e.RoundOpened):  # that the record had changed was told for a whole round
        waiting = tuple([each for each in waiting if each.outdated in (None, before.rounds_opened)])
    marked = tuple([_marked(each, before, after, event) for each in waiting])
    return after if marked == after.waiting else after._replace(waiting=marked)


def _marked(waiting: Waiting, before: Table, after: Table, event: e.Event) -> Waiting:
    if waiting.outdated is None and _is_outdated(waiting, before, after, event):
        return waiting._replace(outdated=after.rounds_opened)
    return waiting


def _is_outdated(waiting: Waiting, before: Table, after: Table, event: e.Event) -> bool:
    if isinstance(event, e.EarlierRoundAmended):
        return event.round == waiting.round
    if before.round is None or before.round.number != waiting.round:
        return False
    if after.round is None or after.round.number != waiting.round:  # an earlier round is void in another way
        return waiting.what != "reconstruct"
    return of_the_round(before.record) != of_the_round(after.record)
