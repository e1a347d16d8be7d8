"""Who gets fifty dollars when somebody else wins the Super Bonus, and for which of his wagers."""

from collections.abc import Callable

from device_simulators.bot.pay.played import Bettor, PlayedRound

FIFTY_DOLLARS_CENTS = 50_00

Winner = tuple[int, str]
FiftyDollars = Callable[[PlayedRound, list[Winner]], list[Bettor]]


def every_other_wager(played: PlayedRound, winners: list[Winner]) -> list[Bettor]:
    """Every initial wager but the winning ones, whatever became of it (NZ 11.3, ACT table 2)."""
    return [each for each in played.bettors if (each.box, each.player) not in winners]


def each_seated_player(played: PlayedRound, winners: list[Winner]) -> list[Bettor]:
    """The seated player of every betting circle; where nobody sits, the highest bettor counts (SG 4.1.2, 1.23)."""
    seated = [_seated(played.on_box(box.number)) for box in played.boxes]
    return [each for each in seated if (each.box, each.player) not in winners]


def every_other_player(played: PlayedRound, winners: list[Winner]) -> list[Bettor]:
    """Every other player once, however many boxes he bets on (MA 5(g)); it is booked at the first of them."""
    winning = {player for _, player in winners}
    first: dict[str, Bettor] = {}
    for each in sorted(played.bettors, key=_box):
        first.setdefault(each.player, each)
    return [each for player, each in first.items() if player not in winning]


FIFTY_DOLLARS: dict[str, FiftyDollars] = {
    "every_other_wager": every_other_wager,
    "each_seated_player": each_seated_player,
    "every_other_player": every_other_player,
}


def _box(bettor: Bettor) -> int:
    return bettor.box


def _seated(bettors: list[Bettor]) -> Bettor:
    # max keeps the first of equals: the one who bet first.
    return max(bettors, key=_priority)


def _priority(bettor: Bettor) -> tuple[bool, int]:
    return bettor.seated, bettor.main_cents
