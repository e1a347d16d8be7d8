"""What is true of each kind of command and event of the house, as the program uses it."""

from typing import Any, get_args

from app.game.core.records import REQUIRED, fields_of
from app.house import commands as c
from app.house import events as e
from app.house.decide import _APPLY, _BY_THE_SERVER, _DECIDE
from app.house.decisions import alarms, card_sets, devices, people, sessions
from app.surveillance.house_words import WORDS

Facts = dict[str, Any]
SUBJECTS = {
    kind: module.__name__.rpartition(".")[2]
    for module in (devices, people, sessions, alarms, card_sets)
    for kind in (*module.DECIDE, *module.APPLY)
}


def of_events() -> dict[str, Facts]:
    """Of each event, by its name."""
    return {
        kind.__name__: {
            "subject": SUBJECTS[kind],
            "fields": _fields(kind),
            "folded": kind in _APPLY,
            "changes_the_house": _APPLY[kind].__name__ != "_same",
            "worded": kind in WORDS,
        }
        for kind in get_args(e.HouseEvent)
    }


def of_commands() -> dict[str, Facts]:
    """Of each command, by its name."""
    return {
        kind.__name__: {
            "subject": SUBJECTS[kind],
            "fields": _fields(kind),
            "decided": kind in _DECIDE,
            "by_the_server": kind in _BY_THE_SERVER,
        }
        for kind in get_args(c.HouseCommand)
    }


def _fields(kind: type) -> dict[str, Any]:
    """The fields in their order, each with its default, or an ellipsis if it has to be said."""
    return {field.name: "..." if field.default is REQUIRED else field.default for field in fields_of(kind)}
