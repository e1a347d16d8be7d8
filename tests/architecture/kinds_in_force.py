"""What the tables of kinds say of each command and event of a table, as the program uses them."""

from typing import Any, get_args

from app.game import apply, commands, events, round_log
from app.game import postings as money
from app.game.decisions import dispatch
from app.game.remedies import record
from app.game.remedies.dispatch import REMEDIES
from app.people.policy import POLICY
from app.store import projecting
from app.surveillance import event_words, lanes
from app.terminal import orders, records, signatures

Facts = dict[str, Any]


def of_events() -> dict[str, Facts]:
    """Of each event, by its name."""
    return {kind.__name__: _event(kind) for kind in get_args(events.Event)}


def of_commands() -> dict[str, Facts]:
    """Of each command, by its name."""
    return {kind.__name__: _command(kind) for kind in get_args(commands.Command)}


def in_order() -> list[str]:
    """The commands that people may send, in the order of the API's description."""
    return [kind.__name__ for kind in orders.COMMANDS]


def _event(kind: type) -> Facts:
    return {
        "folded": kind in apply._APPLY or kind is events.RoundRewritten,
        "in_the_rounds_record": kind not in apply._NOT_OF_THE_ROUND,
        "about_the_table": kind in round_log.ABOUT_THE_TABLE,
        "with_rows_of_the_round": kind not in projecting._OF_CHIPS,
        "rows": kind in projecting._ROWS,
        "kept_when_put_right": kind.__name__ in projecting.KEPT,
        "postings": kind in money._POSTINGS,
        "act": _act(kind),
        "lane": lanes._LANES[kind],
        "worded": kind in event_words.WORDS,
    }


def _act(kind: type) -> str:
    if kind in record.FACTS:
        return "fact"
    return "sometimes" if kind in record.SOMETIMES_FACTS else "command" if kind in record._ACTS else "none"


def _command(kind: type) -> Facts:
    name = kind.__name__
    needed = signatures._NEEDED.get(name, signatures.Needed(0, 0))
    return {
        "decided": kind in REMEDIES or kind in dispatch._DECIDE,
        "in_a_hold": kind in REMEDIES and REMEDIES[kind].in_a_hold,
        "advances": kind in dispatch._DECIDE,
        "after_burn_and_refill": kind in dispatch._PLAY,
        "after_amounts": kind in dispatch._AFTER_AMOUNTS,
        "plays_on": kind in record._PLAYS_ON,
        "undone_by_a_tap": kind in record.UNDONE,
        "tapped_by_who_deals": kind in records.TAPPED,
        "filled_in": list(orders.COMMANDS[kind]) if kind in orders.COMMANDS else None,
        "who": POLICY.get(f"command.{name}"),
        "signatures": list(needed),
        "two_people": name in signatures.TWO_PEOPLE,
        "supervisors_sign": name in signatures.SUPERVISORS_SIGN,
    }
