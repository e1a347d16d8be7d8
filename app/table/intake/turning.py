"""What happens by itself at a table with devices: hidden cards are turned up when the rules turn them up, and what came
while the table held, or an amount had to be entered first, has its turn after that."""

from collections.abc import Callable

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import SALT_BYTES, Opened
from app.game.core.state import Source, Table, numbered_hands
from app.game.core.turn import lies_face_down
from app.game.rules.ruleset import Ruleset
from app.game.subjects.wagers.missing_amounts import amounts_due
from app.game.targets import hole_due, kept_due
from app.table.intake.hidden import Hidden
from app.table.intake.meaning import of_laid_by


def by_itself(table: Table, rules: Ruleset, hidden: Hidden, source: Source) -> c.Command | None:
    """What is done now without anybody's asking; None: nothing, or the card is not known here."""
    if table.held is not None or amounts_due(table, rules):
        return None
    if hole_due(table, rules) and table.round is not None and table.round.hole is not None:
        return _opening(c.TurnUpHole, hidden, table.round.hole)
    if table.laid_by:
        return of_laid_by(table, rules, hidden, source)
    if kept_due(table, rules) and table.kept[0].commitment is not None:
        return _opening(c.TurnUpKept, hidden, table.kept[0].commitment)
    return None


def _opening(command: Callable[[Opened], c.Command], hidden: Hidden, commitment: str) -> c.Command | None:
    opened = hidden.opened(commitment)
    return command(opened) if opened is not None else None


def with_cards(command: c.Command, table: Table, hidden: Hidden) -> c.Command:
    """The command with the cards that are turned up by it, which whoever asks does not know."""
    complete = _COMPLETE.get(type(command))
    return complete(command, table, hidden) if complete is not None else command


def _turn_up_box(command: c.TurnUpBox, table: Table, hidden: Hidden) -> c.Command:
    hands = numbered_hands(table.round, command.box) if table.round is not None else []
    lying = next((hand.down for _, hand in hands if lies_face_down(hand)), ())
    found = [hidden.opened(down.commitment) for down in lying]
    return c.TurnUpBox(command.box, tuple([opened for opened in found if opened is not None]))


def _one(
    command_type: Callable[[Opened], c.Command], commitment_of: Callable[[Table], str | None]
) -> Callable[..., c.Command]:
    def complete(command: c.Command, table: Table, hidden: Hidden) -> c.Command:
        commitment = commitment_of(table)
        opened = hidden.opened(commitment) if commitment is not None else None
        return command_type(opened) if opened is not None else command

    return complete


def _hole(table: Table) -> str | None:
    return table.round.hole if table.round is not None else None


def _ready(table: Table) -> str | None:
    return table.kept[0].commitment if table.kept else None


def _held(table: Table) -> str | None:
    return table.held.commitment if table.held is not None else None


def _burnt(table: Table) -> str | None:
    return table.shoe.burnt[-1] if table.shoe.burnt else None


def without_cards(command: c.Command) -> c.Command:
    """The command as somebody asks it who does not know the cards that it turns up."""
    if isinstance(command, c.TakeUp):
        return c.TakeUp()
    if isinstance(command, c.TurnUpBox):
        return c.TurnUpBox(command.box, ())
    return type(command)(NOT_KNOWN) if isinstance(command, _TURNS_ONE_UP) else command


_TURNS_ONE_UP = (c.TurnUpHole, c.TurnUpKept, c.SeeHeld, c.DiscloseBurn)
_COMPLETE: dict[type, Callable[..., c.Command]] = {
    c.TurnUpBox: _turn_up_box,
    c.TurnUpHole: _one(c.TurnUpHole, _hole),
    c.TurnUpKept: _one(c.TurnUpKept, _ready),
    c.SeeHeld: _one(c.SeeHeld, _held),
    c.DiscloseBurn: _one(c.DiscloseBurn, _burnt),
}
# What stands in a command of somebody who may not know the card; `with_cards` puts it in.
NOT_KNOWN = Opened(Card("AS"), bytes(SALT_BYTES))
