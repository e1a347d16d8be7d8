"""Whether somebody is who he says: name or badge, and PIN, or a one-time code.

Whoever has no account is treated like whoever has one: the same words, the same work (a hash is looked at, the log is
written), the same lock after too many tries. So from outside nobody learns which names there are. What was typed for a
name that nobody has is not written down: it may be a PIN in the wrong field.

Only a few are looked at at once, and each failure is in the log before the next one is: so many tries at the same time
are not more tries. A try that was begun is counted, also when nobody waits for the answer any more.
"""

import asyncio
from collections.abc import Awaitable, Callable

from app.house import commands as c
from app.house.decisions.people import sealed_code
from app.house.decisions.sessions import LOCKED, WRONG
from app.house.state import Person
from app.people.accounts import Accounts, database_in_words
from app.people.pins import Pins, as_code
from app.people.refusals import NOBODY, Refusals
from app.people.strangers import Strangers
from app.people.throttle import Throttle
from app.problems.problem import Problem

TRIES, TRIES_WITHIN_US = 10, 60_000_000
MOST_WAITING = 64
MOST_LETTERS = 64
SERVER = "server"


class Door:
    """Lets those in who have the right PIN. `look` sees what the log says now, `find` who is
    known by a name or badge."""

    def __init__(
        self,
        accounts: Accounts,
        pins: Pins,
        look: Callable[[], Awaitable[None]],
        find: Callable[[str], Person | None],
        refusals: Refusals,
        now_us: Callable[[], int],
    ) -> None:
        self._accounts, self._pins, self._look, self._find = accounts, pins, look, find
        self._refusals, self._now_us = refusals, now_us
        self._tries = Throttle(TRIES, TRIES_WITHIN_US)
        self._strangers = Strangers()
        self._one_by_one = asyncio.Lock()  # each try sees what the one before it has counted
        self._looking: set[asyncio.Task[Person]] = set()
        self.turned_away = 0

    def knock(self, action: str, where: str) -> None:
        """Count a try from there, until it has succeeded; a Problem if there were too many."""
        if not self._tries.take(where, self._now_us()):
            self._refused(action, "too_many_tries", where)
            raise Problem("too_many_tries", f"More than {TRIES} tries in vain in a minute from here: wait a minute.")

    def let_in(self, where: str) -> None:
        """The last try from there has succeeded."""
        self._tries.give_back(where)

    async def person(self, who: str, pin: str, action: str, where: str) -> Person:
        """The person of this name or badge, whose PIN this is; a Problem otherwise. With a one-time code he is told to
        choose a PIN first: unless he is just doing that it lets nobody in."""
        person = await self._known(who, pin, action, where)
        if as_code(pin) is not None:
            raise Problem("choose_pin", "This is your one-time code: choose a PIN of your own with it.")
        return person

    async def with_code(self, who: str, code: str, action: str, where: str) -> Person:
        """The person of this name or badge, whose one-time code this is; a Problem otherwise."""
        if as_code(code) is None:
            raise Problem("wrong_credentials", WRONG)
        return await self._known(who, code, action, where)

    async def _known(self, who: str, pin: str, action: str, where: str) -> Person:
        self.knock(action, where)
        if len(self._looking) >= MOST_WAITING:
            raise Problem("busy", "More people sign in than can be looked at: try again.")
        task = asyncio.create_task(self._in_turn(who[:MOST_LETTERS], pin, action, where), name="sign in")
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, who: str, pin: str, action: str, where: str) -> Person:
        async with self._one_by_one:
            return await self._looked_at(who, pin, action, where)

    async def _looked_at(self, who: str, pin: str, action: str, where: str) -> Person:
        await self._look()  # what another server wrote a moment ago counts here too
        person = self._find(who)
        if self._is_locked(person, who):
            self._refused(action, "locked_out" if person is None else f"locked_out: {person.name}", where)
            raise Problem("locked_out", LOCKED)
        with database_in_words():
            fits = await self._fits(person, pin)
        if fits and person is not None:
            self.let_in(where)  # a whole house may sit behind one address
            return person
        await self._count(person, who, action, where)
        raise Problem("wrong_credentials", WRONG)

    async def _fits(self, person: Person | None, typed: str) -> bool:
        """Whether this is the person's PIN, or the one-time code; it takes as long without such a person."""
        name, code = person.name if person is not None else "", as_code(typed)
        if code is not None:
            return await self._pins.code_fits(name, sealed_code(person, self._now_us()) if person else "", code)
        return await self._pins.fits(name, person.pin_seal if person else "", typed)

    def _refused(self, action: str, why: str, where: str) -> None:
        self._refusals.add(None, action, why, where, self._now_us())

    def _is_locked(self, person: Person | None, who: str) -> bool:
        if person is None:
            return self._strangers.locked(who, self._now_us())
        return person.locked_until_us > self._now_us()

    async def _count(self, person: Person | None, who: str, action: str, where: str) -> None:
        if person is None:
            self.turned_away += 1
            self._strangers.failed(who, self._now_us())
            await self._accounts.ask(c.NoteRefusal(NOBODY, action, "no such name or badge", where), SERVER)
        else:
            await self.note(person, f"wrong PIN: {action}", where, counts=True)

    async def note(self, person: Person, why: str, where: str, *, counts: bool) -> None:
        """Have it in the log that this person was refused."""
        self.turned_away += 1
        await self._accounts.ask(c.RefuseSignIn(person.name, why, where, self._now_us(), counts), SERVER)
