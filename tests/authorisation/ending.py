"""The ways in which a session ends, and whether the sockets under it are closed then."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from uuid import uuid4

from tests.authorisation.house import OTHER_PIN, House, Somebody
from tests.authorisation.sockets import looking, out

Ends = Callable[[House, Somebody], Awaitable[None]]


async def _signs_out(_house: House, who: Somebody) -> None:
    assert (await who.client.delete("/api/v1/sessions/current")).is_success


async def _is_put_out(house: House, who: Somebody) -> None:
    session = (await who.client.get("/api/v1/sessions/current")).json()["session"]
    assert (await administrator(house).client.delete(f"/api/v1/sessions/{session}")).is_success


async def _gets_a_new_pin(house: House, who: Somebody) -> None:
    answer = await administrator(house).client.put(f"/api/v1/people/{who.name}/pin", json={"pin": OTHER_PIN})
    assert answer.is_success


async def _is_suspended(house: House, who: Somebody) -> None:
    suspension = {"id": str(uuid4()), "reason": "left the house"}
    answer = await administrator(house).client.post(f"/api/v1/people/{who.name}/suspension", json=suspension)
    assert answer.is_success


async def taken_down(house: House, who: Somebody) -> None:
    """The sign may look no more."""
    assert (await administrator(house).client.delete(f"/api/v1/displays/{who.name}")).is_success


def administrator(house: House) -> Somebody:
    """Who ends the sessions of others."""
    return house.staff["administrator"]


ENDS: dict[str, Ends] = {
    "signed out": _signs_out, "put out": _is_put_out, "a new PIN": _gets_a_new_pin, "suspended": _is_suspended,
}  # fmt: skip


async def ends_with(house: House, who: Somebody, ends: Ends, close: int) -> list[str]:
    """Which of his sockets stay open when this happens."""
    async with AsyncExitStack() as stack:
        sockets = await looking(house, who, stack)
        await ends(house, who)
        return await out(house, who, sockets, close)
