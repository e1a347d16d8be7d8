"""What happens at a table: offers."""

from app.game.core.records import Event


class OffersAnswered(Event):
    """Offers that have their answers are not open any more: insurance and surrender of these, or the rescue."""

    insurance: tuple[tuple[int, str], ...] = ()
    surrender: tuple[int, ...] = ()
    rescue: bool = False


class InsurancePlaced(Event):
    """A bettor insured."""

    box: int
    player: str
    cents: int


class BoxSurrendered(Event):
    """The box surrendered."""

    box: int


class OffersReopened(Event):
    """Offers that had been missed are open."""

    insurance: tuple[tuple[int, str], ...]
    surrender: tuple[int, ...]
    clause: str
