"""When offers end: with the next card, or when everyone entitled has answered; never with another box's decision."""

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.state import Round, every_hand, place_of
from app.game.core.turn import Turn, offers_open


def close_offers(draft: Draft) -> None:
    """A card ends what was on offer."""
    if offers_open(draft.round):
        draft.emit(e.OffersClosed(by_itself=True))


def answer_own(draft: Draft, now: Turn) -> None:
    """A box that decides does not surrender any more, and who decides for it does not insure."""
    round_, box = draft.round, now.box
    bettor = box.number, box.controller
    insurance = (bettor,) if bettor in round_.insurance_open and not _insured(round_, bettor) else ()
    surrender = (box.number,) if box.number in round_.surrender_open and not box.surrendered else ()
    if insurance or surrender:
        draft.emit(e.OffersAnswered(insurance, surrender))


def end_answered(draft: Draft) -> bool:
    """End the offers that have all their answers."""
    round_ = draft.round
    if not offers_open(round_):
        return False
    surrendered = [box.number for box in round_.boxes if box.surrendered]
    insurance = round_.insurance_open if all([_insured(round_, each) for each in round_.insurance_open]) else ()
    surrender = round_.surrender_open if all([box in surrendered for box in round_.surrender_open]) else ()
    rescue = round_.rescue is not None and not round_.rescue.players
    if insurance or surrender or rescue:
        draft.emit(e.OffersAnswered(insurance, surrender, rescue))
    return bool(insurance or surrender or rescue)


def dealer_goes_on(round_: Round) -> bool:
    """Whether no offer is open, or a hand has stood since it was made."""
    if not offers_open(round_):
        return True
    hands = every_hand(round_)
    if round_.rescue is not None:
        rescued = round_.rescue.box, round_.rescue.hand
        at = [(box.number, number) for box, number, _ in hands].index(rescued)
        hands = hands[at + 1 :]
    return any([hand.done == "stand" for _, _, hand in hands])


def _insured(round_: Round, bettor: tuple[int, str]) -> bool:
    place = place_of(round_, *bettor)
    return place is not None and place.insurance_cents > 0
