"""What its events make of a table."""

from app.game.core.records import replace
from app.game.core.state import Table, changed_hand, changed_round
from app.game.subjects.offers import events as e


def offers_reopened(table: Table, event: e.OffersReopened) -> Table:
    """The hand whose surrender is on offer again waits for the answer."""
    assert table.round is not None
    insurance = dict.fromkeys((*table.round.insurance_open, *event.insurance))
    surrender = dict.fromkeys((*table.round.surrender_open, *event.surrender))
    late = "" if table.round.insurance_open or table.round.surrender_open else event.clause
    return changed_round(table, insurance_open=tuple(insurance), surrender_open=tuple(surrender), offered_late=late)


def offers_answered(table: Table, event: e.OffersAnswered) -> Table:
    round_ = table.round
    assert round_ is not None
    return changed_round(
        table,
        insurance_open=tuple([each for each in round_.insurance_open if each not in event.insurance]),
        surrender_open=tuple([box for box in round_.surrender_open if box not in event.surrender]),
        rescue=None if event.rescue else round_.rescue,
        answered=True,
    )


def insurance_placed(table: Table, event: e.InsurancePlaced) -> Table:
    assert table.round is not None
    places = [
        replace(place, insurance_cents=event.cents) if (place.box, place.player) == (event.box, event.player) else place
        for place in table.round.places
    ]
    return changed_round(table, places=tuple(places))


def box_surrendered(table: Table, event: e.BoxSurrendered) -> Table:
    assert table.round is not None
    boxes = tuple([replace(box, surrendered=True) if box.number == event.box else box for box in table.round.boxes])
    return changed_hand(changed_round(table, boxes=boxes), event.box, 1, done="surrender", wants_card=False)
