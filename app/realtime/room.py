"""How many sockets may look: of all, of one session, and of one place."""

from collections import Counter
from collections.abc import Callable

from app.house.places import is_this_machine, place_of
from app.people.caller import Caller
from app.problems.problem import Problem

MOST = 4_000
# A sign has one open, and perhaps some that the server has not noticed to be gone.
MOST_OF_A_SIGN = 4


class Room:
    """Who has how many. `most_of_one`: of one session, and of one place that is not this machine."""

    def __init__(self, most_of_one: int) -> None:
        self.most, self._most_of_one = MOST, most_of_one
        self._all = 0
        self._sessions: Counter[str] = Counter()
        self._places: Counter[str] = Counter()

    def check(self) -> None:
        """Refuse whoever comes now, if there is no room for anybody."""
        if self._all >= self.most:
            raise Problem("busy", f"{self.most} sockets look already")

    def take(self, caller: Caller) -> Callable[[], None]:
        """Room for one more socket of this caller; what gives it back."""
        self.check()
        session, place = caller.session, place_of(caller.where)
        most = MOST_OF_A_SIGN if "sign" in caller.roles else self._most_of_one
        if self._sessions[session] >= most:
            raise Problem("busy", f"{most} sockets look in this session already: close one")
        if self._places[place] >= self._most_of_one and not is_this_machine(caller.where):
            raise Problem("busy", f"{self._most_of_one} sockets look from this address already")
        self._add(session, place, 1)
        return lambda: self._add(session, place, -1)

    def _add(self, session: str, place: str, count: int) -> None:
        self._all += count
        for counter, key in ((self._sessions, session), (self._places, place)):
            counter[key] += count
            if not counter[key]:
                del counter[key]
