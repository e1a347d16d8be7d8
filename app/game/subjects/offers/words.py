"""What is said of its events."""

from app.game.core.moment import Moment
from app.game.core.said import Said, if_any, said
from app.game.subjects.offers import events as e


def offers_reopened(event: e.OffersReopened, moment: Moment) -> Said:
    return said("errors.offers_reopened", offers=offered(event.insurance, event.surrender), clause=event.clause)


def bettors(places: tuple[tuple[int, str], ...]) -> tuple[Said, ...]:
    """Bettors, each with the box."""
    return tuple([said("offers.bettor", player=player, box=box) for box, player in places])


def offered(insurance: tuple[tuple[int, str], ...], surrender: tuple[int, ...]) -> Said:
    """Insurance by bettors and surrender by boxes, as offered."""
    if insurance and surrender:
        return said("offers.both", bettors=bettors(insurance), boxes=surrender)
    of_surrender = if_any("offers.surrender", boxes=surrender)
    return if_any("offers.insurance", bettors=bettors(insurance)) or of_surrender or said("offers.none")


def offers_answered(event: e.OffersAnswered, moment: Moment) -> Said:
    insurance = [said("offers.insurance_of", bettor=each) for each in bettors(event.insurance)]
    surrender = [said("offers.surrender_of", box=box) for box in event.surrender]
    rescue = [said("offers.rescue")] if event.rescue else []
    return said("offers.answered", offers=(*insurance, *surrender, *rescue))


def insurance_placed(event: e.InsurancePlaced, moment: Moment) -> Said:
    return said("play.insured", player=event.player, box=event.box, cents=event.cents)


def box_surrendered(event: e.BoxSurrendered, moment: Moment) -> Said:
    return said("play.surrendered", box=event.box)
