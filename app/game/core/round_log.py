"""A round's own log: which of its events make the round what it is."""

from app.game import events as e
from app.game.core.kinds import EVENTS
from app.game.core.records import Event


def of_the_round(record: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events that make the round what it is: not the shuffling beside it, nor who deals after it."""
    kept, over = [], False
    for event in record:
        over = over or isinstance(event, e.RoundCompleted)
        late = over and isinstance(event, e.DealerChanged | e.BurnFellDue | e.CardBurnt | e.ShuffleFellDue)
        if not late and not EVENTS[type(event)].about_the_table:
            kept.append(event)
    return tuple(kept)
