"""Somebody who asks the same thing of one table again and again, and measures how long there is no answer.

What he asks is refused each time, by the table itself and durably: it answers a question that was never asked. He goes
where he is sent, and to the next server when nobody answers, as a screen does.
"""

import asyncio
from random import Random
from uuid import UUID

from tests.simulation.whole.invariants import holds
from tests.simulation.whole.places import LEASE_S, Way
from tests.simulation.whole.screens import Person
from tests.simulation.whole.wire import Cut, request
from tests.simulation.whole.world import World

EVERY_S, AGAIN_S, ANSWERED_S = 0.5, 0.1, 4.6
LONGEST_S = LEASE_S + 5.0
NEVER = "999999.decide.1.1.1.2"


class Probe:
    """Of one table."""

    def __init__(self, world: World, number: str, person: Person) -> None:
        self._world, self._number, self._person = world, number, person
        self._way, self._dice = Way(world.places), Random(f"probe/{world.seed}/{number}")
        self._since_s = world.loop.now_s
        self.longest_s, self._last = 0.0, ""

    async def signs_in(self) -> None:
        """Before anything goes wrong: who is not signed in measures how long that takes."""
        await self._person.token()

    async def run(self) -> None:
        """Ask, for ever."""
        self._since_s = self._world.loop.now_s
        self._world.spawn(self._watch())
        while True:
            await asyncio.sleep(EVERY_S)
            await self._asked()

    async def _asked(self) -> None:
        """Until there is an answer."""
        id_ = str(UUID(int=self._dice.getrandbits(128), version=4))
        order = {"id": id_, "question": NEVER, "command": {"type": "Resolve", "choice": "continue"}}
        while not await self._answered(order):
            await asyncio.sleep(AGAIN_S)
        self.longest_s = max(self.longest_s, self._silent_s())
        self._since_s = self._world.loop.now_s

    async def _answered(self, order: object) -> bool:
        token, path = await self._person.token(), f"/api/v1/tables/{self._number}/orders"
        try:
            async with asyncio.timeout(ANSWERED_S):
                status, said = await request(self._way.door, "10.0.9.1", "POST", path, order, token)
        except (Cut, TimeoutError):
            self._way.on()
            return False
        self._last = f"{said.get('code')} {said.get('message')}"
        if status >= 400 and said["retry"]:
            self._way.follow((said["details"] or {}).get("address"))
            return False
        holds("available: what nobody asked is refused by the table", said.get("code") == "question_closed", said)
        return True

    def _silent_s(self) -> float:
        """For how long there was no answer, since the last thing went wrong from which a server has to recover."""
        return self._world.loop.now_s - max(self._since_s, self._world.struck_s)

    async def _watch(self) -> None:
        """While no server works nobody can answer, and the time begins anew when one does. A server that keeps its
        clients since it knows of no other one has started before the other, and has lost PostgreSQL since."""
        while True:
            await asyncio.sleep(AGAIN_S)
            if not self._world.works or self._way.place.believes_alone:
                self._since_s = self._world.loop.now_s
            holds("available: a table answers within a lease and five seconds", self._silent_s() <= LONGEST_S,
                  self._number, round(self._silent_s(), 3), self._last)  # fmt: skip
