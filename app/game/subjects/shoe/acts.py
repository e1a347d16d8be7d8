"""What was done for the events of the shoe to happen."""

from app.game.core.acts import Act
from app.game.subjects.shoe.commands import BringSet, BurnCard, DoStep
from app.game.subjects.shoe.events import CardBurnt, SetBrought, ShuffleFellDue, StepDone


def set_brought(event: SetBrought) -> Act:
    return BringSet(event.set_id, event.colour, event.as_new)


def step_done(event: StepDone) -> Act:
    return DoStep(*event.step.split(":"))


def card_burnt(event: CardBurnt) -> Act:
    """A card that was burnt in error is a fact."""
    return event if event.in_error else BurnCard(event.commitment, event.source)


def shuffle_fell_due(event: ShuffleFellDue) -> Act | None:
    """A shuffle that fell due by the cutting card falls due again by itself."""
    return None if event.reason in ("cut_card", "cut_card_first") else event
