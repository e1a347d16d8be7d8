"""Who asks: signing in and out, tokens and tickets, and what administrators change about people.

All of it lies in the log of the house, which every server follows, so that who is signed in at one is at all, and who
is put out at one is out everywhere within a second. Of a token the log has the SHA-256; what is looked up at each
request is in memory. What is not in the log: PINs (`pins`), tickets, and how often somebody tried.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import date
from typing import NamedTuple
from uuid import UUID, uuid4

from app.house.places import place_of
from app.house.records import HouseCommand
from app.house.roles import WATCHES_OVER
from app.house.state import House, Person, Session, open_alarm, person_of, session_of
from app.house.subjects.people.commands import (
    AddPerson,
    ChangePerson,
    NoteDisputePack,
    NoteFaceDownSeen,
    RemoveDisplay,
    SuspendPerson,
)
from app.house.subjects.sessions.commands import (
    EndSession,
    GivePassage,
    LockSession,
    SignForAct,
    SignIn,
    TakePassage,
    UnlockSession,
)
from app.house.subjects.sessions.pin_attempts import FORGOTTEN_US, HOUR_US
from app.people.account_commands import Accounts, database_in_words
from app.people.attempt_source import Source, at_place, in_session
from app.people.caller import Caller
from app.people.door import SIGN_IN, Door
from app.people.fresh_look import FreshLook
from app.people.guesses import alarm_of
from app.people.idle import Idle
from app.people.pins import Pins
from app.people.refusal_log import Refusals
from app.people.roll import Roll
from app.people.slots import TRIES_WITHIN_US, Slots
from app.people.throttle import Throttle
from app.people.tickets import Tickets
from app.people.tokens import hash_of, new_token
from app.problems.problem import Problem
from app.store.attempt_counts import forget_old
from app.store.database import Database
from app.store.house_log import HouseLog
from app.store.sessions_used import exchange, forget
from app.table.house_keeping import HouseKeeping
from app.table.listeners import tell

log = logging.getLogger("tablekeeper.people")
SESSION_US = 12 * HOUR_US
LOOKS_EVERY_S = 0.5
# So often the servers tell each other which sessions are used; one that has heard nothing for so long ends none.
EXCHANGES_EVERY_S, HEARD_WITHIN_S = 2.0, 10.0
MOST_LETTERS = 64
# Each stands in the log of the house; a page asks for one when it begins and when its last one is used up.
PASSAGES, PASSAGES_WITHIN_US = 60, 60_000_000
# Made-up passages and setup tokens, of one place.
STRAYS, STRAYS_WITHIN_US = 10, 60_000_000
# Somebody is told of guessing, while nobody has seen to the alarm before, this often.
TOLD_EVERY_US = 60_000_000
# So often a supervisor unlocks somebody who does not give the right PIN in between.
MOST_UNLOCKED = 3


_GIVEN_AT = "The setup token was printed by the server at {}: set up there, or start that one again for another token."
_NOT_GIVEN = "The server that printed a setup token is gone: start this one again, and it prints one."


class SignedIn(NamedTuple):
    """Somebody is signed in. The token is not kept here, and is not told again."""

    token: str
    caller: Caller
    expires_us: int


async def _alone() -> str | None:
    """No other server is there."""
    return None


class People:
    """The people of the house, as this server knows them. It starts after `house` and closes before it.
    `gives_token`: nothing if this server is the one that gives the setup token, or where that one is."""

    def __init__(
        self,
        database: Database,
        house: HouseKeeping,
        house_log: HouseLog,
        now_us: Callable[[], int],
        gaming_day: Callable[[int], date],
        idle_s: int = SESSION_US // 1_000_000,
        playing: Callable[[str], bool] = lambda _name: False,
        gives_token: Callable[[], Awaitable[str | None]] = _alone,
    ) -> None:
        self._idle = Idle(idle_s * 1_000_000, now_us, playing)
        self._database, self._server, self._heard_s = database, uuid4(), -HEARD_WITHIN_S
        self._house, self._now_us, self._gaming_day = house, now_us, gaming_day
        self._pins = Pins(database)
        self._accounts = Accounts(house_log, self._pins, house.moved)
        self._refusals = Refusals(house.note)
        self._door = Door(
            self._accounts,
            self._pins,
            Slots(database),
            self._look,
            self._person,
            self._refusals,
            now_us,
            self._somebody_guesses,
        )
        self._tickets, self._look_together = Tickets(), FreshLook(self._look)
        self._passages = Throttle(PASSAGES, PASSAGES_WITHIN_US)
        self._told, self._strays = Throttle(1, TOLD_EVERY_US), Throttle(STRAYS, STRAYS_WITHIN_US)
        self._roll = Roll(House())
        self._listeners: list[Callable[[], None]] = []
        self._setup_token: str | None = None
        self._gives_token = gives_token
        self.token_given_at: str | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> str | None:
        """Read who there is. While nobody has an account: a token with which the first may be made, unless another
        server has given one (`token_given_at`)."""
        self._house.listen(self._house_changed)
        await self._look()
        self._house_changed(self._house.now)
        works = (self._watch_over(), self._exchange_use())
        self._tasks = [asyncio.create_task(work, name="people") for work in works]
        if not self._roll.house.people:
            self.token_given_at = await self._gives_token()
            self._setup_token = new_token() if self.token_given_at is None else None
        return self._setup_token

    async def close(self) -> None:
        """Note what is still to be noted of refusals."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._refusals.pass_on(self._now_us(), all_=True)
        self._pins.close()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Be told whenever something about people has changed, or somebody's session has run out."""
        self._listeners.append(listener)

    def refused(self, caller: Caller | None, action: str, why: str, where: str) -> None:
        """Have it in the log of the house that somebody was refused something; what is repeated once a minute."""
        self._refusals.add(caller, action, why, where, self._now_us())

    # --- who asks

    def refusals(self) -> Mapping[str, int]:
        """How often what was refused since the start, by action."""
        return self._refusals.counted

    def turned_away(self) -> int:
        """How often somebody could not sign in since the start: a wrong PIN, no such name, no right to."""
        return self._door.turned_away

    async def caller(self, token: str, where: str, *, used: bool = True) -> Caller:
        """Who shows this token: a person's or a display's. `used`: a person asks, and not a page by itself."""
        found = self._roll.shown(token, where, self._now_us())
        if found is None:  # it may have been given at another server a moment ago
            await self._look_together()
            found = self._roll.shown(token, where, self._now_us())
        if found is None:
            raise Problem("not_signed_in", "Nobody is signed in with this token: sign in.")
        self._check_used(found)
        if used and found.session and "sign" not in found.roles:
            self._idle.used(found.session)
        return found

    def now(self, caller: Caller) -> Caller:
        """The same caller as he is now; a Problem if his session is over."""
        self._check_used(caller)
        return self._roll.now(caller, self._now_us())

    def check_unlocked(self, caller: Caller) -> None:
        """A Problem if this session is locked."""
        session = session_of(self._roll.house, caller.session) if caller.session else None
        if session is not None and session.locked:
            raise Problem("session_locked", "This screen is locked: unlock it with your PIN.")

    def used(self, caller: Caller) -> None:
        """A person has just given an order in this session; a Problem if it is locked."""
        self.check_unlocked(caller)
        if caller.session and "sign" not in caller.roles:
            self._idle.used(caller.session)

    def _check_used(self, caller: Caller) -> None:
        session = session_of(self._roll.house, caller.session) if caller.session else None
        if session is not None and session.expires_us > self._now_us() and self._idle.is_over(session):
            raise Problem("session_expired", "Nobody has used your session for too long: sign in again.")

    def ticket(self, caller: Caller) -> str:
        """What opens one socket within half a minute, in place of the token."""
        return self._tickets.give(self.now(caller), self._now_us())

    def redeem(self, ticket: str) -> Caller:
        """Who the ticket was given to, as he is now; it is good no more."""
        return self.now(self._tickets.take(ticket, self._now_us()))

    def knows(self, place: str) -> bool:
        """Whether somebody of the house has signed in at this place of late."""
        return place in self._roll.places

    # --- signing in and out

    async def sign_in(self, who: str, pin: str, where: str) -> SignedIn:
        """Sign somebody in by name or badge, and PIN."""
        source = self._at(where)
        person = await self._door.person(who, pin, SIGN_IN, source)
        return await self._opened(person, source)

    def _at(self, where: str) -> Source:
        return at_place(where, self._roll.places)

    async def _opened(self, person: Person, source: Source) -> SignedIn:
        token, now_us = new_token(), self._now_us()
        session, where, expires_us = uuid4().hex, source.where, now_us + SESSION_US
        day, lane = self._day(now_us), source.lane
        command = SignIn(person.name, session, hash_of(token), where, now_us, expires_us, day, lane)
        await self._admitted(person, command, source)
        return SignedIn(token, self.now(Caller(person.name, frozenset(), session, where)), expires_us)

    async def _admitted(self, person: Person, command: SignIn | SignForAct, source: Source) -> None:
        async with self._noting(person, source):
            await self._accounts.ask(command, f"person:{person.name}")

    @asynccontextmanager
    async def _noting(self, person: Person, source: Source) -> AsyncIterator[None]:
        """Have it in the log if the person may not come in though what he gave was right."""
        try:
            yield
        except Problem as problem:
            if problem.code in ("suspended", "locked_out", "licence_expired"):
                await self._door.note(person, problem.code, source, counts=False)
            raise

    async def choose_pin(self, who: str, code: str, pin: str, where: str) -> None:
        """Somebody chooses a PIN with a one-time code, which is good no more then."""
        source = self._at(where)
        person = await self._door.with_code(who, code, "codes.redeem", source)
        now_us = self._now_us()
        async with self._noting(person, source):
            await self._accounts.redeem(person, pin, source, now_us, self._day(now_us))

    def today(self) -> str:
        """The gaming day that it is now."""
        return self._day(self._now_us())

    def _day(self, now_us: int) -> str:
        return self._gaming_day(now_us).isoformat()

    async def sign_out(self, caller: Caller) -> None:
        """End the caller's session; it may be over already."""
        try:
            await self._ask(caller, EndSession(caller.session, "signed out"))
        except Problem as problem:
            if problem.code != "not_found":
                raise

    async def passage(self, caller: Caller) -> str:
        """What lets the caller's session go on at another server of the house, once, from the same machine."""
        if not self._passages.take(caller.session, self._now_us()):
            raise Problem(
                "too_many_tries", f"More than {PASSAGES} passages in a minute for one session: wait a minute."
            )
        passage = new_token()
        try:
            await self._accounts.ask(GivePassage(caller.session, hash_of(passage)), _actor(caller))
        except Exception:  # no passage was given: asking again until the database is back uses none up
            self._passages.give_back(caller.session)
            raise
        return passage

    async def carried(self, passage: str, where: str) -> SignedIn:
        """The session to which this passage was given goes on here, with a token of its own."""
        if not self._roll.gave(hash_of(passage)):  # the other server may have given it a moment ago
            await self._look_together()
        if not self._roll.gave(hash_of(passage)):
            self._check_strays("sessions.carried", where)
        token = new_token()
        command = TakePassage(hash_of(passage), hash_of(token), where, self._now_us())
        try:
            await self._accounts.ask(command, f"browser at {where}")
        except Problem as problem:
            self.refused(None, "sessions.carried", problem.code, where)
            raise
        caller = await self.caller(token, where)
        session = session_of(self._roll.house, caller.session)
        assert session is not None, "it was just shown"
        return SignedIn(token, caller, session.expires_us)

    async def for_one_act(self, who: str, pin: str, act: str, where: str, by: Caller | None = None) -> Caller:
        """Who gives name or badge and PIN for one act: the one who asks again, or another who signs. `by`: whose
        session that is; tries in vain elsewhere do not count there."""
        named = self._person(who)
        own = by is not None and named is not None and named.name == by.name
        source = self._at(where) if by is None else in_session(by, own=own)
        person = await self._door.person(who, pin, act, source)
        now_us = self._now_us()
        command = SignForAct(person.name, act, where, now_us, self._day(now_us), source.lane)
        await self._admitted(person, command, source)
        return self.now(Caller(person.name, frozenset(), "", where))

    async def prove(self, caller: Caller, pin: str) -> None:
        """The caller is who opened the session: he gives the PIN again."""
        await self.for_one_act(caller.name, pin, "sessions.unlock", caller.where, caller)
        self.now(caller)  # somebody may have ended the session meanwhile
        session = session_of(self._roll.house, caller.session)
        if session is not None and session.locked:
            await self._ask(caller, UnlockSession(caller.session))

    async def lock(self, caller: Caller) -> None:
        """Take nothing more from this session, in whatever page, until somebody gives its person's PIN."""
        session = session_of(self._roll.house, caller.session)
        if session is None or not session.locked:
            await self._ask(caller, LockSession(caller.session))

    async def set_own_pin(self, caller: Caller, pin: str, new: str) -> None:
        """Change the caller's own PIN, who gives the present one; his other sessions end."""
        await self.for_one_act(caller.name, pin, "sessions.own_pin", caller.where, caller)
        self.now(caller)  # somebody may have ended the session meanwhile
        await self._accounts.set_pin(caller.name, new, _actor(caller), caller.session)

    async def set_up(self, setup_token: str, name: str, shown: str, pin: str, where: str) -> SignedIn:
        """Make the first account, an administrator's, with the token that `start` gave; and sign him in."""
        expected = self._setup_token
        if expected is None or not secrets.compare_digest(hash_of(setup_token), hash_of(expected)):
            self._check_strays("set_up", where)
            self.refused(None, "set_up", "bad_setup_token", where)
            raise Problem("bad_setup_token", await self._no_such_token())
        if (elsewhere := await self._gives_token()) is not None:  # this one stood still for longer than a lease
            raise Problem("bad_setup_token", _GIVEN_AT.format(elsewhere or "another address"))
        command = AddPerson(name, shown, ("administrator",))
        person = await self._accounts.add_first(command, pin, f"setup at {where}")
        self._setup_token = None
        return await self._opened(person, self._at(where))

    async def _no_such_token(self) -> str:
        """What to do about a token that is not the one of this server."""
        if self._setup_token is not None or self._roll.house.people:
            return "This is not the setup token that the server printed when it started."
        elsewhere = await self._gives_token()
        return _GIVEN_AT.format(elsewhere) if elsewhere else _NOT_GIVEN

    def _check_strays(self, action: str, where: str) -> None:
        """Raise if too many made-up secrets come from there. The right one is never kept out: nobody guesses it."""
        if not self._strays.take(place_of(where), self._now_us()):
            self.refused(None, action, "too_many_tries", where)
            raise Problem("too_many_tries", f"More than {STRAYS} tries in vain in a minute from here: wait a minute.")

    # --- what is changed about people; whether the caller may is the policy's to say

    async def add(self, by: Caller, person: AddPerson, pin: str | None = None, id_: UUID | None = None) -> Person:
        """Give somebody an account. Asked again with the same id it is done once."""
        return await self._accounts.add(person, pin, _actor(by), id_, by.name)

    async def change(self, by: Caller, person: ChangePerson, id_: UUID | None = None) -> Person:
        """Change what somebody may do, or the licence; sessions go on."""
        return await self._accounts.change(person, _actor(by), id_)

    async def suspend(self, by: Caller, name: str, reason: str, id_: UUID | None = None) -> None:
        """Let nobody sign in under this name; sessions end."""
        await self._ask(by, SuspendPerson(name, reason), id_)

    async def readmit(self, by: Caller, name: str, id_: UUID | None = None) -> None:
        """Unlock somebody; only an administrator takes a suspension back, or unlocks over and over: a supervisor who
        guesses would else never have to wait."""
        person = person_of(await self._accounts.read(), name)
        if person is not None and "administrator" not in by.roles and (why := _for_administrators(person)):
            self.refused(by, "people.readmit", "not_allowed", by.where)
            raise Problem("not_allowed", f"{name} {why}: only an administrator readmits.")
        await self._accounts.readmit(name, _actor(by), id_)

    async def set_pin(self, by: Caller, name: str, pin: str) -> None:
        """Give somebody another PIN; sessions under the old one end."""
        await self._accounts.set_pin(name, pin, _actor(by), by=by.name)

    async def make_code(self, by: Caller, name: str, hours: int) -> tuple[str, int]:
        """A one-time code for somebody, and until when it is good."""
        until_us = self._now_us() + hours * HOUR_US
        return await self._accounts.make_code(name, until_us, _actor(by), by.name), until_us

    async def end_session(self, by: Caller, session: str, reason: str, id_: UUID | None = None) -> None:
        """Sign somebody out, wherever that is. A supervisor does not put out those who watch over supervisors."""
        house = await self._accounts.read()
        found = session_of(house, session)
        person = person_of(house, found.person) if found is not None else None
        if person is not None and "administrator" not in by.roles and WATCHES_OVER & set(person.roles):
            self.refused(by, "sessions.end", "not_allowed", by.where)
            raise Problem("not_allowed", f"{person.name} is signed out by an administrator, or by signing out.")
        await self._ask(by, EndSession(session, reason[:MOST_LETTERS]), id_)

    async def add_display(self, by: Caller, display: str, table: str) -> str:
        """Let a sign look at this table: its token, which is not told again."""
        return await self._accounts.add_display(display, table, _actor(by))

    async def remove_display(self, by: Caller, display: str, id_: UUID | None = None) -> None:
        """Let the sign look no more."""
        await self._ask(by, RemoveDisplay(display), id_)

    async def _ask(self, by: Caller, command: HouseCommand, id_: UUID | None = None) -> None:
        await self._accounts.ask(command, _actor(by), id_)

    async def sees_face_down(self, caller: Caller, round_: str) -> None:
        """Somebody is shown what lay face down in a round: noted first, and only for whom it was granted."""
        try:
            await self._ask(caller, NoteFaceDownSeen(caller.name, round_, caller.where))
        except Problem as problem:
            if problem.code == "no_grant":
                self.refused(caller, "rounds.face_down", problem.code, caller.where)
            raise

    async def takes_pack(self, caller: Caller, round_: str, reason: str, sha256: str) -> None:
        """Somebody is handed a dispute pack: noted first."""
        await self._ask(caller, NoteDisputePack(caller.name, round_, reason, sha256, caller.where))

    # --- what goes on meanwhile

    async def _look(self) -> None:
        with database_in_words():
            await self._house.look()

    def _person(self, who: str) -> Person | None:
        return self._roll.person(who)

    def _house_changed(self, house: House) -> None:
        if self._roll.same_as(house):
            return
        before, self._roll = self._roll, Roll(house, self._roll)
        for who, lane in before.forgiven(house):
            self._door.guesses.forget(who, lane)
        self._tell()

    def _somebody_guesses(self, person: Person | None, source: Source) -> None:
        now_us = self._now_us()
        if open_alarm(self._house.now, "guessing", "", "") is None and self._told.take("", now_us):
            self._house.note(alarm_of(person, source, now_us))

    def _tell(self) -> None:
        tell(self._listeners, "people")

    async def _watch_over(self) -> None:
        """Sessions that run out are told of, and repeated refusals are noted."""
        since_us = self._now_us()
        while True:
            await asyncio.sleep(LOOKS_EVERY_S)
            now_us = self._now_us()
            self._refusals.pass_on(now_us)
            left = self._idle.over(self._roll.house.sessions)
            if left or self._roll.some_ran_out(since_us, now_us):
                self._tell()
            if time.monotonic() - self._heard_s < HEARD_WITHIN_S:  # else it may be used at another server
                await self._end_idle(left)
            since_us = now_us

    async def _exchange_use(self) -> None:
        """Tell the other servers which sessions are used here, and hear which are there."""
        while True:
            try:
                async with self._database.connection("app") as connection:
                    told = self._idle.to_tell(self._roll.house.sessions)
                    self._idle.heard(await exchange(connection, self._server, told))
                    await forget(connection, self._now_us() - SESSION_US)
                    await forget_old(connection, self._now_us(), TRIES_WITHIN_US, FORGOTTEN_US)
                self._heard_s = time.monotonic()
            except Exception as error:  # it is tried again; meanwhile no session is ended for it
                log.warning("when sessions were used at other servers could not be read: %s", error)
            await asyncio.sleep(EXCHANGES_EVERY_S)

    async def _end_idle(self, sessions: list[Session]) -> None:
        for each in sessions:
            with suppress(Problem):  # it ended meanwhile, or the database is away: it is refused in any case
                await self._accounts.ask(EndSession(each.id, "not used for too long"), "server")


def _for_administrators(person: Person) -> str:
    """Why only an administrator readmits this person, if so."""
    if person.suspended:
        return "was suspended"
    often = person.unlocked >= MOST_UNLOCKED
    return f"was unlocked {MOST_UNLOCKED} times without the right PIN since" if often else ""


def _actor(by: Caller) -> str:
    """As it stands in the log of the house: who, and where he was."""
    return f"{by.actor} at {by.where}"
