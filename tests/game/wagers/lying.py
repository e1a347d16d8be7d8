"""Wagers as they lie."""

from tests.game.tables import At


def mains(at: At) -> list[tuple[int, str, int]]:
    """The main wagers as they lie."""
    assert at.table.round is not None
    return [(place.box, place.player, place.main_cents) for place in at.table.round.places]
