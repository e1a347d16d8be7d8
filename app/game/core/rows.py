"""The rows that an event leaves in the tables that people query."""

from app.game.core.cards import Card
from app.game.core.records import Event
from app.game.core.seals import Opened
from app.game.core.state import Line

Cell = str | int | bool | None
Row = tuple[Cell, ...]
# Each with the name of its table.
Rows = list[tuple[str, Row]]


def card_row(
    event: Event, card: Card | None, commitment: str | None, box: int | None = None, hand: int | None = None
) -> tuple[str, Row]:
    """A card that came somewhere."""
    return "cards", (event.name, card, commitment, box, hand, getattr(event, "source", None))


def opened_rows(event: Event, *opened: Opened, box: int | None = None, hand: int | None = None) -> Rows:
    """Face-down cards that were turned up."""
    return [card_row(event, each.card, None, box, hand) for each in opened]


def decision_row(event: Event, decision: str = "", **said: Cell) -> tuple[str, Row]:
    """What somebody chose: what is not said stands in the event, if it has it."""
    columns = ("box", "hand", "player", "cents", "clause")
    found = [said[name] if name in said else getattr(event, name, None) for name in columns]
    return "decisions", (event.name, decision or event.name, *found)


def wager_row(event: Event, box: int, player: str, kind: str, cents: int) -> tuple[str, Row]:
    """A wager as it lies now."""
    return "wagers", (event.name, box, player, kind, cents)


def line_row(line: Line, *, withdrawn: bool = False) -> tuple[str, Row]:
    """A settled wager, or one whose settlement is withdrawn."""
    odds = None if line.odds is None else str(line.odds)
    return "settlements", (
        withdrawn, line.box, line.hand, line.player, line.wager, line.stake_cents, line.outcome, odds,
        line.pays_cents, line.takes_cents, line.clause,
    )  # fmt: skip
