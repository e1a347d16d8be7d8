"""On which gaming day a round opens: nobody says it, and the licence of who deals has to be good on it."""

from collections.abc import Callable

from app.game import commands as c
from app.game.core.records import replace
from app.game.core.rejections import Accepted, Rejected
from app.game.core.state import Table
from app.game.decide import decide
from app.game.rules.ruleset import Ruleset


def decide_on(today: Callable[[], str], table: Table, rules: Ruleset, command: c.Command) -> Accepted | Rejected:
    """What becomes of the command; `today` gives the gaming day (year-month-day), which few commands ask for."""
    if isinstance(command, c.OpenBetting) and command.day is None:
        return decide(table, rules, replace(command, day=today()))
    over = table.round is None or table.round.complete
    if isinstance(command, c.PlaceWager) and over and table.config.licences:
        return _first_wager(today(), table, rules, command)
    return decide(table, rules, command)


def _first_wager(day: str, table: Table, rules: Ruleset, wager: c.PlaceWager) -> Accepted | Rejected:
    """It opens the round, as if that had been asked before, and only together with it."""
    opened = decide(table, rules, c.OpenBetting(day))
    if isinstance(opened, Rejected):
        return opened
    placed = decide(opened.tables[-1], rules, wager)
    if isinstance(placed, Rejected):
        return placed
    return Accepted((*opened.events, *placed.events), (*opened.tables, *placed.tables))
