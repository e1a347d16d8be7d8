"""What is noted of devices in the log of the house: of each device so much a minute, and then the last of what was left
out, with how much that was. A device that tells over and over that something is wrong fills no log, and takes the room
of no alarm of another table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app.game.core.records import replace
from app.house.subjects.devices.commands import NoteDevice

WITHIN_S = 60.0
MOST_OF_ONE = 30


@dataclass(slots=True)
class _Minute:
    begun_s: float
    noted: int = 0
    left_out: int = 0
    last: NoteDevice | None = None


class DeviceNotes:
    """The notes of the last minute; `note` puts one into the log when it can be. The clock never jumps."""

    def __init__(self, note: Callable[[NoteDevice], None], now_s: Callable[[], float]) -> None:
        self._note, self._now_s = note, now_s
        self._minutes: dict[str, _Minute] = {}

    def add(self, said: NoteDevice) -> None:
        """This is to be noted of a device."""
        self.pass_on()
        minute = self._minutes.setdefault(said.name, _Minute(self._now_s()))
        if minute.noted < MOST_OF_ONE:
            minute.noted += 1
            self._note(said)
        else:
            minute.left_out, minute.last = minute.left_out + 1, said

    def pass_on(self, *, all_: bool = False) -> None:
        """Note what was left out, of each device whose minute is over."""
        now_s = self._now_s()
        for name, minute in list(self._minutes.items()):
            if all_ or now_s - minute.begun_s >= WITHIN_S:
                del self._minutes[name]
                if minute.last is not None:
                    self._note(_with_count(minute.last, minute.left_out))


def _with_count(last: NoteDevice, left_out: int) -> NoteDevice:
    if left_out == 1:
        return last
    counted = f"the last of {left_out} notes of a minute"
    return replace(last, words=f"{last.words} ({counted})" if last.words else counted)
