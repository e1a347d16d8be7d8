"""The card that lies ready, drawn in error or found face up, is the next one. In some books a player may refuse it."""

from app.game.consequences import advance
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.seals import opens
from app.game.core.turn import Target, Turn, stage
from app.game.subjects.hands.decide import on_turn
from app.game.subjects.irregularities import commands as c
from app.game.subjects.irregularities import events as e
from app.game.subjects.offers.open_offers import answer_own
from app.game.subjects.shoe.possible_cards import unfit
from app.game.subjects.wagers.betting_end import close_betting
from app.game.targets import kept_due, may_be_refused


def _asked(draft: Draft, box: int) -> Turn | Rejected:
    """The hand whose player may take or refuse the card."""
    now = on_turn(draft, box)
    if isinstance(now, Rejected):
        return now
    if not may_be_refused(draft.table, Target(box, now.number)):
        return draft.refuse("no_card_to_refuse", {"box": box})
    return now


def accept_card(draft: Draft, command: c.AcceptCard) -> Rejected | None:
    """Take the card."""
    now = _asked(draft, command.box)
    if isinstance(now, Rejected):
        return now
    answer_own(draft, now)
    draft.emit(e.CardAccepted(now.box.number, now.number))
    return None


def refuse_card(draft: Draft, command: c.RefuseCard) -> Rejected | None:
    """Do without the card, and without any other in this round."""
    now = _asked(draft, command.box)
    if isinstance(now, Rejected):
        return now
    answer_own(draft, now)
    draft.emit(e.CardRefused(now.box.number, now.number, draft.table.kept[0].clause, _get_no_more(draft, now)))
    return None


def _get_no_more(draft: Draft, now: Turn) -> tuple[tuple[int, int], ...]:
    """The hand, or where the book says so all open hands of that player."""
    if draft.table.kept[0].refusable == "hand":
        return ((now.box.number, now.number),)
    return tuple(
        [
            (box.number, number)
            for box in draft.round.boxes
            for number, hand in enumerate(box.hands, 1)
            if box.controller == now.box.controller and not hand.done
        ]
    )


def turn_up_kept(draft: Draft, command: c.TurnUpKept) -> Rejected | None:
    """Turn up the unseen card: it is due, or the first of a new round."""
    round_ = draft.table.round
    if round_ is not None and not round_.bets_closed and draft.table.kept:
        refused = close_betting(draft, implied=True)
        if refused is not None:
            return refused
        advance(draft)
    if not kept_due(draft.table, draft.rules):
        return draft.refuse("nothing_to_turn.kept_card")
    commitment = draft.table.kept[0].commitment
    if commitment is None or not opens(command.opened, commitment):
        return draft.refuse("wrong_card.kept")
    misfit = unfit(draft.table, (command.opened.card,))
    held = e.TableHeld(*misfit, opened=(command.opened,), phase=stage(draft.table)) if misfit else None
    draft.emit(held or e.KeptTurnedUp(command.opened))
    return None
