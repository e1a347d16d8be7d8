"""What people who set up a house ask of its server, each under his own name: accounts, tables, devices, signs."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from device_simulators.bot.terminal.people import Person
from device_simulators.bot.terminal.service import Service

SESSION_OVER = 401


class Refused(Exception):
    """The server did not do what was asked: says what and why, and the code of the problem."""

    def __init__(self, asked: str, status: int, said: Any) -> None:
        self.code = said.get("code", "") if isinstance(said, dict) else ""
        super().__init__(f"{asked}: {status} {said}")


class Office:
    """The running server, asked as `manager` unless somebody else is named."""

    def __init__(self, url: str, manager: Person) -> None:
        self.url, self.manager = url, manager
        self._tokens: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None, by: Person | None = None) -> Any:
        """The answer to the request; raises Refused."""
        person, service = by or self.manager, Service(self.url)
        try:
            status, said = await self._asked(service, method, path, body, person)
            if status == SESSION_OVER:  # it was the oldest of a person who has signed in often
                self._tokens.pop(person.who, None)
                status, said = await self._asked(service, method, path, body, person)
        finally:
            service.close()
        if not 200 <= status < 300:
            raise Refused(f"{method} {path}", status, said)
        return said

    async def _asked(self, service: Service, method: str, path: str, body: Any, person: Person) -> tuple[int, Any]:
        if person.who not in self._tokens:
            said = await signed_in(service, person)
            self._tokens[person.who] = str(said["token"])
        return await service.ask(method, f"/api/v1{path}", body, self._tokens[person.who])

    async def token_of(self, person: Person) -> str:
        """The token of somebody who is signed in, now if not before."""
        await self.ask("GET", "/sessions/current", by=person)
        return self._tokens[person.who]

    async def set_up(self, setup_token: str) -> None:
        """Make the manager's account, the first of the house."""
        service = Service(self.url)
        body = {"token": setup_token, "name": self.manager.who, "shown": self.manager.who, "pin": self.manager.pin}
        try:
            status, said = await service.ask("POST", "/api/v1/setup", body)
        finally:
            service.close()
        if not 200 <= status < 300:
            raise Refused("POST /setup", status, said)
        self._tokens[self.manager.who] = str(said["token"])

    async def add_person(self, name: str, role: str, pin: str | None = None, **more: Any) -> None:
        """An account with one role."""
        body = {"id": str(uuid4()), "name": name, "shown": name, "roles": [role], "pin": pin, **more}
        await self.ask("POST", "/people", body)

    async def add_table(self, number: str, book: str, config: dict[str, Any]) -> None:
        """A table under this book, open for play."""
        body = {"id": str(uuid4()), "number": number, "ruleset": book, "config": config}
        await self.ask("POST", "/tables", body)

    async def attach(
        self, number: str, role: str, dialect: str, url: str, serial: str = "", signers: Sequence[Person] = ()
    ) -> None:
        """A device of the table, bound if it has a serial number: two people sign for both."""
        name, signed = f"t{number}-{role}", [{"who": each.who, "pin": each.pin} for each in signers]
        device = {"name": name, "table": number, "role": role, "dialect": dialect, "url": url, "signed_by": signed}
        await self.ask("POST", "/devices", {"id": str(uuid4()), **device})
        if serial:
            body = {"id": str(uuid4()), "serial": serial, "signed_by": signed}
            await self.ask("POST", f"/devices/{name}/bindings", body)

    async def connected(self, number: str) -> bool:
        """Whether every line of the table's devices is open."""
        said = await self.ask("GET", "/devices")
        return all([each["connected"] for each in said["devices"] if each["table"] == number])


async def signed_in(service: Service, person: Person) -> Any:
    """What the server says to somebody who signs in; raises Refused."""
    status, said = await service.ask("POST", "/api/v1/sessions", {"who": person.who, "pin": person.pin})
    if not 200 <= status < 300:
        raise Refused(f"{person.who} signs in", status, said)
    return said
