"""The rows of what is decided for a hand."""

from app.game.core.records import replace
from app.game.core.rows import Rows, decision_row, line_row
from app.game.subjects.hands.events import DoubleTakenBack, HandCompleted, HandDoubled, HandSplit, HitCalled


def decided(event: HitCalled | DoubleTakenBack) -> Rows:
    return [decision_row(event)]


def hand_completed(event: HandCompleted) -> Rows:
    """Only that a hand stands is what somebody decides."""
    return [decision_row(event, "stand")] if event.why == "stand" else []


def hand_doubled(event: HandDoubled) -> Rows:
    return [decision_row(event, player=player, cents=cents) for player, cents in event.amounts]


def hand_split(event: HandSplit) -> Rows:
    """Lines of hands to the right are those of the next hand now."""
    gone = [line_row(line, withdrawn=True) for line in event.moved]
    return [decision_row(event), *gone, *[line_row(replace(line, hand=line.hand + 1)) for line in event.moved]]
