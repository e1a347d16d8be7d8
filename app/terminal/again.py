"""A command that comes again under its id: whether it is the same, by what is kept of it.

What the house had filled in then may be otherwise now, and a card that lies face down is kept as its commitment; so
only what a person says is compared.
"""

from typing import Any

from app.game import commands as c
from app.game.core.records import replace
from app.store.log_reader import Kept
from app.table.intake.turning import without_cards
from app.terminal.order_parsing import TypeCard

Asked = c.Command | TypeCard


def same(asked: Asked, question: str | None, actor: str, kept: Kept) -> bool:
    """Whether this is what was asked then, by the same people."""
    if (question, actor) != (kept.question, kept.actor):
        return False
    if isinstance(asked, TypeCard):
        return _is_typed(asked, kept.command)
    return bool(_as_said(asked) == _as_said(kept.command))


def _is_typed(asked: TypeCard, kept: c.Command) -> bool:
    """Whether the command may be what a typed card was; one that lies face down cannot be compared."""
    face_down = isinstance(kept, c.DrawFaceDown | c.BurnCard)
    return face_down or (isinstance(kept, c.DrawCard) and kept.card == asked.card)


def _as_said(command: c.Command) -> Any:
    """The command without what the house filled in."""
    if isinstance(command, c.ChangeDealer):
        return replace(command, licensed_through=None)
    if isinstance(command, c.FindFaceUp | c.DrawTogether):
        return replace(command, source="")
    if isinstance(command, c.SignRemedy):
        return replace(command, record=None, tapped=()), command.record and command.record.number
    if isinstance(command, c.Resolve) and command.choice == "enter_card":
        return replace(command, card=None, commitment=None, opened=())
    if isinstance(command, c.Resolve):
        return replace(command, opened=())
    if isinstance(command, c.CorrectCard):
        return replace(command, opened=None)
    return without_cards(command)
