"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment
from app.game.subjects.offers import events as e


def offers_reopened(event: e.OffersReopened, moment: Moment) -> Message:
    return message("errors.offers_reopened", offers=offered(event.insurance, event.surrender), clause=event.clause)


def bettors(places: tuple[tuple[int, str], ...]) -> tuple[Message, ...]:
    """Bettors, each with the box."""
    return tuple([message("offers.bettor", player=player, box=box) for box, player in places])


def offered(insurance: tuple[tuple[int, str], ...], surrender: tuple[int, ...]) -> Message:
    """Insurance by bettors and surrender by boxes, as offered."""
    if insurance and surrender:
        return message("offers.both", bettors=bettors(insurance), boxes=surrender)
    of_surrender = if_any("offers.surrender", boxes=surrender)
    return if_any("offers.insurance", bettors=bettors(insurance)) or of_surrender or message("offers.none")


def offers_answered(event: e.OffersAnswered, moment: Moment) -> Message:
    insurance = [message("offers.insurance_of", bettor=each) for each in bettors(event.insurance)]
    surrender = [message("offers.surrender_of", box=box) for box in event.surrender]
    rescue = [message("offers.rescue")] if event.rescue else []
    return message("offers.answered", offers=(*insurance, *surrender, *rescue))


def insurance_placed(event: e.InsurancePlaced, moment: Moment) -> Message:
    return message("play.insured", player=event.player, box=event.box, cents=event.cents)


def box_surrendered(event: e.BoxSurrendered, moment: Moment) -> Message:
    return message("play.surrendered", box=event.box)
