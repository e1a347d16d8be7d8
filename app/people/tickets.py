"""Tickets: what a browser shows when it opens a socket, where it can send no header. Good once, for half a minute, and
only in this process, so that one that stands in some log is worth nothing."""

from typing import NamedTuple

from app.people.caller import Caller
from app.people.tokens import new_token
from app.problems.problem import Problem

GOOD_US = 30_000_000
MOST, MOST_OF_ONE = 4_000, 64


class _Ticket(NamedTuple):
    caller: Caller
    until_us: int

    def is_good(self, now_us: int) -> bool:
        """Whether it was given less than half a minute ago, by this clock."""
        return 0 < self.until_us - now_us <= GOOD_US


class Tickets:
    """The tickets that were not shown yet, the oldest first."""

    def __init__(self) -> None:
        self._given: dict[str, _Ticket] = {}

    def give(self, caller: Caller, now_us: int) -> str:
        """A ticket for this caller. Who asks for too many loses the oldest of his own, of whatever session: signing in
        over and over brings no more."""
        self._given = {name: each for name, each in self._given.items() if each.is_good(now_us)}
        own = [name for name, each in self._given.items() if each.caller.actor == caller.actor]
        if len(own) >= MOST_OF_ONE:
            del self._given[own[0]]
        if len(self._given) >= MOST:
            raise Problem("too_many_tries", "More sockets are being opened than can be: try again in half a minute.")
        ticket = new_token()
        self._given[ticket] = _Ticket(caller, now_us + GOOD_US)
        return ticket

    def take(self, ticket: str, now_us: int) -> Caller:
        """Who it was given to; it is good no more."""
        found = self._given.pop(ticket, None)
        if found is None or not found.is_good(now_us):
            raise Problem("bad_ticket", "This ticket is not known, was used, or is older than 30 seconds.")
        return found.caller
