"""What each audience sees of a table, live or past."""

from typing import NamedTuple

from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import DealerView, FloorView, SignView, SurveillanceView
from app.realtime.audience import Audience, views


class SignSees(NamedTuple):
    """The table for the sign."""

    table: str
    version: int
    view: SignView
    """The table as this audience sees it."""


class DealerSees(NamedTuple):
    """The table for the dealer."""

    table: str
    version: int
    view: DealerView
    """The table as this audience sees it."""


class FloorSees(NamedTuple):
    """The table for the floor."""

    table: str
    version: int
    view: FloorView
    """The table as this audience sees it."""


class SurveillanceSees(NamedTuple):
    """The table for surveillance."""

    table: str
    version: int
    view: SurveillanceView
    """The table as this audience sees it."""


Seen = SignSees | DealerSees | FloorSees | SurveillanceSees
SEEN: dict[Audience, type[Seen]] = {
    "sign": SignSees,
    "dealer": DealerSees,
    "floor": FloorSees,
    "surveillance": SurveillanceSees,
}


def seen(audience: Audience, number: str, version: int, table: Table, rules: Ruleset) -> Seen:
    """The table at this version as the audience sees it."""
    return SEEN[audience](number, version, views(table, rules, (audience,))[audience])  # type: ignore[arg-type]
