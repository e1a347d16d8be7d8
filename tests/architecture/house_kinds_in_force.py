"""What is true of each kind of command and event of the house, as the program uses it."""

from typing import Any

from app.game.core.records import REQUIRED, fields_of
from app.house.registry import COMMANDS, EVENTS

Facts = dict[str, Any]


def of_events() -> dict[str, Facts]:
    """Of each event, by its name."""
    return {
        kind.name: {
            "subject": _subject(kind.type),
            "fields": _fields(kind.type),
            "folded": True,
            "changes_the_house": kind.fold is not None,
            "worded": True,
        }
        for kind in EVENTS.values()
    }


def of_commands() -> dict[str, Facts]:
    """Of each command, by its name."""
    return {
        kind.name: {
            "subject": _subject(kind.type),
            "fields": _fields(kind.type),
            "decided": True,
            "by_the_server": kind.by_the_server,
        }
        for kind in COMMANDS.values()
    }


def _subject(kind: type) -> str:
    """The room in which it stands."""
    return kind.__module__.split(".")[3]


def _fields(kind: type) -> dict[str, Any]:
    """The fields in their order, each with its default, or an ellipsis if it has to be said."""
    return {field.name: "..." if field.default is REQUIRED else field.default for field in fields_of(kind)}
