"""A round's own log: which of its events make the round what it is."""

from typing import Any

from app.game import events as e

# What is done about the table and its cards, whatever the round: beside it, or after it.
ABOUT_THE_TABLE = (
    e.ShoeCounted, e.StepDone, e.ShufflePartDone, e.CardsShuffled, e.ExposureReported, e.CutDeclined, e.CardsCut,
    e.CutCardPlaced, e.RecutOrdered, e.SetBrought, e.PreparationBegun, e.FinalRoundsAnnounced, e.BurnDisclosed,
)  # fmt: skip


def of_the_round(record: tuple[Any, ...]) -> tuple[Any, ...]:
    """The events that make the round what it is: not the shuffling beside it, nor who deals after it."""
    kept, over = [], False
    for event in record:
        over = over or isinstance(event, e.RoundCompleted)
        late = over and isinstance(event, e.DealerChanged | e.BurnFellDue | e.CardBurnt | e.ShuffleFellDue)
        if not late and not isinstance(event, ABOUT_THE_TABLE):
            kept.append(event)
    return tuple(kept)
