"""What of an over- or under-limit wager plays when nobody noticed it in time."""

from collections.abc import Callable

from app.game.core.money import share
from app.game.core.state import Place, Table, TableConfig


def box_maximum(config: TableConfig, box: int) -> int | None:
    """The maximum of this box: its own raised one, or the table's."""
    return dict(config.box_maximum_cents).get(box, config.maximum_cents)


def late_entrant(table: Table, player: str) -> bool:
    """Whether the player did not bet on every round of this shoe, and that counts here."""
    return not (table.shoe.rounds == 0 or player in table.regulars or table.config.shuffler == "continuous")


def stands(places: list[Place], controller: str, config: TableConfig, maximum: int) -> dict[str, int]:
    """The wagers play as they lie."""
    return {}


def capped(places: list[Place], controller: str, config: TableConfig, maximum: int) -> dict[str, int]:
    """The box plays up to its maximum; who decides for it is cut last, then the bettor nearest the dealer."""
    room, cents = maximum, {}
    for place in sorted(places, key=lambda place: place.player != controller):
        cents[place.player] = min(place.main_cents, room)
        room -= cents[place.player]
    return cents


def pro_rata(places: list[Place], controller: str, config: TableConfig, maximum: int) -> dict[str, int]:
    """Each plays a share of the box maximum, never below the minimum; wagers under the minimum are left alone."""
    least = config.minimum_cents or 0
    all_cents = sum(place.main_cents for place in places)
    sharing = [place for place in places if place.main_cents >= least]
    if not sharing:
        return {}
    cents = {place.player: share(place.main_cents, maximum, all_cents) for place in sharing}
    left = share(sum(place.main_cents for place in sharing), maximum, all_cents) - sum(cents.values())
    for place in sorted(sharing, key=lambda place: place.player != controller):
        more = min(left, place.main_cents - cents[place.player])
        cents[place.player] += more
        left -= more
    return {player: max(amount, least) for player, amount in cents.items()}


UNNOTICED_OVER: dict[str, Callable[[list[Place], str, TableConfig, int], dict[str, int]]] = {
    "stands": stands,
    "capped": capped,
    "pro_rata": pro_rata,
}


def side_plays(policy: str, cents: int, maximum: int | None) -> int:
    """What of a side wager plays: where main wagers count up to their maximum, so do these."""
    return min(cents, maximum) if policy == "capped" and maximum is not None else cents


def first_listed(places: list[Place]) -> Place:
    """The bettor nearest the dealer."""
    return places[0]


def highest(places: list[Place]) -> Place:
    """The highest main wager, the first listed of equals."""
    return max(places, key=lambda place: place.main_cents)


UNSEATED_CONTROLLER: dict[str, Callable[[list[Place]], Place]] = {"first_listed": first_listed, "highest": highest}


def controller_of(places: list[Place], policy: str, elsewhere: frozenset[str] = frozenset()) -> str | None:
    """Who decides for the box: the seated bettor, else the book says who; not somebody who decides elsewhere."""
    seated = [place for place in places if place.seated]
    eligible = [place for place in places if place.player not in elsewhere]
    if seated:
        return seated[0].player
    return UNSEATED_CONTROLLER[policy](eligible).player if eligible else None
