"""What is done to the house, drawn from a seed."""

from collections.abc import Iterator
from random import Random
from typing import Literal, NamedTuple

from tests.wires import BOTH, Fault, FaultKind, Way

Kind = Literal["server", "term", "all", "postgresql", "both", "unplug", "cut", "wire"]
KILLS: tuple[Kind, ...] = ("server", "term", "all", "postgresql", "both")
# Those by which servers die, and PostgreSQL.
OF_SERVERS: tuple[Kind, ...] = ("server", "term", "all", "both")
OF_POSTGRESQL: tuple[Kind, ...] = ("postgresql", "both")
# Those that take more than one server.
OF_SEVERAL: tuple[Kind, ...] = ("all", "wire")
# How often each comes where the time says how long: in so many.
OFTEN: dict[Kind, int] = {
    "server": 10, "term": 3, "all": 1, "postgresql": 2, "both": 1, "unplug": 6, "cut": 4, "wire": 9,
}  # fmt: skip
FEWEST, MOST_ANSWERS = 2, 40
LONGEST_UNPLUGGED_S = 7.0
LATEST_S = 0.004
# A fault of a wire is short, or longer than a lease of the default length.
FAULT_KINDS: tuple[FaultKind, ...] = ("freeze", "delay", "cut")
WAYS: tuple[tuple[Way, ...], ...] = (("there",), ("back",), BOTH)
SHORT_S, LONGEST_S, SLOWEST_S = 3.0, 14.0, 0.1


class Deed(NamedTuple):
    """One thing that is done. `after`: so many answers after the last one; `late_s`: a kill so much later than an order
    is sent, so that it falls anywhere in it; `place`: to which table or server, as far as it is about one; `seconds`:
    how long a cable is out, a wire has its `fault`, or what was killed stays away if others can go on."""

    kind: Kind
    after: int
    late_s: float
    place: int
    seconds: float
    fault: Fault | None = None


class Counts(NamedTuple):
    """How many of each are wanted."""

    server: int = 0
    term: int = 0
    all: int = 0
    postgresql: int = 0
    both: int = 0
    unplug: int = 0
    cut: int = 0
    wire: int = 0


def of_size(server_kills: int, postgres_kills: int, servers: int) -> Counts:
    """So many kills of servers and of PostgreSQL together, in their usual shares, and as much of the rest as comes
    beside them."""
    at_once = postgres_kills // 5
    every = server_kills // (20 * servers) if servers > 1 else 0
    told = server_kills // 5
    return Counts(
        server=server_kills - told - at_once - every * servers,
        term=told,
        all=every,
        postgresql=postgres_kills - at_once,
        both=at_once,
        unplug=server_kills // 4,
        cut=server_kills // 5,
        wire=server_kills // 2 if servers > 1 else 0,
    )


def _deed(kind: Kind, dice: Random) -> Deed:
    after = dice.randint(FEWEST, MOST_ANSWERS) if kind in KILLS else dice.randint(0, FEWEST)
    late_s, place, seconds = dice.uniform(0, LATEST_S), dice.randrange(1_000), dice.uniform(0.05, LONGEST_UNPLUGGED_S)
    if kind == "wire":
        seconds = dice.uniform(0.2, SHORT_S) if dice.random() < 0.6 else dice.uniform(SHORT_S, LONGEST_S)
        return Deed(kind, after, late_s, place, seconds, _fault(dice))
    return Deed(kind, after, late_s, place, seconds)


def _fault(dice: Random) -> Fault:
    kind, ways = dice.choice(FAULT_KINDS), dice.choice(WAYS)
    return Fault(kind, ways, dice.choice(("open", "new", "all")), delay_s=dice.uniform(0.01, SLOWEST_S))


def counted(counts: Counts, dice: Random) -> Iterator[Deed]:
    """So many of each, in any order."""
    kinds: list[Kind] = [kind for kind in OFTEN for _ in range(getattr(counts, kind))]
    dice.shuffle(kinds)
    yield from (_deed(kind, dice) for kind in kinds)


def endless(dice: Random, servers: int) -> Iterator[Deed]:
    """One after the other, for as long as somebody wants more."""
    often = {kind: weight for kind, weight in OFTEN.items() if servers > 1 or kind not in OF_SEVERAL}
    while True:
        yield _deed(dice.choices(list(often), list(often.values()))[0], dice)
