"""How far the events of each device have come: taken from the line, and stored.

An event is known by serial number and counter. It is taken when it is the one after the last taken, and confirmed when
it is stored with all before it. A device that lost what was not stored, or counts from a place that was passed, is
held: nothing is taken from it until its doubt is stored, which is the leave to go on. A device that has lost its memory
counts from 1 again: its second life, so that what it tells then is not taken for what it told before.
"""

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from app.devices.observations import Observation
from app.devices.session_protocol import Mark, Report

MOST_UNSTORED: Final = 64
# With doubts, which come beside the events of a device.
CROWDED: Final = 256
_MOST_SERIALS: Final = 64
# No event has so high a number.
ANEW: Final = 2**32


@dataclass(slots=True)
class Reached:
    """How far one device's events have come. What is below `play_from` happened before it belonged to the table; so
    did, with ANEW, all that it will keep when it is met.
    `index`: the draw index of the last card that it told of, where that is known. `came`: that it belongs to the table
    from here on is not stored yet. `heard_s`: when it was last heard; what is below `late_before` happened in a time in
    which it was not. `after`: the other one of the table's own devices that was on the line before it.
    `shuffling`: the set with which it began and has not ended."""

    taken: int
    stored: int
    boot: int
    life: int = 1
    play_from: int = 0
    held_by: Report | None = None
    untouched: bool = False
    index: int | None = None
    came: bool = False
    heard_s: float | None = None
    late_before: int = 0
    after: str = ""
    shuffling: int | None = None

    @classmethod
    def marked(cls, mark: Mapping[str, Any]) -> "Reached":
        """As it was when this was stored."""
        counter = int(mark["counter"])
        reached = cls(counter, counter, int(mark["boot"]), int(mark.get("life", 1)), int(mark.get("play_from", 0)))
        reached.index, reached.shuffling = mark.get("index"), mark.get("shuffling")
        return reached

    def mark(self) -> dict[str, int]:
        """What has to be known again once all that was taken is stored."""
        mark = {"counter": self.taken, "boot": self.boot}
        if self.life > 1:
            mark["life"] = self.life
        if self.play_from > self.taken + 1:
            mark["play_from"] = self.play_from
        if self.index is not None:
            mark["index"] = self.index
        if self.shuffling is not None:
            mark["shuffling"] = self.shuffling
        return mark

    def go_on_from(self, oldest: int) -> None:
        """The next one to be taken is this; how many cards were told of before it, nobody knows."""
        self.taken, self.index, self.shuffling = oldest - 1, None, None

    def begin_again(self, oldest: int, play_from: int) -> None:
        """It has lost its memory: what it tells now is another life's."""
        self.life += 1
        self.play_from = play_from
        self.go_on_from(oldest)

    def key(self, serial: str, counter: int) -> str:
        """The name of an event for ever."""
        return f"{serial}/{counter}" if self.life == 1 else f"{serial}/{counter}~{self.life}"


class _Unstored(NamedTuple):
    report: Report
    serial: str
    counter: int


class Ledger:
    """The devices that were ever seen on this line, and the reports that are not durable yet."""

    def __init__(self, mark: Mark | None, *, stayed: bool = True) -> None:
        serials: Mapping[str, Any] = mark.get("serials", {}) if mark else {}
        self._reached = {serial: Reached.marked(entry) for serial, entry in serials.items()}
        for reached in self._reached.values():
            reached.play_from = reached.play_from if stayed else ANEW
        self._unstored: deque[_Unstored] = deque()

    @property
    def full(self) -> bool:
        """Whether so much waits to be stored that nothing more is taken."""
        return len(self._unstored) >= MOST_UNSTORED

    @property
    def crowded(self) -> bool:
        """Whether no more doubts should come either."""
        return len(self._unstored) >= CROWDED

    def meet(self, serial: str, boot: int, oldest: int, next_counter: int, bound: Collection[str] = ()) -> Reached:
        """How far this device has come; one that was never seen here begins with the oldest event that it keeps. From
        where it is played is known to nobody else until it is stored: a server that comes after this one would not
        play what was told meanwhile. Those that are `bound` are not forgotten for it. What one of them kept while
        another was on the line is not the table's: what left it then was keyed, or left it elsewhere."""
        last = next((each for each in reversed(self._reached) if each in bound and serial in bound), serial)
        reached = self._reached.pop(serial, None)
        if reached is None:
            reached = Reached(oldest - 1, oldest - 1, boot, play_from=next_counter, untouched=True)
            self._forget(bound)
        reached.after = last if last != serial else ""
        if reached.play_from == ANEW or (reached.after and not reached.untouched):
            reached.play_from, reached.came = next_counter, True
        self._reached[serial] = reached
        return reached

    def report(self, serial: str, observation: Observation, at_us: int, device_us: int | None = None,
               *, play: bool) -> Report:  # fmt: skip
        """A report that is no event of the device's own."""
        report = Report(observation, b"", self._mark(), at_us, device_us=device_us, play=play)
        self._note(report, serial, 0)
        return report

    def hold(self, serial: str, why: Observation, at_us: int, *, play: bool) -> Report:
        """Take no more of this device before this is stored."""
        reached = self._reached[serial]
        reached.held_by = self.report(serial, why, at_us, play=play)
        return reached.held_by

    def take(self, serial: str, counter: int, observation: Observation, frame: bytes, at_us: int,
             device_us: int | None, *, play: bool) -> Report:  # fmt: skip
        """The report of this device's next event; it is not played if it happened before the device was bound."""
        reached = self._reached[serial]
        assert counter == reached.taken + 1
        assert reached.held_by is None
        reached.taken, reached.untouched = counter, False
        key, play = reached.key(serial, counter), play and counter >= reached.play_from
        late = counter < reached.late_before
        report = Report(observation, frame, self._mark(), at_us, key, device_us, play, late)
        self._note(report, serial, counter)
        return report

    def stored(self, report: Report) -> None:
        """This report, and every one before it, is durable."""
        if all(waiting.report != report for waiting in self._unstored):
            return
        while True:
            durable = self._unstored.popleft()
            self._settle(durable)
            if durable.report == report:
                return

    def _settle(self, durable: _Unstored) -> None:
        reached = self._reached.get(durable.serial)
        if reached is None:
            return
        if reached.held_by is durable.report:
            reached.held_by, reached.stored = None, reached.taken
        elif durable.counter:
            reached.stored = max(reached.stored, durable.counter)

    def _forget(self, bound: Collection[str]) -> None:
        """Make room: the one that was not seen for the longest time is a stranger again. The table's own never is:
        the names of its events would be given again, and what it tells be taken for what it told before."""
        if len(self._reached) >= _MOST_SERIALS:
            strangers = [serial for serial in self._reached if serial not in bound]
            del self._reached[(strangers or [*self._reached])[0]]

    def _note(self, report: Report, serial: str, counter: int) -> None:
        self._unstored.append(_Unstored(report, serial, counter))

    def _mark(self) -> Mark:
        return {"serials": {serial: reached.mark() for serial, reached in self._reached.items()}}
