"""The messages of the feeds as the texts that go out; `messages` has their shapes."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from app.game.subjects.remedies.dealer_corrections import Correction
from app.game.views.by_hash import RulesInForce
from app.house.state import Alarm
from app.printable_json import shown_json
from app.problems.catalogue import body
from app.problems.problem import Problem
from app.realtime.table_status import DeviceShown, Summary
from app.store.codec import encode
from app.terminal.terminal import Ordered


def text_of(value: Any) -> str:
    """The value as it goes out; no character hides in its texts."""
    return shown_json(encode(value))


class Rules(NamedTuple):
    """The limits and rules in force at a table: their hash, and the message that tells them."""

    hash: str
    text: str
    in_force: RulesInForce


class Said(NamedTuple):
    """A view as text, and the rules that it names; none where it holds them itself."""

    view: str
    rules: Rules | None


class Change(NamedTuple):
    """What the versions from `first` to `version` are to an audience: a view, or nothing that it may see."""

    first: int
    version: int
    at_us: int
    view: Said | None
    text: str


def rules(in_force: RulesInForce) -> Rules:
    """The rules with their message."""
    hash_ = sha256(text_of(in_force).encode()).hexdigest()
    text = text_of({"type": "rules", "hash": hash_, "limits": in_force.limits, "rules": in_force.rules})
    return Rules(hash_, text, in_force)


def change(first: int, version: int, at_us: int, view: Said | None) -> Change:
    """The change, with its message."""
    if view is None:
        text = text_of({"type": "skip", "first": first, "version": version})
    else:
        shown = {"at_us": at_us, "view": orjson.Fragment(view.view)}
        text = text_of({"type": "view", "first": first, "version": version, **shown})
    return Change(first, version, at_us, view, text)


def joined(before: Change, now: Change) -> Change:
    """Both in one: the newest view, for all versions of the two."""
    if now.view is None:
        return change(before.first, now.version, before.at_us, before.view)
    return change(before.first, now.version, now.at_us, now.view)


def hello(audience: str, table: str, version: int, server_us: int, view: str, **beside: Any) -> str:
    """The first message to whoever looks at a table."""
    head = {"type": "hello", "version": version, "audience": audience, "table": table, "server_us": server_us}
    return text_of({**head, "view": orjson.Fragment(view), **beside})


def floor_hello(server_us: int, tables: Iterable[Summary], alarms: tuple[Alarm, ...]) -> str:
    """The first message to whoever looks at the floor."""
    return text_of({"type": "floor_hello", "server_us": server_us, "tables": list(tables), "alarms": alarms})


def heartbeat(version: int, server_us: int) -> str:
    """The server lives, and the table is at this version."""
    return text_of({"type": "heartbeat", "version": version, "server_us": server_us})


def floor_heartbeat(server_us: int) -> str:
    """The server lives."""
    return text_of({"type": "heartbeat", "server_us": server_us})


def devices(shown: tuple[DeviceShown, ...]) -> str:
    """How the table's devices are now."""
    return text_of({"type": "devices", "devices": shown})


def corrections(version: int, offered: tuple[Correction, ...]) -> str:
    """What may be put right at this version of the table."""
    return text_of({"type": "corrections", "version": version, "corrections": offered})


def alarms(open_: tuple[Alarm, ...]) -> str:
    """The alarms that are open now."""
    return text_of({"type": "alarms", "alarms": open_})


def table(summary: Summary) -> str:
    """How a table of the floor is now."""
    return text_of({"type": "table", "summary": summary})


def table_gone(number: str) -> str:
    """A table is not kept by this server any more."""
    return text_of({"type": "table_gone", "table": number})


def answer(ordered: Ordered) -> str:
    """An order was carried out."""
    said = {"version": ordered.version, "first_version": ordered.first_version, "events": ordered.events}
    return text_of({"type": "answer", "id": str(ordered.id), "ok": True, **said, "again": ordered.again})


def refusal(order_id: str, problem: Problem) -> str:
    """An order was not carried out."""
    return text_of({"type": "answer", "id": order_id, "ok": False, "problem": body(problem)})


def problem(what: Problem) -> str:
    """A frame that was no order."""
    return text_of({"type": "problem", "problem": body(what)})
