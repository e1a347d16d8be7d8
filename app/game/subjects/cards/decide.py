"""Cards that leave the shoe, face-down cards that are turned up, and the card reader.

The card speaks first: the first card closes the betting, and a card drawn while a hand awaits a decision that
allows a hit is that hand's hit. A card that nothing awaits makes the table hold. A card from a shoe that may not be
dealt from (no wagers, a shuffle or burn due, a face-down card or reading first) is refused: whoever drew it has to say
what became of it.
"""

from app.game import events as e
from app.game.consequences import advance
from app.game.core.cards import MAKES_PONTOON, Card
from app.game.core.draft import Draft
from app.game.core.hands import is_pontoon
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.seals import is_commitment, opens
from app.game.core.state import Table, numbered_hands
from app.game.core.turn import (
    Target,
    any_face_down,
    down_boxes,
    lies_face_down,
    peek_due,
    stage,
)
from app.game.routing import NextCard, next_in_round, shoe_refused
from app.game.subjects.cards import commands as c
from app.game.subjects.offers.open_offers import close_offers
from app.game.subjects.shoe.decide import raise_alarm
from app.game.subjects.shoe.possible_cards import Misfit, unfit
from app.game.subjects.wagers.betting_end import close_betting
from app.game.subjects.wagers.late_amounts import amount_refused
from app.game.targets import hole_ready


def draw_card(draft: Draft, command: c.DrawCard) -> Rejected | None:
    """A card leaves the shoe face up."""
    refused = shoe_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    misfit = misfit_of(draft.table, command.card)
    if misfit is not None or command.unfit:
        why = misfit or Misfit(command.card, "impossible_card")
        draft.emit(e.TableHeld(*why, phase=stage(draft.table), source=command.source))
        return None
    found = card_to_deal(draft)
    if isinstance(found, Rejected) and found.code != "card_lies_ready":
        return found
    if isinstance(found, NextCard) and found.target is not None:
        return _deal_up(draft, command, found.target)
    held = e.TableHeld(
        command.card, "card_not_awaited", from_shoe=True, phase=stage(draft.table), source=command.source
    )
    draft.emit(held if found is None else replace(held, irregularity="error_card", detail="card_lies_ready"))
    return None


def _deal_up(draft: Draft, command: c.DrawCard, target: Target) -> Rejected | None:
    if target.hole:
        return draft.refuse("hole_card_first")
    close_offers(draft)
    draft.emit(e.CardDealt(command.card, target.box, target.hand, target.implied_hit, source=command.source))
    return None


def draw_face_down(draft: Draft, command: c.DrawFaceDown) -> Rejected | None:
    """A card leaves the shoe face down: the hole card, or one for a box that squeezes."""
    refused = shoe_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    if draft.table.shoe.left == 0:
        return draft.refuse("shoe_empty.no_card")
    if not is_commitment(command.commitment):
        return draft.refuse("bad_commitment.face_down")
    found = card_to_deal(draft)
    if isinstance(found, Rejected):
        return found
    if found is None or found.target is None or found.how != ("hole" if command.hole else "down"):
        return _lies_face_up(draft, command)
    target = found.target
    if not target.hole:
        close_offers(draft)
    at = target.box, target.hand, target.implied_hit
    draft.emit(e.CardDealtDown(command.commitment, *at, source=command.source))
    raise_alarm(draft, alarm=command.alarm)
    return None


def _lies_face_up(draft: Draft, command: c.DrawFaceDown) -> Rejected:
    if command.hole:
        return draft.refuse("no_hole_card")
    return draft.refuse("squeeze_not_allowed.face_up", reason="face_down_not_permitted")


def misfit_of(table: Table, card: Card) -> Misfit | None:
    """Whether the card cannot have come out of this shoe."""
    return unfit(table, (card,)) or (Misfit(card, "impossible_card") if table.shoe.left == 0 else None)


def card_to_deal(draft: Draft) -> NextCard | Rejected | None:
    """Where a card goes that leaves the shoe now; the first one of a round closes the betting."""
    round_ = draft.table.round
    if round_ is not None and not round_.bets_closed and not round_.complete:
        refused = close_betting(draft, implied=True)
        if refused is not None:
            return refused
    if draft.table.kept and round_ is not None:
        advance(draft)
    return next_in_round(draft.table, draft.rules)


# --- turning up and reading


def turn_up_box(draft: Draft, command: c.TurnUpBox) -> Rejected | None:
    """Turn up a box's face-down cards."""
    if command.box not in down_boxes(draft.table):
        return draft.refuse("nothing_to_turn.at_the_box", {"box": command.box})
    number, hand = next(each for each in numbered_hands(draft.round, command.box) if lies_face_down(each[1]))
    commitments = [down.commitment for down in hand.down]
    if len(commitments) != len(command.opened) or not all(map(opens, command.opened, commitments)):
        return draft.refuse("wrong_card.of_a_box")
    misfit = unfit(draft.table, tuple([opened.card for opened in command.opened]))
    turned = e.HandTurnedUp(command.box, number, command.opened)
    draft.emit(e.TableHeld(*misfit, opened=command.opened, phase=stage(draft.table)) if misfit else turned)
    return None


def turn_up_hole(draft: Draft, command: c.TurnUpHole) -> Rejected | None:
    """Turn up the dealer's face-down card, which ends every offer; a reader that was wrong about it makes the table
    hold."""
    if not hole_ready(draft.table, draft.rules):
        return draft.refuse("nothing_to_turn.hole_card")
    assert draft.round.hole is not None
    if not opens(command.opened, draft.round.hole):
        return draft.refuse("wrong_card.hole_card")
    close_offers(draft)
    card = command.opened.card
    pontoon = is_pontoon((draft.round.dealer[0], card))
    misfit = unfit(draft.table, (card,))
    if misfit is None and draft.round.hole_read not in (None, pontoon):
        misfit = Misfit(card, "reader_was_wrong")
    held = e.TableHeld(*misfit, opened=(command.opened,), phase=stage(draft.table)) if misfit else None
    draft.emit(held or e.HoleTurnedUp(command.opened))
    return None


def read_hole(draft: Draft, command: c.ReadHole) -> Rejected | None:
    """The card reader answers; insurance is closed from here."""
    round_ = draft.table.round
    if _misused(draft.table):
        draft.emit(e.TableHeld(None, "reader_misused", phase=stage(draft.table)))
        return None
    if round_ is None or any_face_down(round_) or not peek_due(draft.table):
        return draft.refuse("peek_not_allowed")
    refused = amount_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    close_offers(draft)
    draft.emit(e.HoleRead(command.blackjack))
    return None


def _misused(table: Table) -> bool:
    """Whether the reader was used on a hole card that can make no blackjack."""
    round_ = table.round
    if round_ is None or table.config.hole_card != "reader" or table.reader_off or round_.complete:
        return False
    return round_.hole is not None and round_.hole_read is None and round_.dealer[0][0] not in MAKES_PONTOON
