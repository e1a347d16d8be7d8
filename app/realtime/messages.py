"""The shape of every message of the feeds: one union for each audience, so that what it may not see has no field.

What goes out is written by `writing` and never passes through these models: they are what the schemas are made from,
and what the tests hold every message against.
"""

from typing import Annotated, Any, Literal, Union
from uuid import UUID

from pydantic import Field, create_model

from app.game.subjects.remedies.dealer_corrections import Correction
from app.game.views.audiences import LimitsShown, RulesShown
from app.game.views.by_hash import BY_HASH
from app.house.state import Alarm
from app.realtime.audience import AUDIENCES, ORDERING, VIEWS, Audience
from app.realtime.forms import FORMS, Form
from app.realtime.table_status import DeviceShown, Summary
from app.shapes import Shape, model_of
from app.shapes.plain import Text, Whole

_Version = Annotated[Whole, Field(description="The number of the table's last event.")]
_First = Annotated[Whole, Field(description="The first of the versions that this stands for: the last told plus one.")]
_ServerUs = Annotated[Whole, Field(description="The server's clock, in microseconds after the epoch.")]
_AtUs = Annotated[Whole, Field(description="When the server told of it, in microseconds after the epoch.")]
_Hash = Annotated[Text, Field(description="The SHA-256 of both, in hexadecimal: the same ones have the same hash.")]
_Table = Annotated[Text, Field(description="The table's number.")]
_OrderId = Annotated[UUID, Field(strict=False, description="The order that this answers.")]


class Skip(Shape):
    """Nothing that this audience may see has changed in these versions."""

    type: Literal["skip"]
    first: _First
    version: _Version


class Heartbeat(Shape):
    """The server lives: each second."""

    type: Literal["heartbeat"]
    version: _Version
    server_us: _ServerUs


class FloorHeartbeat(Shape):
    """The server lives: each second."""

    type: Literal["heartbeat"]
    server_us: _ServerUs


class Misfit(Shape):
    """A field that does not fit."""

    at: Annotated[Text, Field(description="Where it is in the order.")]
    what: Annotated[str, Field(description="What is wrong with it.")]


class Misfits(Shape):
    """The fields that do not fit."""

    fields: Annotated[tuple[Misfit, ...], Field(strict=False, description="Each of them, up to a bound.")]


class KeptAt(Shape):
    """Where the table is kept, if that is known."""

    address: Annotated[Text | None, Field(description="The address of the server that keeps it.")]


class Reference(Shape):
    """Where the server's log says more."""

    reference: Annotated[Text, Field(description="What the log has beside it.")]


class RefusedAt(Shape):
    """Where the game's rules refuse."""

    box: Annotated[Whole | None, Field(description="The box that it is about.")]
    step: Annotated[Whole | None, Field(description="Which step of what was asked, from 1.")]
    version: Annotated[Whole, Field(description="The version of the table that it was refused at.")]


class ProblemBody(Shape):
    """What is wrong: a code of the catalogue of errors, in words, with the clause where a book says so."""

    code: Annotated[Text, Field(description="A code of the catalogue of errors.")]
    message: Annotated[str, Field(description="What happened.")]
    clause: Annotated[Text | None, Field(description="The clause of the book that says so.")]
    do: Annotated[str, Field(description="What to do about it.")]
    retry: Annotated[bool, Field(description="Whether the same order may be sent again as it is.")]
    details: Annotated[
        Misfits | KeptAt | Reference | RefusedAt | None, Field(description="What else is to be known of it.")
    ]


class Problem(Shape):
    """A frame that was no order."""

    type: Literal["problem"]
    problem: ProblemBody


class Answer(Shape):
    """An order was carried out, or had been: it caused these events, the first of them at this version."""

    type: Literal["answer"]
    id: _OrderId
    ok: Literal[True]
    version: _Version
    first_version: Annotated[Whole, Field(description="The version of the first event that the order caused.")]
    events: Annotated[Whole, Field(description="How many events it caused.")]
    again: Annotated[bool, Field(description="Whether it had been answered before.")]


class Refusal(Shape):
    """An order was not carried out."""

    type: Literal["answer"]
    id: _OrderId
    ok: Literal[False]
    problem: ProblemBody


class TableGone(Shape):
    """The table is not kept by this server any more."""

    type: Literal["table_gone"]
    table: _Table


def _several(record: type, words: str) -> Any:
    parts: Any = tuple.__class_getitem__((model_of(record), ...))
    return Annotated[parts, Field(strict=False, description=words)]


def _message(name: str, words: str, type_: str, **parts: Any) -> Any:
    """A message of this type with these parts."""
    fields: dict[str, Any] = {"type": (Literal[type_], ...), **{part: (shape, ...) for part, shape in parts.items()}}
    return create_model(name, __base__=Shape, __doc__=words, **fields)


_Devices = _several(DeviceShown, "The table's devices.")
_Alarms = _several(Alarm, "The alarms that are open.")
_Summaries = _several(Summary, "Every table.")
DevicesNow = _message("DevicesNow", "The table's devices as they are now.", "devices", devices=_Devices)
CorrectionsNow = _message(
    "CorrectionsNow", "What may be put right alone, at this version of the table and no other.", "corrections",
    version=_Version, corrections=_several(Correction, "The readings of the last cards that fit them too."),
)  # fmt: skip
AlarmsNow = _message("AlarmsNow", "The alarms that are open now.", "alarms", alarms=_Alarms)
TableNow = _message("TableNow", "A table of the floor as it is now.", "table", summary=model_of(Summary))
RulesTold = _message(
    "RulesTold", "The limits and rules that the views after this name by their hash, until others are told.", "rules",
    hash=_Hash, limits=model_of(LimitsShown), rules=model_of(RulesShown),
)  # fmt: skip
FloorHello = _message(
    "FloorHello", "The whole floor, to whoever begins to look at it.", "floor_hello",
    server_us=_ServerUs, tables=_Summaries, alarms=_Alarms,
)  # fmt: skip


def _hello(audience: Audience, view: Any) -> Any:
    beside = {} if audience == "sign" else {"devices": _Devices, "alarms": _Alarms}
    return _message(
        f"{audience.title()}Hello", "The whole view, to whoever begins to look.", "hello",
        version=_Version, audience=Literal[audience], table=_Table, server_us=_ServerUs, view=view, **beside,
    )  # fmt: skip


def _view(audience: Audience, view: Any) -> Any:
    words = "The whole view, as it is after these versions."
    return _message(
        f"{audience.title()}Now", words, "view", first=_First, version=_Version, at_us=_AtUs, view=view
    )  # fmt: skip


def _messages(audience: Audience, form: Form) -> Any:
    whole = VIEWS[audience]
    view = model_of(whole if form == "whole" else BY_HASH[whole])
    rules = () if form == "whole" else (RulesTold,)
    beside = () if audience == "sign" else (DevicesNow, AlarmsNow)
    answers = (CorrectionsNow, Answer, Refusal) if audience in ORDERING else (Refusal,)
    views = _hello(audience, view), _view(audience, view)
    return Union[(*rules, *views, Skip, Heartbeat, *beside, *answers, Problem)]


# What the server sends to each audience of a table, as it has asked for views, and to the floor's wall.
MESSAGES: dict[str, Any] = {
    f"{audience}-{asked}" if asked else audience: _messages(audience, form)
    for asked, form in FORMS.items()
    for audience in AUDIENCES
} | {
    "wall": Union[FloorHello, TableNow, TableGone, FloorHeartbeat, AlarmsNow, Refusal, Problem]  # noqa: UP007
}
