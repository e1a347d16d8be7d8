"""Whether people are who they say they are: name or badge, and PIN, or a one-time code.

Whoever has no account is treated like whoever has one: the same words, the same work (a hash is looked at, the log is
written), the same wait after too many tries. So from outside nobody learns which names there are. What was typed for a
name that nobody has is not written down: it may be a PIN in the wrong field.

Tries come from different sides (`attempt_source`): live sessions, places of the house, and everywhere else. Each has a
queue of its own, and tries in vain on one side keep nobody waiting on another. In each queue one is looked at after the
other, and each failure is in the log before the next one is: so many tries at the same time are not more tries. A try
that was begun is counted, also when nobody waits for the answer any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

from app.house.state import Person
from app.house.subjects.people.commands import NoteRefusal
from app.house.subjects.people.decide import sealed_code
from app.house.subjects.sessions.commands import RefuseSignIn
from app.house.subjects.sessions.decide import LOCKED, WRONG
from app.house.subjects.sessions.pin_attempts import ELSEWHERE, failed_of_late, is_locked
from app.people.account_commands import Accounts, database_in_words, problem_of
from app.people.attempt_source import Queue, Source
from app.people.guesses import Guesses
from app.people.pins import Pins, as_code
from app.people.refusal_log import NOBODY, Refusals
from app.people.slots import TRIES, TRIES_ELSEWHERE, TRIES_WITHIN_US, Slots
from app.people.throttle import Throttle
from app.people.turns import Turns
from app.problems.problem import Problem
from app.store.attempt_counts import Taken

# Somebody signs in so often within that time, and no more: whoever did without end would keep others of the same place
# waiting, and fill the log.
SIGN_INS = 60
# So often within that time somebody unlocks a screen or signs: each is an event, too.
ACTS = 600
# How many may wait: of one session or place, and of all on that side.
ROOM: dict[Queue, tuple[int, int]] = {"sessions": (4, 256), "known": (64, 256), "elsewhere": (8, 64)}
MOST_LETTERS = 64
# Wrong PINs of one person within a day, on all sides of the house together, of which somebody is told.
MANY = 10
SERVER, SIGN_IN = "server", "sign_in"
TOO_MANY = f"More than {TRIES} tries in vain in a minute from here: wait a minute."
TOO_MANY_ELSEWHERE = "Too many tries in vain from outside: wait a minute."


class Door:
    """Lets those in who have the right PIN. `look` sees what the log says now, `find` who is known by a name or badge;
    `guessing` is told when somebody guesses."""

    def __init__(
        self,
        accounts: Accounts,
        pins: Pins,
        slots: Slots,
        look: Callable[[], Awaitable[None]],
        find: Callable[[str], Person | None],
        refusals: Refusals,
        now_us: Callable[[], int],
        guessing: Callable[[Person | None, Source], None],
    ) -> None:
        self._accounts, self._pins, self._slots, self._look, self._find = accounts, pins, slots, look, find
        self._refusals, self._now_us, self._guessing = refusals, now_us, guessing
        self._tries, self._elsewhere = Throttle(TRIES, TRIES_WITHIN_US), Throttle(TRIES_ELSEWHERE, TRIES_WITHIN_US)
        self._signed_in, self._signed = Throttle(SIGN_INS, TRIES_WITHIN_US), Throttle(ACTS, TRIES_WITHIN_US)
        self.guesses = Guesses()
        self._turns = {queue: Turns(*room) for queue, room in ROOM.items()}
        self._looking: set[asyncio.Task[Person]] = set()
        self.turned_away = 0

    def knock(self, action: str, source: Source) -> None:
        """Count a try from there, until it has succeeded; a Problem if there were too many."""
        now_us, stranger = self._now_us(), source.lane == ELSEWHERE
        if stranger and self._elsewhere.full("", now_us):
            self._too_many(action, source, TOO_MANY_ELSEWHERE)
        if not self._tries.take(source.place, now_us):
            self._too_many(action, source, TOO_MANY)
        if stranger:
            self._elsewhere.take("", now_us)

    def _too_many(self, action: str, source: Source, words: str) -> None:
        self._refused(action, "too_many_tries", source.where)
        self._guessing(None, source)
        raise Problem("too_many_tries", words)

    def let_in(self, source: Source) -> None:
        """The last try from there has succeeded."""
        self._tries.give_back(source.place)
        if source.lane == ELSEWHERE:
            self._elsewhere.give_back("")

    async def person(self, who: str, pin: str, action: str, source: Source) -> Person:
        """The person of this name or badge, whose PIN this is; a Problem otherwise. Whoever has a one-time code is told
        to choose a PIN first: but for that it lets nobody in."""
        self._check_not_too_often(who, action, source)
        person = await self._known(who, pin, action, source)
        (self._signed_in if action == SIGN_IN else self._signed).take(person.name, self._now_us())
        if as_code(pin) is not None:
            raise Problem("choose_pin", "This is your one-time code: choose a PIN of your own with it.")
        return person

    def _check_not_too_often(self, who: str, action: str, source: Source) -> None:
        """Raise if this person has given the PIN too often. Only the right one counts: a stranger learns nothing."""
        person = self._find(who)
        given, most = (self._signed_in, SIGN_INS) if action == SIGN_IN else (self._signed, ACTS)
        if person is not None and given.full(person.name, self._now_us()):
            self._refused(action, f"too_many_tries: {person.name}", source.where)
            done = "signed in" if action == SIGN_IN else "unlocked a screen or signed"
            raise Problem("too_many_tries", f"You have {done} {most} times in a minute: wait a minute.")

    async def with_code(self, who: str, code: str, action: str, source: Source) -> Person:
        """The person of this name or badge, whose one-time code this is; a Problem otherwise."""
        if as_code(code) is None:
            raise problem_of(WRONG)
        return await self._known(who, code, action, source)

    async def _known(self, who: str, pin: str, action: str, source: Source) -> Person:
        self.knock(action, source)
        work = partial(self._looked_at, who[:MOST_LETTERS], pin, action, source)
        task = asyncio.create_task(self._in_turn(source, work), name="sign in")
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, source: Source, work: Callable[[], Awaitable[Person]]) -> Person:
        try:
            return await self._turns[source.queue].take(source.place, work)
        except Problem as problem:
            if problem.code == "busy":
                self.let_in(source)  # nothing was tried
            raise

    async def _looked_at(self, who: str, pin: str, action: str, source: Source) -> Person:
        with self._untried(source):
            await self._look()  # what another server wrote a moment ago counts here too
        person = self._find(who)
        held = person is not None and is_locked(person.tries, source.lane, self._now_us())
        self._check_no_wait(who, person, action, source, held=held)
        with self._untried(source), database_in_words():
            hash_ = await self._hash(person, pin)
            slot = await self._slots.take(None if held else person, source, self._now_us())
        self._check_room(slot.taken, action, source)
        judged = person is not None and not held and slot.taken.person
        if person is not None and not judged:  # as many are tried at other servers, or were
            self._check_no_wait(who, person, action, source, held=True)
        # Where a stranger may not learn of the wait, no PIN is the right one meanwhile.
        if await self._pins.fits(hash_ if judged else None, as_code(pin) or pin) and person is not None:
            self.let_in(source)  # a whole house may sit behind one address
            await self._slots.right(slot)
            return person
        await self._count(person, who, action, source)
        raise problem_of(WRONG)

    def _check_room(self, taken: Taken, action: str, source: Source) -> None:
        """Raise if there were too many tries at all servers together."""
        if not taken.elsewhere:
            self._too_many(action, source, TOO_MANY_ELSEWHERE)
        if not taken.place:
            self._too_many(action, source, TOO_MANY)

    @contextmanager
    def _untried(self, source: Source) -> Iterator[None]:
        """Whatever fails here fails before the PIN was looked at: whoever comes back until the database does has not
        tried in vain."""
        try:
            yield
        except Exception:
            self.let_in(source)
            raise

    def _check_no_wait(self, who: str, person: Person | None, action: str, source: Source, *, held: bool) -> None:
        """Raise if what was typed has to wait. What the house has counted and this server has not, as after a start, is
        told to its own people only: a stranger would learn by it whether there is such a name."""
        if self.guesses.locked(who, source.lane, self._now_us()) or (held and source.lane != ELSEWHERE):
            self._refused(action, "locked_out" if person is None else f"locked_out: {person.name}", source.where)
            raise problem_of(LOCKED)

    async def _hash(self, person: Person | None, typed: str) -> str | None:
        """What is kept of the person's PIN, or of the one-time code."""
        name, is_code = person.name if person is not None else "", as_code(typed) is not None
        if is_code:
            return await self._pins.kept_code(name, sealed_code(person, self._now_us()) if person else "")
        return await self._pins.kept(name, person.pin_seal if person else "")

    def _refused(self, action: str, why: str, where: str) -> None:
        self._refusals.add(None, action, why, where, self._now_us())

    async def _count(self, person: Person | None, who: str, action: str, source: Source) -> None:
        now_us = self._now_us()
        many = person is not None and failed_of_late(person.tries, now_us) + 1 >= MANY  # a few on each of many sides
        if self.guesses.failed(who, source.lane, now_us) or (many and source.lane != ELSEWHERE):
            self._guessing(person, source)
        if person is None:
            self.turned_away += 1
            refusal = NoteRefusal(NOBODY, action, "no such name or badge", source.where)
            await self._accounts.ask(refusal, SERVER)
        else:
            await self.note(person, f"wrong PIN: {action}", source, counts=True)

    async def note(self, person: Person, why: str, source: Source, *, counts: bool) -> None:
        """Have it in the log that this person was refused."""
        self.turned_away += 1
        refused = RefuseSignIn(person.name, why, source.where, self._now_us(), counts, source.lane)
        await self._accounts.ask(refused, SERVER)
