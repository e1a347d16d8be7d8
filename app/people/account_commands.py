"""What is written of people: each a command to the house, decided on what its log says at that moment."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from uuid import UUID, uuid4

from app.game.core.records import replace
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.refusal_in_words import RefusedInWords, in_words
from app.house.state import House, Person, person_of
from app.house.subjects.people import commands as c
from app.house.subjects.people.decide import unknown
from app.house.subjects.people.person_check import wrong
from app.people.attempt_source import Source
from app.people.pins import Pins, check_pin, new_code
from app.people.tokens import hash_of, new_token
from app.problems.problem import Problem
from app.store.house_log import HouseAt, HouseLog
from app.store.shared_log import LogBusy
from app.store.writer import LOST, PASSING


class Accounts:
    """The accounts, sessions and displays, as the log of the house has them. `moved` is told where the log is now."""

    def __init__(self, log: HouseLog, pins: Pins, moved: Callable[[HouseAt], None] = lambda _: None) -> None:
        self._log, self._pins, self._moved = log, pins, moved

    async def read(self) -> House:
        """The house as it is now."""
        with database_in_words():
            at = await self._log.read()
        self._moved(at)
        return at.state

    async def ask(self, command: HouseCommand, actor: str, id_: UUID | None = None) -> House:
        """The house after the command; a Problem if it is refused."""
        with database_in_words():
            answer = await self._log.ask(id_ or uuid4(), command, actor)
        if isinstance(answer, RefusedInWords):
            raise _problem(answer)
        self._moved(answer)
        return answer.state

    async def readmit(self, name: str, actor: str, id_: UUID | None = None) -> None:
        """Nobody is kept waiting under this name any more, and a suspension is taken back. What all servers count goes
        first: where that was the last to be done, the log still holds back whom it has to."""
        with database_in_words():
            await self._pins.forget_tries(name)
        await self.ask(c.ReadmitPerson(name), actor, id_)

    async def add(
        self, command: c.AddPerson, pin: str | None, actor: str, id_: UUID | None = None, by: str = ""
    ) -> Person:
        """Give somebody an account, and then the PIN; without one nobody signs in with it yet. `by`: the name of who
        does it, if he has an account."""
        if pin is not None:
            check_pin(pin, command.badge, command.name)
        house = await self.ask(replace(command, pin_seal="", first=False), actor, id_)
        if pin is not None:
            told = partial(c.NotePinSet, command.name, by=by)
            house = await self._keep(command.name, pin, lambda seal: self.ask(told(seal), actor))
        return _person(house, command.name)

    async def add_first(self, command: c.AddPerson, pin: str, actor: str) -> Person:
        """Give the first account of the house, with its PIN: both or nothing."""
        fault = wrong(command)
        if fault is not None:
            raise problem_of(fault)
        check_pin(pin, command.badge, command.name)
        told = replace(command, first=True)
        house = await self._keep(command.name, pin, lambda seal: self.ask(replace(told, pin_seal=seal), actor))
        return _person(house, command.name)

    async def change(self, command: c.ChangePerson, actor: str, id_: UUID | None = None) -> Person:
        """Change what somebody may do, or the licence."""
        return _person(await self.ask(command, actor, id_), command.name)

    async def set_pin(self, name: str, pin: str, actor: str, session: str = "", by: str = "") -> None:
        """Give somebody another PIN; all sessions under the old one end, but for this one."""
        person = person_of(await self.read(), name)
        if person is None:
            raise problem_of(unknown(name))
        check_pin(pin, name, person.badge)
        await self._keep(name, pin, lambda seal: self.ask(c.NotePinSet(name, seal, session, by), actor))

    async def _keep(self, name: str, pin: str, tell: Callable[[str], Awaitable[House]]) -> House:
        with database_in_words():
            return await self._pins.keep(name, pin, tell)

    async def make_code(self, name: str, until_us: int, actor: str, by: str = "") -> str:
        """A code with which this person may choose a PIN, once; it is not told again, and one before is void."""
        if person_of(await self.read(), name) is None:
            raise problem_of(unknown(name))
        code = new_code()

        async def tell(seal: str) -> House:
            return await self.ask(c.NoteCodeMade(name, seal, until_us, by), actor)

        with database_in_words():
            await self._pins.keep_code(name, code, tell)
        return code

    async def redeem(self, person: Person, pin: str, source: Source, at_us: int, day: str) -> None:
        """Somebody whose one-time code was looked at has chosen this PIN."""
        check_pin(pin, person.name, person.badge)

        async def tell(seal: str) -> House:
            command = c.RedeemCode(person.name, person.code_seal, seal, source.where, at_us, day, source.lane)
            return await self.ask(command, f"person:{person.name}")

        await self._keep(person.name, pin, tell)

    async def add_display(self, display: str, table: str, actor: str) -> str:
        """Let a sign look at this table: its token, which is not told again."""
        token = new_token()
        await self.ask(c.AddDisplay(display, table, hash_of(token), uuid4().hex), actor)
        return token


@contextmanager
def database_in_words() -> Iterator[None]:
    """What the database cannot do now, as a Problem."""
    try:
        yield
    except (LogBusy, *PASSING) as error:
        raise Problem("busy", "Others write at the same place all the time: try again.") from error
    except LOST as error:
        raise Problem("database_away", "The database does not answer: try again.") from error


def problem_of(refused: Refused) -> Problem:
    """What the house refuses, with its words."""
    return _problem(in_words(refused))


def _problem(refused: RefusedInWords) -> Problem:
    return Problem(refused.code, refused.message)


def _person(house: House, name: str) -> Person:
    person = person_of(house, name)
    assert person is not None, name
    return person
