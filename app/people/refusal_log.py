"""What was refused to people, for the log of the house: the first at once, and what is the same within a minute after
it as one more event, so that a page that asks over and over does not fill the log."""

from collections import Counter
from collections.abc import Callable

from app.game.core.records import replace
from app.house.places import place_of
from app.house.subjects.people.commands import NoteRefusal
from app.people.caller import Caller

WITHIN_US = 60_000_000
# Of one person, which is more than there are routes and commands; of strangers at one place; of all strangers.
MOST_OF_ONE, MOST_OF_A_PLACE, MOST_KINDS = 200, 120, 200
MOST_LETTERS = 120
NOBODY = "nobody"
MANY = "many"


class Refusals:
    """The refusals of the last minute. `note` puts one into the log when it can be. Whoever has very many kinds of them
    takes the room of nobody else, and a person stays named."""

    def __init__(self, note: Callable[[NoteRefusal], None]) -> None:
        self._note = note
        self._since: dict[tuple[str, ...], tuple[int, NoteRefusal]] = {}
        self.counted: Counter[str] = Counter()

    def add(self, caller: Caller | None, action: str, why: str, where: str, now_us: int) -> None:
        """Somebody asked for what was not his to ask."""
        self.counted[action] += 1
        who = caller.actor if caller is not None else NOBODY
        said = self._bounded(NoteRefusal(who, action[:MOST_LETTERS], why[:MOST_LETTERS], where[:MOST_LETTERS]))
        key = _kind(said)
        begun = self._since.get(key)
        if begun is None:
            self._note(said)
            self._since[key] = (now_us, replace(said, times=0))
        else:
            self._since[key] = (begun[0], replace(said, times=begun[1].times + 1))

    def _bounded(self, said: NoteRefusal) -> NoteRefusal:
        """The refusal, or that there were many, where these are too many kinds within a minute."""
        if _kind(said) in self._since:
            return said
        known = [each for each in self._since if each[0] == said.who]
        if said.who != NOBODY:
            return said if len(known) < MOST_OF_ONE else replace(said, action=MANY, why=MANY)
        if len(known) >= MOST_KINDS:
            return replace(said, action=MANY, why=MANY, where=MANY)
        place = place_of(said.where)
        if sum([place_of(each[3]) == place for each in known]) < MOST_OF_A_PLACE:
            return said
        return replace(said, action=MANY, why=MANY, where=place)

    def pass_on(self, now_us: int, *, all_: bool = False) -> None:
        """Note what was repeated, of each kind whose minute is over."""
        for key, (since_us, said) in list(self._since.items()):
            if all_ or not 0 <= now_us - since_us < WITHIN_US:
                del self._since[key]
                if said.times:
                    self._note(said)


def _kind(said: NoteRefusal) -> tuple[str, ...]:
    """What is the same; of somebody who is not known, from the same place."""
    return (said.who, said.action, said.why, said.where if said.who == NOBODY else "")
