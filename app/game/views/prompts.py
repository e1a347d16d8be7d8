"""What people at the table are to be told, though nobody has to answer it."""

from typing import Literal

from app.game.core.records import Part
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset

PromptCode = Literal["warn_below_minimum", "may_vacate_seat"]


class Prompt(Part):
    """A thing to say, to whom, and the clause."""

    code: PromptCode
    """The code of it."""
    player: str
    clause: str


def prompts(table: Table, rules: Ruleset) -> tuple[Prompt, ...]:
    """Every prompt of this moment."""
    return (*_warnings(table, rules), *_seats_to_vacate(table, rules))


def _warnings(table: Table, rules: Ruleset) -> list[Prompt]:
    """Who has a wager under the minimum in play, and is told that the next will be returned."""
    clause = rules.clauses["wagers.unnoticed_under"]
    places = table.round.places if table.round is not None else ()
    minimum = table.config.minimum_cents or 0
    small = dict.fromkeys([p.player for p in places if 0 < p.main_cents < minimum and p.player in table.warned])
    return [Prompt("warn_below_minimum", player, clause) for player in small]


def _seats_to_vacate(table: Table, rules: Ruleset) -> list[Prompt]:
    """Who has sat at a full table for so many rounds without betting that the seat may be asked back."""
    rounds = rules.table.idle_rounds_for_a_full_seat
    if not rounds or not table.config.full_table:
        return []
    clause = rules.clauses["table.idle_rounds_for_a_full_seat"]
    betting = {place.player for place in table.round.places} if table.round is not None else set()
    idle = [seat.player for seat in table.idle if seat.rounds >= rounds and seat.player not in betting]
    return [Prompt("may_vacate_seat", player, clause) for player in idle]
