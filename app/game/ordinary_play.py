"""Which decision answers which command of ordinary play, and what stands before any of them."""

from app.game import commands as c
from app.game.citations import of_load
from app.game.consequences import advance
from app.game.core.draft import Draft
from app.game.core.kinds import COMMANDS
from app.game.core.rejections import Rejected, rejected
from app.game.core.turn import cards_out
from app.game.subjects.wagers.late_amounts import amount_refused


def play_on(draft: Draft, command: c.Command) -> Rejected | None:
    """Do what the command asks, and let everything happen that follows by itself."""
    kind = COMMANDS[type(command)]
    assert kind.play is not None, f"{kind.name} is no command of ordinary play"
    if cards_out(draft.table) and kind.play.after_burn:
        if draft.table.shoe.burn_due:
            return rejected("burn_due", clause=draft.table.shoe.burn_due)
        if draft.table.shoe.refill:
            return rejected("shuffle_due.into_the_shoe", clause=of_load(draft.table, draft.rules))
    refused = amount_refused(draft.table, draft.rules) if kind.play.after_amounts else None
    refused = refused or kind.decide(draft, command)
    if refused is None:
        advance(draft)
    return refused
