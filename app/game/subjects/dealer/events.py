"""What happens at a table: dealer."""

from app.game.core.records import Event


class OffersClosed(Event):
    """No offer is open any more; `by_itself`: the next card closed it. `rescue_stays`: the dealer closed the others,
    and a double may still be taken back until the next card."""

    by_itself: bool = False
    """Whether it followed without anybody's asking."""
    rescue_stays: bool = False
    """Whether a double may still be taken back."""
