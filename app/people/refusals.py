"""What was refused to people, for the log of the house: the first at once, and what is the same within a minute after
it as one more event, so that a page that asks over and over does not fill the log."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from app.house.commands import NoteRefusal
from app.people.caller import Caller

WITHIN_US = 60_000_000
MOST_KINDS, MOST_LETTERS = 200, 120
NOBODY = "nobody"
MANY = "many"


class Refusals:
    """The refusals of the last minute. `note` puts one into the log when it can be."""

    def __init__(self, note: Callable[[NoteRefusal], None]) -> None:
        self._note = note
        self._since: dict[tuple[str, ...], tuple[int, NoteRefusal]] = {}
        self.counted: Counter[str] = Counter()

    def add(self, caller: Caller | None, action: str, why: str, where: str, now_us: int) -> None:
        """Somebody asked for what was not his to ask."""
        self.counted[action] += 1
        who = caller.actor if caller is not None else NOBODY
        said = NoteRefusal(who, action[:MOST_LETTERS], why[:MOST_LETTERS], where[:MOST_LETTERS])
        key = _kind(said)
        if key not in self._since and len(self._since) >= MOST_KINDS:
            said = replace(said, who=NOBODY, action=MANY, why=MANY, where=MANY)
            key = _kind(said)
        begun = self._since.get(key)
        if begun is None:
            self._note(said)
            self._since[key] = (now_us, replace(said, times=0))
        else:
            self._since[key] = (begun[0], replace(said, times=begun[1].times + 1))

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
