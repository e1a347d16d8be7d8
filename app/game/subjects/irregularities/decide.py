"""Irregularities are declared, or come with a card: the table holds until one of the book's choices is taken."""

from app.game import events as e
from app.game.core.cards import MAKES_PONTOON, belongs
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.seals import is_commitment
from app.game.core.state import Held, Table, box_of, cards_of, every_hand, is_away, place_of, void_place
from app.game.core.turn import cards_out, size, stage, turn
from app.game.routing import shoe_refused
from app.game.rules.ruleset import Irregularity, Ruleset, is_irregularity
from app.game.subjects.cards.decide import card_to_deal, misfit_of
from app.game.subjects.hands.options import insurance_limits
from app.game.subjects.irregularities import commands as c
from app.game.subjects.irregularities.fold import held_for
from app.game.subjects.irregularities.resolution import resolve
from app.game.subjects.irregularities.rulings import ABOUT_THE_LAST_CARD, rulings
from app.game.subjects.remedies.actual_payments import ticked
from app.game.subjects.remedies.felt import LIE_ELSEWHERE, dealer_drew, doubted, lies_at, money_moved
from app.game.subjects.remedies.rewriting import rewrite, without_last_card
from app.game.subjects.shoe.possible_cards import unfit
from app.game.subjects.wagers.missing_amounts import amounts_missing

# What is reported by a command of its own, or comes to light by a card.
NOT_REPORTED = (
    "face_up_card", "foreign_card", "impossible_card", "card_not_awaited", "error_card_unseen", "two_cards_at_once",
    "damaged_card", "shoe_empty", "cards_missing", "cards_in_excess", "side_bet_without_main",
    "asked_players", "device_doubt", "keyed_differs",
)  # fmt: skip
ABOUT_A_BOX = ("missed_card", "missed_hit", "absent_player", "missed_insurance_offer", "missed_surrender_offer")
AFTER_THE_DEAL = ("missed_hit", "missed_insurance_offer", "missed_surrender_offer")
IN_PLAY = (*ABOUT_A_BOX, *ABOUT_THE_LAST_CARD, "missed_dealer_card")


def _hold(draft: Draft, event: e.TableHeld) -> Rejected | None:
    """Hold the table, if the book knows what to do about this at this moment."""
    if not any([row.allowed for row in rulings(draft.table, draft.rules, held_for(event))]):
        return _not_now(draft, event.irregularity)
    draft.emit(event)
    return None


def _not_now(draft: Draft, irregularity: str) -> Rejected:
    return draft.refuse("not_now.not_at_this_moment", {"irregularity": irregularity})


def report(draft: Draft, command: c.Report) -> Rejected | None:
    """Declare an irregularity."""
    code = command.irregularity
    if not is_irregularity(code) or code in NOT_REPORTED:
        return draft.refuse("not_now.not_reported", {"code": code})
    if not _can_have_happened(draft, command):
        return _not_now(draft, code)
    event = _reported(draft, command, code)
    if code in ABOUT_THE_LAST_CARD and _is_taken_back(draft, code):
        return _take_back(draft, event)
    return _hold_as_it_fits(draft, event) if code in LIE_ELSEWHERE else _hold(draft, event)


def _hold_as_it_fits(draft: Draft, event: e.TableHeld) -> Rejected | None:
    """Hold the table, if the cards can lie as was reported by any of the book's choices; those by which they cannot are
    named."""
    rows = rulings(draft.table, draft.rules, held_for(event))
    choices = dict.fromkeys([row.choice for row in rows if row.allowed])
    tried = {choice: _tried(draft, event, choice) for choice in choices}
    unfit = {choice: why for choice, why in tried.items() if why is not None and why.code == "cards_do_not_fit"}
    if unfit and len(unfit) == len(choices):
        return next(iter(unfit.values()))
    return _hold(draft, replace(event, unfit=tuple(unfit)))


def _tried(draft: Draft, event: e.TableHeld, choice: str) -> Rejected | None:
    """Why this choice could not be taken; of a void that names hands, with none of them."""
    refused = _resolved(draft, event, c.Resolve(choice))
    if refused is None or refused.code != "no_such_hand":
        return refused
    hands = [(box.number, number) for box, number, hand in every_hand(draft.round) if hand.done != "void"]
    tried = [_resolved(draft, event, c.Resolve(choice, (hand,))) for hand in hands]
    return None if None in tried else next(iter(tried), refused)


def _resolved(draft: Draft, event: e.TableHeld, command: c.Resolve) -> Rejected | None:
    trial = Draft(draft.table, draft.rules)
    trial.emit(event)
    return resolve(trial, command)


def _reported(draft: Draft, command: c.Report, code: Irregularity) -> e.TableHeld:
    """What is reported, and whether money was paid or taken on the felt."""
    felt = command.felt if code == "missed_card" else None
    first = code == "missed_card" and command.first
    box = command.box if code in (*ABOUT_A_BOX, "misplaced_card") else None
    player = command.player if code in ABOUT_A_BOX else None
    hand = command.hand if code == "misplaced_card" else None
    event = e.TableHeld(None, code, phase=stage(draft.table), box=box, player=player, felt=felt, hand=hand)
    event = replace(event, first=first)
    held = held_for(event)
    moved = True if command.paid or (code in IN_PLAY and ticked(draft.table)) else None
    if moved is None and code in LIE_ELSEWHERE:
        moved = money_moved(draft.table, draft.rules, held)
    drew = dealer_drew(draft.table, draft.rules, held) if code == "missed_hit" else None
    waits = doubted(draft.table, draft.rules, held) if code in LIE_ELSEWHERE else ()
    return replace(event, settled=moved, dealer_drew=drew, doubted=waits)


def _is_taken_back(draft: Draft, code: Irregularity) -> bool:
    """Whether the last card goes elsewhere than the record says, by any of the book's choices at this moment."""
    choices = {row.choice for row in rulings(draft.table, draft.rules, Held(None, code)) if row.allowed}
    if code == "card_to_empty_box" and "continue" in choices:
        return True
    return code in ("error_card", "burnt_in_error") or bool(choices & {"use_as_next", "discard"})


def _take_back(draft: Draft, event: e.TableHeld) -> Rejected | None:
    """The card, and what it settled, is off the hand that the record gave it to, until it is said where it goes."""
    found = without_last_card(draft, event.irregularity)
    if found is None:
        return _not_now(draft, event.irregularity)
    acts, card = found
    refused = rewrite(draft, acts, "irregularity", event.irregularity, None)
    if refused is None and not _fits_without_card(draft, event.irregularity):
        return _not_now(draft, event.irregularity)
    return refused or _hold(draft, replace(event, card=card, from_shoe=True, doubted=()))


def _fits_without_card(draft: Draft, code: str) -> bool:
    """Nobody had called for a card that was drawn in error, and some player's hand is open when the dealer draws too
    early."""
    now = turn(draft.round) if draft.round.dealt else None
    if code == "early_dealer_card":
        return now is not None or not draft.round.dealt
    if code != "error_card" or now is None:
        return True
    return not (now.hand.wants_card or (now.hand.late and size(now.hand) == 1))


def _can_have_happened(draft: Draft, command: c.Report) -> bool:
    table, code = draft.table, command.irregularity
    if code in IN_PLAY and not _dealt_from(table):
        return False
    if code == "interruption" and (table.round is None or table.round.complete or not table.round.places):
        return False
    if code == "shuffler_fault" and table.config.shuffler == "none":
        return False
    if code in ABOUT_A_BOX and not _box_fits(table, draft.rules, command):
        return False
    if code == "misplaced_card" and command.box is not None and not lies_at(table, command.box, command.hand or 1):
        return False
    if code == "missed_dealer_card" and table.round is not None and table.round.complete:
        return False
    if code == "late_error" and table.rounds_dealt < (2 if _dealt_from(table) else 1):
        return False
    if code == "missed_surrender_offer" and not _could_surrender(draft):
        return False
    return not code.startswith("reader") or _reader_fits(table, code)


def _could_surrender(draft: Draft) -> bool:
    """Whether there is a surrender against this card of the dealer."""
    dealer = draft.round.dealer
    return bool(dealer) and dealer[0][0] in draft.rules.play.surrender_against


def _dealt_from(table: Table) -> bool:
    """Whether cards of the round on the table have been dealt; it may be over by its record, but not by the felt."""
    round_ = table.round
    return round_ is not None and round_.void is None and (bool(round_.dealer) or cards_of(round_) > 0)


def _box_fits(table: Table, rules: Ruleset, command: c.Report) -> bool:
    """Whether the box, the player and the number of cards make sense."""
    round_ = table.round
    box = box_of(round_, command.box) if round_ is not None and command.box is not None else None
    if round_ is None or box is None or all([hand.done == "void" for hand in box.hands]):
        return False
    code = command.irregularity
    if code == "missed_insurance_offer":
        barred = rules.play.insurance_bars_pontoon and box.hands[0].done == "pontoon"
        return not barred and _may_be_insured(table, rules, box.number, command.player or "")
    if code == "missed_surrender_offer" and (box.surrendered or not any([hand.live for hand in box.hands])):
        return False
    if code == "absent_player" and (box.absent or all([hand.done for hand in box.hands])):
        return False
    if code == "absent_player" and any([place.box == box.number for place in amounts_missing(table)]):
        return False
    if code == "missed_hit" and all([hand.done == "refused" for hand in box.hands]):
        return False
    if code == "missed_hit" and (box.surrendered or box.hands[0].done == "pontoon" or not box.hands[0].cards):
        return False
    if code == "missed_card" and command.first and command.felt != 1:
        return False
    return round_.dealt if code in AFTER_THE_DEAL else command.felt in (0, 1) or code != "missed_card"


def _may_be_insured(table: Table, rules: Ruleset, box: int, player: str) -> bool:
    round_ = table.round
    assert round_ is not None
    place = place_of(round_, box, player)
    ace = bool(round_.dealer) and round_.dealer[0][0] == "A"
    if place is None or not ace or not round_.dealt or void_place(round_, place) or is_away(round_, place):
        return False
    return not place.insurance_cents and insurance_limits(table, place, rules).most_cents > 0


def _reader_fits(table: Table, code: str) -> bool:
    if table.config.hole_card != "reader" or table.reader_off:
        return False
    round_ = table.round
    read = round_ is not None and round_.hole_read is not None
    misused = round_ is not None and round_.hole is not None and round_.dealer[0][0] not in MAKES_PONTOON
    return {"reader_broken": True, "reader_was_wrong": read}.get(code, misused)


# --- cards


def find_face_up(draft: Draft, command: c.FindFaceUp) -> Rejected | None:
    """A card lies face up in the shoe."""
    refused = shoe_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    misfit = misfit_of(draft.table, command.card)
    code: Irregularity = misfit.irregularity if misfit else "face_up_card"
    phase = stage(draft.table)
    event = e.TableHeld(command.card, code, from_shoe=misfit is None, phase=phase, source=command.source)
    return _hold(draft, event)


def draw_in_error(draft: Draft, command: c.DrawInError) -> Rejected | None:
    """A card came out of the shoe, and nobody saw it."""
    refused = shoe_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    if not is_commitment(command.commitment):
        return draft.refuse("bad_commitment.unseen")
    if draft.table.shoe.left == 0:
        return draft.refuse("shoe_empty.no_card")
    phase, source = stage(draft.table), command.source
    held = e.TableHeld(
        None, "error_card_unseen", from_shoe=True, phase=phase, commitment=command.commitment, source=source
    )
    if not command.to_dealer:
        return _hold(draft, held)
    if draft.table.round is None or not _fits_without_card(draft, "early_dealer_card"):
        return _not_now(draft, "early_dealer_card")
    return _hold(draft, replace(held, irregularity="early_dealer_card"))


def draw_together(draft: Draft, command: c.DrawTogether) -> Rejected | None:
    """Two cards came out at once."""
    refused = shoe_refused(draft.table, draft.rules)
    if refused is not None:
        return refused
    misfit = misfit_of(draft.table, command.first) or unfit(draft.table, (command.first, command.second))
    if misfit is not None:
        return _hold(draft, e.TableHeld(*misfit, phase=stage(draft.table), source=command.source))
    if draft.table.shoe.left == 1:
        return draft.refuse("shoe_empty.one_card")
    found = card_to_deal(draft)
    if isinstance(found, Rejected):
        return found
    target = found.target if found is not None else None
    if target is None:
        return _not_now(draft, "two_cards_at_once")
    if target.hole:
        return draft.refuse("hole_card_first")
    phase, source = stage(draft.table), command.source
    cards = e.TableHeld(command.first, "two_cards_at_once", from_shoe=True, more=(command.second,), source=source)
    return _hold(draft, replace(cards, phase=phase, box=target.box))


def report_damage(draft: Draft, command: c.ReportDamage) -> Rejected | None:
    """A card is damaged."""
    if draft.table.shoe.decks == 0 or not belongs(command.card):
        return _not_now(draft, "damaged_card")
    return _hold(draft, e.TableHeld(command.card, "damaged_card", phase=stage(draft.table)))


# --- the shoe


def report_shoe_empty(draft: Draft, command: c.ReportShoeEmpty) -> Rejected | None:
    """No card is left in the shoe, though the round is not over; fewer than the record has, and cards are missing."""
    left = draft.table.shoe.left - command.dealt_before
    if not cards_out(draft.table) or not 0 <= command.dealt_before <= draft.table.shoe.left or draft.table.shoe.refill:
        return _not_now(draft, "shoe_empty")
    if left > 0:
        return _counted(draft, command, "cards_missing", left)
    return _counted(draft, command, "shoe_empty", command.dealt_before)


def count_shoe(draft: Draft, command: c.CountShoe) -> Rejected | None:
    """The cards in the shoe are counted against the record."""
    left = draft.table.shoe.left
    if draft.table.shoe.decks == 0 or command.cards < 0:
        return _not_now(draft, "cards_missing")
    if command.cards == left:
        draft.emit(e.ShoeCounted(left))
        return None
    code: Irregularity = "cards_missing" if command.cards < left else "cards_in_excess"
    return _counted(draft, command, code, abs(left - command.cards))


def _counted(draft: Draft, command: c.ReportShoeEmpty | c.CountShoe, code: Irregularity, cards: int) -> Rejected | None:
    """The shoe does not hold what the record has."""
    return _hold(draft, e.TableHeld(None, code, phase=stage(draft.table), felt=cards, source=command.source))
