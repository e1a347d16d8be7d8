"""What a device tells, in order: reports of its events, what is to be confirmed, and what is to be told again.

Nothing is believed before the device has said who it is. A copy of an event is counted and not kept: its bytes would
show a second time, unsealed, what was sealed with the first.
"""

from typing import Final

from app.devices.codecs.table_link.answers import Identity
from app.devices.codecs.table_link.event_messages import Event, observe
from app.devices.observations import (
    CardSeen,
    Doubt,
    Doubted,
    Met,
    Observation,
    ShoeFilled,
    ShuffleBegan,
    ShuffleEnded,
    Started,
)
from app.devices.session_protocol import Counted, Mark, Now, Output, Report
from app.devices.sessions.table_link.delivery import Ledger, Reached
from app.devices.sessions.table_link.device_commands import FAMILIES, Family

GAP_S: Final = 1.0
SILENT_S: Final = 5.0
LAST_INDEX: Final = 0xFFFF
_MOST_STARTS: Final = 0xFFFF  # a boot id further off than this was not reached by starting: the memory is gone


class Intake:
    """The events of the device on the line, and how far they are recorded."""

    def __init__(self, family: Family, mark: Mark | None, bound: frozenset[str], out: list[Output],
                 counted: Counted, *, stayed: bool = True) -> None:  # fmt: skip
        self.identity: Identity | None = None
        self._family = family
        self._bound = set(bound)
        self._ledger = Ledger(mark, stayed=stayed)
        self._reached: Reached | None = None
        self._out = out
        self._counted = counted
        self._told = ""
        self._card_before: Event | None = None
        self._confirmed = 0
        self._polled = 0
        self._confirm_again = False
        self._resend = False
        self._gap_since_s: float | None = None

    @property
    def belongs(self) -> bool:
        """Whether the device on the line is the table's, and of the right kind."""
        identity = self.identity
        return identity is not None and identity.serial in self._bound and self._right_kind(identity)

    @property
    def held(self) -> bool:
        """Whether nothing is taken until a doubt is stored."""
        return self._reached is not None and self._reached.held_by is not None

    @property
    def crowded(self) -> bool:
        """Whether so much waits to be stored that nobody is asked who he is: each answer may bring doubts."""
        return self._ledger.crowded

    @property
    def settled(self) -> bool:
        """Whether all that the last poll brought is stored: it is confirmed at once, not piece by piece."""
        return self._reached is not None and not self.held and self._reached.stored >= self._polled

    @property
    def to_confirm(self) -> int | None:
        """Up to which event the device has to be told that it is stored, if it has to."""
        reached = self._reached
        if reached is None or not self.settled:
            return None
        return reached.stored if self._confirm_again or reached.stored > self._confirmed else None

    @property
    def resume_at(self) -> int:
        """The first event that is not stored; of those in hand, the device may have lost some meanwhile."""
        assert self._reached is not None
        assert self.identity is not None
        oldest, first = self.identity.oldest, self._reached.stored + 1
        return oldest if first < oldest <= self._reached.taken + 1 else first

    @property
    def resend_due_s(self) -> float | None:
        """When the device has to be asked for what is missing."""
        if self._resend:
            return 0.0
        return None if self._gap_since_s is None else self._gap_since_s + GAP_S

    @property
    def wrong_kind(self) -> str:
        """That the device on the line is of another kind than the table's, in words; or nothing."""
        identity = self.identity
        if identity is None or self._right_kind(identity):
            return ""
        kind = FAMILIES.get(identity.family, f"of family {identity.family}")
        return f"{identity.serial} is no {self._family}: it says {kind}; connect the right device"

    def bind(self, serial: str) -> None:
        """The device of this serial number belongs to the table from now on."""
        self._bound.add(serial)

    def leave(self) -> None:
        """Nobody knows who is on the line."""
        self.identity, self._reached = None, None
        self._confirm_again, self._resend, self._gap_since_s = False, False, None

    @property
    def firmware(self) -> str:
        """What the device runs, as it says."""
        return self.identity.firmware if self.identity is not None else ""

    def identified(self, identity: Identity, now: Now) -> None:
        """This device is on the line."""
        self.identity = identity
        reached = self._ledger.meet(identity.serial, identity.boot, identity.oldest, identity.next_counter, self._bound)
        self._reached, self._confirmed, self._polled = reached, reached.stored, 0
        self._card_before = None
        self._tell_stranger(identity, reached, now)
        if reached.after:
            self._report("device_swapped", f"{identity.serial} is where {reached.after} was", now)
        came = reached.came
        self._tell_that_it_came(reached, now)
        boot, reached.boot = reached.boot, identity.boot
        restarted = f"{identity.serial}: boot id {boot} became {identity.boot}"
        if identity.next_counter <= reached.taken:
            number = f"its next event is number {identity.next_counter}, and number {reached.taken} was told before"
            self._went_back(f"{identity.serial}: {number}", now, came=came)
        elif (identity.boot - boot) % 2**32 > _MOST_STARTS:
            self._went_back(f"{restarted}, so it has lost its memory", now, came=came)
        if boot != identity.boot:
            self._report("device_restarted", restarted, now)
        self._tell_late(identity, reached, now)

    def heard(self, now: Now) -> None:
        """The device that is on the line has said something."""
        if self._reached is not None:
            self._reached.heard_s = now.s

    def event(self, event: Event, frame: bytes, now: Now) -> bool:
        """One event came, by itself or in an answer; whether it was taken."""
        reached = self._reached
        if reached is not None and not self.belongs:
            reached.play_from = max(reached.play_from, event.counter + 1)
        if reached is not None and self._is_next(event, reached, now):
            self._take(event, frame, now)
            return True
        self._counted.copies += 1
        return False

    def polled(self, events: tuple[Event, ...], now: Now) -> bool:
        """These events came in one answer, so each has its own bytes only; whether there may be more of them."""
        new = [self.event(event, event.raw, now) for event in events]
        if self._reached is None or not any(new):
            return bool(new) and self._reached is not None and self._reached.stored > self._confirmed
        self._polled = self._reached.taken
        return True

    def lost(self, asked: int, oldest: int, now: Now) -> bool:
        """The device says that it does not keep what was asked for; whether that can be."""
        assert self.identity is not None
        assert self._reached is not None
        if not max(asked + 1, self.identity.oldest) <= oldest:
            return False
        reached, self.identity = self._reached, self.identity._replace(oldest=oldest)
        if reached.untouched:
            reached.taken = reached.stored = oldest - 1
        elif oldest > reached.taken + 1:
            gone = f"{self.identity.serial}: events {reached.taken + 1} to {oldest - 1} are gone"
            reached.go_on_from(oldest)
            self._hold("events_lost", gone, now, play=oldest > reached.play_from)  # else none of it was the table's
        return True

    def resending(self) -> None:
        """The device is being asked for what is missing."""
        self._resend, self._gap_since_s = False, None

    def resent(self, counter: int) -> None:
        """The device goes on from this event."""
        self._confirmed = counter - 1

    def confirming(self) -> None:
        """The device is being told what is stored."""
        self._confirm_again = False

    def confirmed(self, counter: int) -> None:
        """The device knows that everything up to here is stored."""
        self._confirmed = counter

    def stored(self, report: Report) -> None:
        """This report, and every one before it, is durable."""
        held = self.held
        self._ledger.stored(report)
        self._resend = self._resend or (held and not self.held)

    def _is_next(self, event: Event, reached: Reached, now: Now) -> bool:
        if event.counter <= reached.taken:
            self._confirm_again = self._confirm_again or event.counter <= reached.stored
            return False
        if self.held or self._ledger.full:
            return False
        if event.counter > reached.taken + 1:
            self._gap_since_s = now.s if self._gap_since_s is None else self._gap_since_s
            return False
        self._gap_since_s = None
        return True

    def _take(self, event: Event, frame: bytes, now: Now) -> None:
        assert self.identity is not None
        serial = self.identity.serial
        unknown = f"{serial}: event {event.counter}, code {event.code:02X} with {len(event.body)} bytes"
        observation = observe(event) or Doubted("unknown_event", unknown)
        self._look_at_index(observation, event.counter, now)
        fits = self._look_at_set(observation, now)
        report = self._ledger.take(serial, event.counter, observation, frame, now.us, event.device_us,
                                   play=self.belongs and fits)  # fmt: skip
        self._out.append(report)
        if isinstance(observation, CardSeen) and self.belongs and not report.play:
            self._card_before = event
        self._tell_of_cards_before(event.counter, now)

    def _look_at_index(self, observation: Observation, counter: int, now: Now) -> None:
        """Each card that leaves has the next index; one that was passed over left, and nothing was told of it."""
        reached = self._reached
        assert reached is not None
        if isinstance(observation, ShoeFilled):
            reached.index = 0
        elif isinstance(observation, CardSeen) and observation.index is not None:
            self._counted.unsure += observation.unsure
            if reached.index is not None and observation.index != self._index_after(reached.index):
                told = f"draw index {observation.index} came after {reached.index}"
                self._report("cards_untold", told, now, play=counter >= reached.play_from)
            reached.index = observation.index

    def _look_at_set(self, observation: Observation, now: Now) -> bool:
        """Whether a shuffle that has ended is the one that began; a machine that starts anew is in none."""
        reached = self._reached
        assert reached is not None
        began = reached.shuffling
        if isinstance(observation, ShuffleBegan):
            reached.shuffling = observation.set_id
        elif isinstance(observation, Started | ShuffleEnded):
            reached.shuffling = None
        if not isinstance(observation, ShuffleEnded) or began in (None, observation.set_id):
            return True
        self._report("set_differs", f"it began with set {began} and ended with set {observation.set_id}", now)
        return False

    def _index_after(self, index: int) -> int:
        return 1 if self._family == "continuous" and index == LAST_INDEX else index + 1

    def _right_kind(self, identity: Identity) -> bool:
        return FAMILIES.get(identity.family) == self._family

    def _tell_stranger(self, identity: Identity, reached: Reached, now: Now) -> None:
        """Say once that the device is not the table's; what it has told until now will never be played."""
        if self.belongs:
            self._told = ""
            return
        reached.play_from = max(reached.play_from, identity.next_counter)
        if self._told == identity.serial:
            return
        self._told = identity.serial
        detail = self.wrong_kind or identity.serial
        self._out.append(self._ledger.report(identity.serial, Doubted("device_changed", detail), now.us, play=True))

    def _tell_that_it_came(self, reached: Reached, now: Now) -> None:
        """Take nothing before it is stored from where the events are played: who comes after this process would not
        play what was told meanwhile."""
        if reached.came:
            assert self.identity is not None
            reached.came = False
            self._out.append(self._ledger.hold(self.identity.serial, Met(), now.us, play=False))

    def _tell_of_cards_before(self, counter: int, now: Now) -> None:
        """Say, once all that is not played was taken, that cards were among it, and when the last of them left: a
        server that ended before it had stored that the device has come may have had them dealt here."""
        last, reached = self._card_before, self._reached
        assert reached is not None
        if last is None or counter < reached.play_from - 1:
            return
        self._card_before = None
        assert self.identity is not None
        seen = Doubted("cards_before", f"{self.identity.serial}: event {last.counter} is a card")
        self._out.append(self._ledger.report(self.identity.serial, seen, now.us, last.device_us, play=True))

    def _tell_late(self, identity: Identity, reached: Reached, now: Now) -> None:
        """After so long a silence, what happened before now may have been of another round."""
        silent = reached.heard_s is None or now.s >= reached.heard_s + SILENT_S
        reached.late_before = identity.next_counter if silent else min(reached.late_before, identity.next_counter)

    def _went_back(self, detail: str, now: Now, *, came: bool) -> None:
        """It has lost its memory; what it tells of then is the table's, unless it `came` just now."""
        assert self.identity is not None
        assert self._reached is not None
        play_all = self.belongs and not came and self._reached.play_from <= self._reached.taken + 1
        self._reached.begin_again(self.identity.oldest, 0 if play_all else self.identity.next_counter)
        self._hold("counter_went_back", detail, now)

    def _hold(self, doubt: Doubt, detail: str, now: Now, *, play: bool = True) -> None:
        assert self.identity is not None
        self._out.append(
            self._ledger.hold(self.identity.serial, Doubted(doubt, detail), now.us, play=play and self.belongs)
        )

    def _report(self, doubt: Doubt, detail: str, now: Now, *, play: bool = True) -> None:
        assert self.identity is not None
        doubted, play = Doubted(doubt, detail), play and self.belongs
        self._out.append(self._ledger.report(self.identity.serial, doubted, now.us, play=play))
