"""Who works at the tables, and their tokens: each person signs in once, when first needed."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device_simulators.bot.terminal.service import NoAnswer, Service

TOO_MANY = 429
NOT_SIGNED_IN = 401
SESSION = "/api/v1/sessions/current"
SIGNED_IN = (200, 201)
# A server counts how often somebody signs in from an address; after a minute it is allowed again.
AGAIN_S = 2.0
SOON_S = 0.2
LONGEST_S = 90.0


class NotSignedIn(Exception):
    """Somebody cannot sign in: says who and why."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    who: str
    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Staff:
    """The dealers of a table, and a supervisor."""

    dealers: tuple[Person, ...]
    supervisor: Person

    def of_table(self, place: int, tables: int) -> "Staff":
        """Those who work at one of so many tables: nobody deals at two."""
        return Staff(self.dealers[place::tables], self.supervisor)


def read_staff(path: Path, tables: int) -> Staff:
    """The people of a file, enough for so many tables: {"dealers": {NAME: PIN, ...}, "supervisor": {NAME: PIN}}."""
    try:
        said = json.loads(path.read_text())
        dealers = tuple([Person(str(who), str(pin)) for who, pin in said["dealers"].items()])
        (supervisor,) = [Person(str(who), str(pin)) for who, pin in said["supervisor"].items()]
    except (ValueError, KeyError, AttributeError, TypeError):  # the words of the error could be a PIN
        shape = '{"dealers": {"NAME": "PIN", ...}, "supervisor": {"NAME": "PIN"}}'
        raise ValueError(f"{path} does not say who works at the tables: write {shape}") from None
    if len(dealers) < tables:
        raise ValueError(f"{path}: {tables} tables need as many dealers, and there are {len(dealers)}")
    return Staff(dealers, supervisor)


class Tokens:
    """The tokens of those who have signed in."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self._turn = asyncio.Lock()

    async def of(self, person: Person, service: Service) -> str:
        """This person's token; raises NotSignedIn."""
        async with self._turn:
            if person.who not in self._tokens:
                self._tokens[person.who] = await _signed_in(person, service)
            return self._tokens[person.who]

    async def forget_if_over(self, person: Person, service: Service) -> None:
        """Have the person sign in anew when the session is over; raises nothing if that cannot be found out."""
        token = self._tokens.get(person.who)
        with suppress(NoAnswer):
            if token is not None and (await service.ask("GET", SESSION, token=token))[0] == NOT_SIGNED_IN:
                self._tokens.pop(person.who, None)

    @property
    def signed_in(self) -> frozenset[str]:
        """Those who have signed in."""
        return frozenset(self._tokens)


async def _signed_in(person: Person, service: Service) -> str:
    until_s = asyncio.get_running_loop().time() + LONGEST_S
    while True:
        status, said = await _asked_in(person, service)
        if status in SIGNED_IN:
            return str(said["token"])
        if not (status == TOO_MANY or said.get("retry")) or asyncio.get_running_loop().time() > until_s:
            raise NotSignedIn(f"{person.who} cannot sign in: {said.get('code')}, {said.get('message')}")
        await asyncio.sleep(AGAIN_S if status == TOO_MANY else SOON_S)


async def _asked_in(person: Person, service: Service) -> tuple[int, Any]:
    """The answer of the server; one that is away is asked again, as for whatever it says to ask again."""
    try:
        return await service.ask("POST", "/api/v1/sessions", {"who": person.who, "pin": person.pin})
    except NoAnswer as error:
        return 0, {"code": "no_answer", "message": str(error), "retry": True}
