"""The subjects, in the order in which the API describes their commands. Tables of kinds are made of what they say."""

from collections.abc import Iterable
from typing import Protocol

from app.game.core.kinds import COMMANDS, EVENTS, CommandKind, EventKind
from app.game.subjects.cards import kinds as cards
from app.game.subjects.dealer import kinds as dealer
from app.game.subjects.devices import kinds as devices
from app.game.subjects.float import kinds as float_
from app.game.subjects.hands import kinds as hands
from app.game.subjects.irregularities import kinds as irregularities
from app.game.subjects.offers import kinds as offers
from app.game.subjects.paper import kinds as paper
from app.game.subjects.payments import kinds as payments
from app.game.subjects.remedies import kinds as remedies
from app.game.subjects.settlement import kinds as settlement
from app.game.subjects.shoe import kinds as shoe
from app.game.subjects.table import kinds as table
from app.game.subjects.wagers import kinds as wagers

__all__ = ["COMMANDS", "EVENTS", "SUBJECTS", "devices", "shoe"]


class Subject(Protocol):
    """What a room says of its kinds."""

    @property
    def COMMANDS(self) -> tuple[CommandKind, ...]:  # noqa: N802
        """Its commands."""

    @property
    def EVENTS(self) -> tuple[EventKind, ...]:  # noqa: N802
        """Its events."""


SUBJECTS: tuple[Subject, ...] = (
    table, float_, paper, payments, shoe, wagers, cards, offers, hands, dealer, settlement, irregularities, remedies,
    devices,
)  # fmt: skip


def _gather(subjects: Iterable[Subject]) -> None:
    """Let every command be decided and every event be folded."""
    for subject in subjects:
        COMMANDS.update({kind.type: kind for kind in subject.COMMANDS})
        EVENTS.update({kind.type: kind for kind in subject.EVENTS})


_gather(SUBJECTS)
