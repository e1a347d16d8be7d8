"""One of the choices for an irregularity is taken: by a supervisor, or by each player who is asked."""

from app.game.consequences import advance
from app.game.core.draft import Draft
from app.game.core.message import message
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import Held
from app.game.rules.ruleset import Ruling
from app.game.subjects.irregularities import commands as c
from app.game.subjects.irregularities import events as e
from app.game.subjects.irregularities.effects import EFFECTS, Chosen
from app.game.subjects.irregularities.player_choices import ask_players, lay_and_ask, with_open_wagers
from app.game.subjects.irregularities.rulings import rulings
from app.game.subjects.remedies.felt import LIE_ELSEWHERE
from app.game.subjects.remedies.round_replay import settle_what_waited
from app.game.subjects.remedies.voids import Wagers, void_wagers, wagers_of, with_what_falls


def resolve(draft: Draft, command: c.Resolve) -> Rejected | None:
    """Take a choice."""
    held = draft.table.held
    if held is None:
        return draft.refuse("nothing_to_resolve.no_hold")
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
    offered = tuple(dict.fromkeys([row.choice for row in rows if row.allowed]))
    if named:
        return rejected("choice_forbidden.others_allowed", {"choice": choice, "offered": offered}, named[0].clause)
    return draft.refuse("choice_unknown.not_offered", {"choice": choice, "offered": offered})


def _take(draft: Draft, chosen: Chosen) -> Rejected | None:
    ruling = chosen.ruling
    if ruling.choice not in EFFECTS:
        return rejected("to_be_signed", clause=ruling.clause)
    draft.emit(e.IrregularityResolved(ruling.choice, ruling.clause))
    refused = _players_asked(draft, chosen) if ruling.verdict == "then_players" else None
    return refused or EFFECTS[ruling.choice](draft, chosen)


def _players_asked(draft: Draft, chosen: Chosen) -> Rejected | None:
    """Every player has a choice, with the cards as they lie or as they should have gone."""
    held, ruling = chosen.held, chosen.ruling
    rebuilt = ruling.choice in ("reconstruct", "use_as_next")
    if held.irregularity in LIE_ELSEWHERE:
        return lay_and_ask(draft, held, ruling.clause, rebuilt=rebuilt)
    ask_players(draft, held, rebuilt=rebuilt)
    return None


def _answer(draft: Draft, held: Held, ruling: Ruling, command: c.Resolve) -> Rejected | None:
    """A player's choice: to go on, or to have the wagers on the box back."""
    box, player = command.box or 0, command.player or ""
    if (box, player) not in held.asked:
        return draft.refuse("not_asked", {"player": player or message("why_not.nobody"), "box": box})
    wagers: Wagers = ()
    if ruling.choice == "take_back":
        hands, wagers = with_what_falls(draft.round, wagers_of(draft.round, box, player))
        void_wagers(draft, hands, wagers, held.irregularity, ruling.clause, "place")
    draft.emit(e.PlayerAnswered(box, player, ruling.choice, ruling.clause))
    _nothing_left_to_ask(draft, ruling, wagers)
    settle_what_waited(draft)
    return None


def _nothing_left_to_ask(draft: Draft, ruling: Ruling, fell: Wagers) -> None:
    """A bettor whose last open wager fell with another's is not asked any more."""
    held, bettors = draft.table.held, {(box, player) for box, _, player, _ in fell}
    for box, player in held.asked if held is not None else ():
        if (box, player) in bettors and (box, player) not in with_open_wagers(draft.table):
            draft.emit(e.PlayerAnswered(box, player, ruling.choice, ruling.clause))
