"""Signing in and out, tickets for sockets, and who is signed in."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from app.api.body_fields import Body, Name, Pin, Short
from app.api.documenting import NOT_LET_IN, NOT_SIGNED, OPEN, problems
from app.api.guard import Allowed, Knocking, Open, cookie_of, is_secure
from app.api.responses import answer, nothing
from app.house.roles import CallerRole
from app.house.state import Session, person_of, session_of
from app.people.authentication import SignedIn
from app.people.caller import Caller
from app.problems.problem import Problem
from app.server import Server
from app.shapes import model_of

router = APIRouter(tags=["sessions"])
MICROSECONDS = 1_000_000


class SignIn(Body):
    """Name or badge, and PIN."""

    who: Short
    """The name of the account, or what its badge reads."""
    pin: Annotated[Pin, Field(repr=False)]
    """The PIN."""


class Redeeming(Body):
    """Name or badge, a one-time code, and the PIN that is chosen with it."""

    who: Short
    """The name of the account, or what its badge reads."""
    code: Annotated[Pin, Field(repr=False)]
    """The one-time code: 16 digits, with or without spaces."""
    pin: Annotated[Pin, Field(repr=False)]
    """The PIN that is chosen: 6 to 12 digits."""


class OwnPin(Body):
    """One's own PIN, and another one in its place."""

    pin: Annotated[Pin, Field(repr=False)]
    """The present PIN; wrong ones count in this session alone."""
    new_pin: Annotated[Pin, Field(repr=False)]
    """The new PIN: 6 to 12 digits."""


class Lock(Body):
    """The session that is to be locked."""

    session: Short
    """The session as the page knows it: where somebody else has signed in meanwhile, nobody is locked out."""


class Unlock(Body):
    """One's own PIN."""

    pin: Annotated[Pin, Field(repr=False)]
    """The PIN of whoever is signed in; wrong ones count in this session alone."""


class FirstAccount(Body):
    """The first account of all, an administrator's."""

    token: Annotated[Short, Field(repr=False)]
    """The one-time token that the server printed when it started."""
    name: Name
    """The name of the account: it stands in every record."""
    shown: Short
    """The name as people read it."""
    pin: Annotated[Pin, Field(repr=False)]
    """The PIN: 6 to 12 digits."""


class Me(NamedTuple):
    """Who is signed in. `expires_us` is null for a sign, which may look until it is removed. `locked`: the session does
    nothing until it is unlocked."""

    name: str
    shown: str
    roles: tuple[CallerRole, ...]
    """What the person may be here."""
    table: str | None
    sees_face_down: bool
    session: str
    expires_us: int | None
    locked: bool = False
    """Whether the session does nothing until its person gives the PIN."""


class Admitted(NamedTuple):
    """Somebody is signed in: the token, which is not told again, and who it is."""

    token: str
    """The token: whoever has it is taken for this person or sign. It is not told again."""
    expires_us: int
    me: Me
    """Who is signed in now."""


class Ticket(NamedTuple):
    """What opens one socket within half a minute."""

    ticket: str
    """The ticket, for `?ticket=` of one socket; good once, within 30 seconds."""


class Passage(NamedTuple):
    """What lets a session go on at another server of the house: good once, from this machine."""

    passage: str
    """The passage: whoever shows it at another server, from the same machine, goes on with the session."""


class Carried(Body):
    """A session that comes from another server."""

    passage: Annotated[Short, Field(repr=False)]
    """The passage that the other server gave."""


class SessionListed(NamedTuple):
    """Somebody is signed in, from somewhere."""

    session: str
    person: str
    """Whose it is."""
    where: str
    opened_us: int
    """When it began, in microseconds since 1970."""
    expires_us: int


class SessionsListed(NamedTuple):
    """Everybody who is signed in."""

    sessions: tuple[SessionListed, ...]
    """Who is signed in."""


SessionId = Annotated[str, Path(pattern=r"^[A-Za-z0-9-]{1,64}$", description="The session's id.")]
_NOT_SET_UP = ("bad_setup_token", "already_set_up", "weak_pin", "bad_person", "too_many_tries", "house_refused")


@router.post(
    "/sessions",
    name="sessions.sign_in",
    status_code=201,
    response_model=model_of(Admitted),
    responses=problems(*NOT_SIGNED, always=OPEN),
)
async def sign_in(said: SignIn, asking: Open) -> Response:
    """Sign in. A browser gets a cookie that no script can read; others send the token as `Authorization: Bearer`."""
    return _admitted(asking, await asking.server.people.sign_in(said.who, said.pin, asking.where))


@router.post(
    "/codes",
    name="codes.redeem",
    status_code=204,
    responses=problems(*NOT_LET_IN, "weak_pin", "house_refused", always=OPEN),
)
async def redeem(said: Redeeming, asking: Open) -> Response:
    """Choose one's own PIN with a one-time code, which is good no more then. Whoever did signs in with that PIN."""
    await asking.server.people.choose_pin(said.who, said.code, said.pin, asking.where)
    return nothing()


@router.post(
    "/setup",
    name="setup.first",
    status_code=201,
    response_model=model_of(Admitted),
    responses=problems(*_NOT_SET_UP, always=OPEN),
)
async def set_up(said: FirstAccount, asking: Open) -> Response:
    """Make the first account, an administrator's, and sign in with it; only while nobody has one."""
    signed_in = await asking.server.people.set_up(said.token, said.name, said.shown, said.pin, asking.where)
    return _admitted(asking, signed_in)


@router.get("/sessions/current", name="sessions.me", response_model=model_of(Me), responses=problems())
async def me(asking: Allowed) -> Response:
    """Who asks."""
    return answer(_me(asking.server, asking.caller))


@router.put("/me/pin", name="sessions.own_pin", status_code=204, responses=problems(*NOT_SIGNED, "weak_pin"))
async def own_pin(said: OwnPin, asking: Allowed) -> Response:
    """Change one's own PIN. This session goes on; all others of the person end, at every server."""
    await asking.server.people.set_own_pin(asking.caller, said.pin, said.new_pin)
    return nothing()


@router.post("/sessions/current/unlock", name="sessions.unlock", status_code=204, responses=problems(*NOT_SIGNED))
async def unlock(said: Unlock, asking: Allowed) -> Response:
    """Show that it is still the same person at a screen that was locked. The session goes on, until it runs out."""
    await asking.server.people.prove(asking.caller, said.pin)
    return nothing()


@router.post("/sessions/current/lock", name="sessions.lock", status_code=204, responses=problems("not_found"))
async def lock(said: Lock, asking: Allowed) -> Response:
    """Lock this session: whatever page has it, at whatever server, it does nothing but look until it is unlocked."""
    if said.session != asking.caller.session:
        raise Problem("not_found", "Somebody else is signed in here by now: that session is not this one.")
    await asking.server.people.lock(asking.caller)
    return nothing()


@router.delete("/sessions/current", name="sessions.sign_out", status_code=204, responses=problems())
async def sign_out(asking: Allowed, request: Request) -> Response:
    """Sign out: the session is over, at every server."""
    await asking.server.people.sign_out(asking.caller)
    response = nothing()
    secure = is_secure(request)
    response.delete_cookie(cookie_of(secure=secure), path="/", secure=secure, httponly=True, samesite="strict")
    return response


@router.post(
    "/sessions/passages",
    name="sessions.passage",
    status_code=201,
    response_model=model_of(Passage),
    responses=problems("not_found", "house_refused", "too_many_tries"),
)
async def passage(asking: Allowed) -> Response:
    """A passage, which a page keeps for the moment in which its table is at another server."""
    return answer(Passage(await asking.server.people.passage(asking.caller)), 201)


@router.post(
    "/sessions/carried",
    name="sessions.carried",
    status_code=201,
    response_model=model_of(Admitted),
    responses=problems("bad_passage", "suspended", "too_many_tries", always=OPEN),
)
async def carried(said: Carried, asking: Open) -> Response:
    """Go on here with a session of another server, with a token of this one; it ends when that session does."""
    return _admitted(asking, await asking.server.people.carried(said.passage, asking.where))


@router.post("/tickets", name="tickets.make", status_code=201, response_model=model_of(Ticket), responses=problems())
async def ticket(asking: Allowed) -> Response:
    """A ticket for one socket: it stands in the socket's address, where a token must not."""
    return answer(Ticket(asking.server.people.ticket(asking.caller)), 201)


@router.get("/sessions", name="sessions.list", response_model=model_of(SessionsListed), responses=problems())
async def listed(asking: Allowed) -> Response:
    """Everybody who is signed in."""
    now_us = asking.server.now_us()
    sessions = asking.server.house.now.sessions
    return answer(SessionsListed(tuple([_listed(each) for each in sessions if each.expires_us > now_us])))


def _listed(session: Session) -> SessionListed:
    return SessionListed(session.id, session.person, session.where, session.opened_us, session.expires_us)


@router.delete(
    "/sessions/{session}", name="sessions.end", status_code=204, responses=problems("not_found", "house_refused")
)
async def end(session: SessionId, asking: Allowed) -> Response:
    """Sign somebody out; sockets that are open under the session are closed within a second."""
    await asking.server.people.end_session(asking.caller, session, "ended by another")
    return nothing()


def _admitted(asking: Knocking, signed_in: SignedIn) -> Response:
    body = Admitted(signed_in.token, signed_in.expires_us, _me(asking.server, signed_in.caller))
    response = answer(body, 201)
    lasts_s = (signed_in.expires_us - asking.server.now_us()) // MICROSECONDS
    response.set_cookie(
        cookie_of(secure=asking.secure), signed_in.token, max_age=lasts_s, path="/", secure=asking.secure,
        httponly=True, samesite="strict",
    )  # fmt: skip
    return response


def _me(server: Server, caller: Caller) -> Me:
    house = server.house.now
    person, session = person_of(house, caller.name), session_of(house, caller.session)
    return Me(
        caller.name, person.shown if person is not None else caller.name, tuple(sorted(caller.roles)), caller.table,
        caller.sees_face_down, caller.session, session.expires_us if session is not None else None,
        session is not None and session.locked,
    )  # fmt: skip
