"""One of the choices for an irregularity is taken: by a supervisor, or by each player who is asked."""

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.flow import advance
from app.game.irregularities import rulings
from app.game.rejections import Rejected
from app.game.remedies.effects import EFFECTS, Chosen
from app.game.rules.ruleset import Ruling
from app.game.state import Box, Held, every_hand
from app.game.voids import void_wagers, wagers_of, with_what_falls


def resolve(draft: Draft, command: c.Resolve) -> Rejected | None:
    """Take a choice."""
    held = draft.table.held
    if held is None:
        return draft.refuse("nothing_to_resolve", "The table does not hold.")
    ruling = ruling_of(draft, held, command.choice)
    if isinstance(ruling, Rejected):
        return ruling
    refused = _answer(draft, held, ruling, command) if held.asked else _take(draft, Chosen(held, ruling, command))
    if refused is None:
        advance(draft)
    return refused


def ruling_of(draft: Draft, held: Held, choice: str) -> Ruling | Rejected:
    """The row that allows the choice at this moment, or why it may not be taken."""
    rows = rulings(draft.table, draft.rules, held)
    named = [row for row in rows if row.choice == choice]
    allowed = [row for row in named if row.allowed]
    if allowed:
        return allowed[0]
    offered = ", ".join(dict.fromkeys([row.choice for row in rows if row.allowed]))
    if named:
        return Rejected("choice_forbidden", f"The book forbids {choice} here; it allows: {offered}.", named[0].clause)
    return draft.refuse("choice_unknown", f"{choice!r} is not one of the choices: {offered}.")


def _take(draft: Draft, chosen: Chosen) -> Rejected | None:
    ruling = chosen.ruling
    if ruling.choice not in EFFECTS:
        message = "A void is proposed and signed, not just chosen."
        return Rejected("to_be_signed", message, ruling.clause)
    draft.emit(e.IrregularityResolved(ruling.choice, ruling.clause))
    if ruling.verdict == "then_players":
        _ask_players(draft, chosen)
    return EFFECTS[ruling.choice](draft, chosen)


def _ask_players(draft: Draft, chosen: Chosen) -> None:
    """Every bettor with a wager that has no result has a choice of his own; nothing happens by itself until then."""
    hands = every_hand(draft.round) if draft.table.round is not None else []
    live = [(box.number, stake.player) for box, _, hand in hands for stake in hand.live if not _known(draft, box)]
    if live:
        rebuilt = chosen.ruling.choice in ("reconstruct", "use_as_next")
        draft.emit(e.PlayersAsked(chosen.held.irregularity, tuple(dict.fromkeys(live)), rebuilt))


def _known(draft: Draft, box: Box) -> bool:
    """A surrendered hand has its result with the dealer's second card."""
    return box.surrendered and len(draft.round.dealer) > 1


def _answer(draft: Draft, held: Held, ruling: Ruling, command: c.Resolve) -> Rejected | None:
    """A player's choice: to go on, or to have the wagers on the box back."""
    box, player = command.box or 0, command.player or ""
    if (box, player) not in held.asked:
        return draft.refuse("not_asked", f"{player or 'Nobody'} on box {box} is not asked, or has answered.")
    if ruling.choice == "take_back":
        hands, wagers = with_what_falls(draft.round, wagers_of(draft.round, box, player))
        void_wagers(draft, hands, wagers, held.irregularity, ruling.clause, "place")
    draft.emit(e.PlayerAnswered(box, player, ruling.choice, ruling.clause))
    return None
