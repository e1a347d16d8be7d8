"""What is true of each kind of command and event of a table, as the program uses it."""

from typing import Any

from app.game.core.kinds import CommandKind, EventKind
from app.game.registry import COMMANDS, EVENTS
from app.people.policy import POLICY
from app.store import projecting
from app.terminal import order_parsing

Facts = dict[str, Any]


def of_events() -> dict[str, Facts]:
    """Of each event, by its name."""
    return {kind.name: _event(kind) for kind in EVENTS.values()}


def of_commands() -> dict[str, Facts]:
    """Of each command, by its name."""
    return {kind.name: _command(kind) for kind in COMMANDS.values()}


def in_order() -> list[str]:
    """The commands that people may send, in the order of the API's description."""
    return [kind.__name__ for kind in order_parsing.SAID]


def _event(kind: EventKind) -> Facts:
    return {
        "folded": True,
        "in_the_rounds_record": kind.of_the_round,
        "about_the_table": kind.about_the_table,
        "with_rows_of_the_round": not kind.beside_the_round,
        "rows": kind.rows is not None,
        "kept_when_put_right": kind.name in projecting.KEPT,
        "postings": kind.postings is not None,
        "act": _act(kind),
        "lane": kind.lane,
        "worded": True,
    }


def _act(kind: EventKind) -> str:
    if kind.act is None:
        return "none"
    return {"fact": "fact", "fact_unless_by_itself": "sometimes"}.get(kind.act.__name__, "command")


def _command(kind: CommandKind) -> Facts:
    said = order_parsing.SAID.get(kind.type)
    return {
        "decided": True,
        "in_a_hold": kind.in_a_hold,
        "advances": kind.play is not None,
        "after_burn_and_refill": kind.play is not None and kind.play.after_burn,
        "after_amounts": kind.play is not None and kind.play.after_amounts,
        "plays_on": kind.plays_on,
        "undone_by_a_tap": kind.undone,
        "tapped_by_who_deals": kind.tapped,
        "filled_in": None if said is None else list(said),
        "who": POLICY.get(f"command.{kind.name}"),
        "signatures": [kind.signatures.least, kind.signatures.most],
        "two_people": kind.signatures.two_people,
        "supervisors_sign": kind.signatures.by_supervisors,
    }
