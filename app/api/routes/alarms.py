"""Alarms: what a person has to look at, each with one who looks after it, until it is done."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Response
from pydantic import Field

from app.api.body_fields import MOST_VERSION, Body, Signed, Words
from app.api.documenting import NOT_SIGNED, problems
from app.api.guard import Allowed, Asking
from app.api.house_commands import signer
from app.api.responses import answer, nothing
from app.house.alarm_kinds import FACTS
from app.house.state import Alarm, alarm_of
from app.people.caller import Caller
from app.problems.problem import Problem
from app.shapes import model_of

router = APIRouter(prefix="/alarms", tags=["alarms"])


class AlarmsOpen(NamedTuple):
    """Every alarm that is not done."""

    alarms: tuple[Alarm, ...]
    """The alarms."""


class Acknowledgement(Body):
    """What was found, and what was done about it."""

    words: Words
    """In words, for the record."""
    signed_by: Annotated[list[Signed], Field(max_length=1, default_factory=list)]
    """For a payment over the threshold: who has looked at it, with PIN."""


AlarmNumber = Annotated[int, Path(ge=1, le=MOST_VERSION, description="The number of the alarm.")]
_SIGNED = ("signature_needed", *NOT_SIGNED)


@router.get("", name="alarms.list", response_model=model_of(AlarmsOpen), responses=problems())
async def listed(asking: Allowed) -> Response:
    """The alarms that are not done, the oldest first."""
    return answer(AlarmsOpen(asking.server.house.now.alarms))


@router.post(
    "/{alarm}/take",
    name="alarms.take",
    response_model=model_of(Alarm),
    responses=problems("no_such_alarm", "alarm_yours"),
)
async def take(alarm: AlarmNumber, asking: Allowed) -> Response:
    """Look after an alarm from now on; whoever did before does no more."""
    return answer(await asking.server.alarms.take(asking.caller, alarm))


@router.post(
    "/{alarm}/acknowledge",
    name="alarms.acknowledge",
    status_code=204,
    responses=problems("no_such_alarm", "alarm_of_another", *_SIGNED),
)
async def acknowledge(alarm: AlarmNumber, said: Acknowledgement, asking: Allowed) -> Response:
    """Say that it is done. A payment over the threshold wants a signature: a session alone is not enough for it."""
    await asking.server.alarms.acknowledge(await _who(asking, alarm, said), alarm, said.words)
    return nothing()


async def _who(asking: Asking, alarm: int, said: Acknowledgement) -> Caller:
    if said.signed_by:
        return await signer(asking, said.signed_by[0])
    house = asking.server.house
    await house.look()  # one that another server raised a moment ago wants its signature too
    found = alarm_of(house.now, alarm)
    if found is not None and FACTS[found.kind].signed:
        raise Problem("signature_needed", FACTS[found.kind].signed)
    return asking.caller
