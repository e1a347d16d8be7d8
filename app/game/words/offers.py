"""What is said of offers: to whom, and which."""

from app.game.core.said import Said, if_any, said


def bettors(places: tuple[tuple[int, str], ...]) -> tuple[Said, ...]:
    """Bettors, each with the box."""
    return tuple([said("offers.bettor", player=player, box=box) for box, player in places])


def offered(insurance: tuple[tuple[int, str], ...], surrender: tuple[int, ...]) -> Said:
    """Insurance by bettors and surrender by boxes, as offered."""
    if insurance and surrender:
        return said("offers.both", bettors=bettors(insurance), boxes=surrender)
    of_surrender = if_any("offers.surrender", boxes=surrender)
    return if_any("offers.insurance", bettors=bettors(insurance)) or of_surrender or said("offers.none")
