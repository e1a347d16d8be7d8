"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import Incident, LaidBy, Table, changed_shoe
from app.game.subjects.devices import events as e


def came_meanwhile(table: Table, event: e.CameMeanwhile) -> Table:
    if event.spooled:
        return replace(table, spooled=table.spooled + 1)
    came = (LaidBy(event.commitment, event.doubt, event.alarm, event.place),)
    return replace(table, laid_by=came + table.laid_by if event.first else table.laid_by + came)


def spool_fetched(table: Table, event: e.SpoolFetched) -> Table:
    return replace(table, laid_by=table.laid_by + event.entries, spooled=table.spooled - len(event.entries))


def meanwhile_taken_up(table: Table, event: e.MeanwhileTakenUp) -> Table:
    return replace(table, laid_by=table.laid_by[1:])


def keyed_confirmed(table: Table, event: e.KeyedConfirmed) -> Table:
    return replace(table, keyed=table.keyed[event.cards :])


def keyed_corrected(table: Table, event: e.KeyedCorrected) -> Table:
    return replace(table, keyed=event.keyed)


def held_card_seen(table: Table, event: e.HeldCardSeen) -> Table:
    """A card that cannot be of this shoe did not leave it: the shoe holds one more than was thought."""
    assert table.held is not None
    card, of_the_shoe = event.opened.card, event.of_the_shoe
    held = replace(table.held, card=card, irregularity=event.irregularity, commitment=None, from_shoe=of_the_shoe)
    incident = Incident(event.irregularity, held.phase, card)
    table = replace(table, held=held, irregularities=(*table.irregularities[:-1], incident))
    return table if of_the_shoe else changed_shoe(table, left=table.shoe.left + 1)
