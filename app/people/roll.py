"""Who is who at one moment: the people, sessions and displays of the house, found by what they show."""

from collections.abc import Iterator

from app.house.roles import CallerRole, who_may
from app.house.state import Display, House, Person, Session
from app.people.caller import Caller
from app.people.tokens import hash_of
from app.problems.problem import Problem

# So many tokens that are good no more are remembered, so that who shows one is told what became of it.
MOST_GONE = 1_000
FOR_EVER_US = 2**62


class Roll:
    """The people of the house as it was at one moment; `before` is the moment before that."""

    def __init__(self, house: House, before: "Roll | None" = None) -> None:
        self.house = house
        self._by_name = {each.name: each for each in house.people}
        self._known_by = {text.casefold(): each for each in house.people for text in (each.badge, each.name) if text}
        self._sessions = {each.id: each for each in house.sessions}
        self._displays = {each.session: each for each in house.displays}
        self._shown: dict[str, Session | Display] = {
            token: each for each in house.sessions for token in (each.token_hash, *each.tokens)
        }
        self._until_us = {token: each.expires_us for token, each in self._shown.items() if isinstance(each, Session)}
        self._until_us |= {each.token_hash: FOR_EVER_US for each in house.displays}
        self._shown |= {each.token_hash: each for each in house.displays}
        self._passages = {each for session in house.sessions for each in session.passages}
        self.places = frozenset([each.where for each in house.places])
        self._gone = {} if before is None else before._since(self)

    def _since(self, after: "Roll") -> dict[str, int]:
        """What is good no more in the moment after this one."""
        gone = self._gone | {each: until for each, until in self._until_us.items() if each not in after._until_us}
        return dict(list(gone.items())[-MOST_GONE:])

    def same_as(self, house: House) -> bool:
        """Whether nothing about people is otherwise in this house."""
        own = self.house
        return (own.people, own.sessions, own.displays) == (house.people, house.sessions, house.displays)

    def gave(self, passage_hash: str) -> bool:
        """Whether a session was given this passage, and has it still."""
        return passage_hash in self._passages

    def forgiven(self, house: House) -> Iterator[tuple[str, str]]:
        """By what names, in which lanes, nothing is held against people any more in this house, as it was before."""
        now = {each.name: {tried.lane for tried in each.tries} for each in house.people}
        for person in self.house.people:
            for tried in person.tries:
                if tried.lane not in now.get(person.name, ()):
                    yield from ((text, tried.lane) for text in (person.name, person.badge) if text)

    def person(self, who: str) -> Person | None:
        """The person of this name or badge, however it is written."""
        return self._known_by.get(who.casefold())

    def some_ran_out(self, since_us: int, now_us: int) -> bool:
        """Whether a session has run out since then."""
        return any([since_us < until_us <= now_us for until_us in self._until_us.values()])

    def shown(self, token: str, where: str, now_us: int) -> Caller | None:
        """Who shows this token; nobody if it was never seen."""
        hash_ = hash_of(token)
        found = self._shown.get(hash_)
        if found is None:
            if hash_ in self._gone:
                raise _expired() if self._gone[hash_] <= now_us else _ended()
            return None
        if isinstance(found, Display):
            return _sign(found, where)
        return self._caller(found.person, found.id, where, now_us)

    def now(self, caller: Caller, now_us: int) -> Caller:
        """The caller as he is now."""
        if "sign" not in caller.roles:
            return self._caller(caller.name, caller.session, caller.where, now_us)
        display = self._displays.get(caller.session)
        if display is None:
            raise _ended()
        return _sign(display, caller.where)

    def _caller(self, name: str, session_id: str, where: str, now_us: int) -> Caller:
        person, session = self._by_name.get(name), self._sessions.get(session_id)
        if person is None or (session_id and session is None):
            raise _ended()
        if person.suspended:
            raise Problem("suspended", "Your account is suspended: see an administrator.")
        if session is not None and session.expires_us <= now_us:
            raise _expired()
        return _caller_of(person, session_id, where)


def _caller_of(person: Person, session: str, where: str) -> Caller:
    roles: frozenset[CallerRole] = frozenset(person.roles)
    sees_face_down = person.sees_face_down and bool(who_may("seeing_all") & roles)
    return Caller(person.name, roles, session, where, sees_face_down=sees_face_down)


def _sign(display: Display, where: str) -> Caller:
    return Caller(display.id, frozenset(("sign",)), display.session, where, display.table)


def _expired() -> Problem:
    return Problem("session_expired", "Your session has lasted as long as it may: sign in again.")


def _ended() -> Problem:
    return Problem("session_ended", "Your session is over: sign in again.")
