"""All who look at one table: one view for each audience, and one text of it in each form, however many they are."""

from collections.abc import Callable
from typing import NamedTuple

from app.game.core.state import Table
from app.game.subjects.remedies.dealer_corrections import Correction, corrections
from app.game.views.audiences import View
from app.house.state import Alarm
from app.realtime import writing
from app.realtime.audience import ORDERING, Audience, views
from app.realtime.close_reasons import COME_BACK, Closing, closing
from app.realtime.forms import Form, said
from app.realtime.subscriber import Subscriber
from app.realtime.table_status import DeviceShown
from app.realtime.writing import Said
from app.table.actor import Frozen, TableActor
from app.table.requests import Published

# When a device was heard is told anew so often, if nothing else is.
HEARD_EVERY_US = 5_000_000
Beside = Callable[[], tuple[tuple[DeviceShown, ...], tuple[Alarm, ...]]]
Seen = tuple[Audience, Form]


class _Shown:
    """What an audience was last shown in one form, and who belongs to it."""

    def __init__(self, view: View, form: Form) -> None:
        self.view, self.said = view, said(view, form)
        self.subscribers: set[Subscriber] = set()


class _Change(NamedTuple):
    """What an audience is to be shown next; without `said` it sees nothing of what happened."""

    view: View
    said: Said | None


class TableHub:
    """The hub of one table. `beside`: its devices and open alarms, as they are now."""

    def __init__(self, number: str, actor: TableActor, now_us: Callable[[], int], beside: Beside) -> None:
        self.number, self.actor, self.version = number, actor, actor.version
        self.dealer = actor.table.dealer
        self._now_us, self._beside = now_us, beside
        self._shown: dict[Seen, _Shown] = {}
        self._told, self._devices_told_us = beside(), now_us()
        self._looked_at = self._searched = -1
        self._offered: tuple[Correction, ...] = ()
        self._foreseen: tuple[Table, dict[Seen, _Change]] | None = None

    @property
    def stopped(self) -> bool:
        """Whether the table is not kept here any more; one that stands still because of a defect is."""
        return self.actor.stopped is not None and not isinstance(self.actor.stopped, Frozen)

    def subscribers(self) -> list[Subscriber]:
        """Everybody who looks at the table."""
        return [each for shown in self._shown.values() for each in shown.subscribers]

    def join(self, subscriber: Subscriber) -> None:
        """Say hello with the table as it is, and tell everything that comes after."""
        audience, form = seen = _seen(subscriber)
        shown = self._shown.get(seen)
        if shown is None:
            view = views(self.actor.table, self.actor.rules, [audience])[audience]
            shown = self._shown[seen] = _Shown(view, form)
        shown.subscribers.add(subscriber)
        self._searched = -1
        subscriber.greet(self._hello(audience, shown.said.view), shown.said.rules)

    def _hello(self, audience: Audience, view: str) -> str:
        head = audience, self.number, self.version, self._now_us(), view
        if audience == "sign":
            return writing.hello(*head)
        devices, alarms = self._beside()
        return writing.hello(*head, devices=devices, alarms=alarms)

    def leave(self, subscriber: Subscriber) -> None:
        """Tell it nothing more."""
        seen = _seen(subscriber)
        shown = self._shown.get(seen)
        if shown is None:
            return
        shown.subscribers.discard(subscriber)
        if not shown.subscribers:
            del self._shown[seen]

    def foresee(self, table: Table) -> None:
        """Make ready what every audience will be shown if the table becomes this: nobody is told of it yet."""
        self._foreseen = table, self._changes(table)

    def _changes(self, table: Table) -> dict[Seen, _Change]:
        now = views(table, self.actor.rules, {audience for audience, _ in self._shown})
        return {seen: _change(shown, now[seen[0]], seen[1]) for seen, shown in self._shown.items()}

    def _ready(self, table: Table) -> dict[Seen, _Change]:
        """What was made ready for this table, if it was for it and for everybody who looks now."""
        foreseen, self._foreseen = self._foreseen, None
        if foreseen is not None and foreseen[0] is table and foreseen[1].keys() >= self._shown.keys():
            return foreseen[1]
        return self._changes(table)

    def published(self, published: Published) -> None:
        """Tell every audience what this is to it."""
        first = published.version - len(published.events) + 1
        if first != self.version + 1:  # another server has written meanwhile
            self.close(closing(COME_BACK, "the table was kept elsewhere meanwhile: come back"))
            return
        self.version, at_us = published.version, self._now_us()
        self.dealer = published.table.dealer
        ready = self._ready(published.table)
        for seen, shown in self._shown.items():
            view, new = ready[seen]
            if new is not None:
                shown.view, shown.said = view, new
            change = writing.change(first, self.version, at_us, new)
            for subscriber in shown.subscribers:
                subscriber.changed(change)

    def beat(self) -> None:
        """Say that the server lives; nobody is told of a version before he has it."""
        text = writing.heartbeat(self.version, self._now_us())
        for subscriber in self.subscribers():
            subscriber.outlet.put_last(text, "heartbeat")

    def look_beside(self) -> None:
        """Tell everybody but signs of devices and alarms, if anything about them is otherwise than it was told."""
        (devices, alarms), now = self._told, self._beside()
        if _otherwise(devices, now[0]) or (
            now[0] != devices and self._now_us() >= self._devices_told_us + HEARD_EVERY_US
        ):
            self._devices_told_us = self._now_us()
            self._tell("devices", writing.devices(now[0]))
            devices = now[0]
        self._told = (devices, now[1])
        if now[1] != alarms:
            self._tell("alarms", writing.alarms(now[1]))

    def look_for_corrections(self) -> bool:
        """Once the table rests: tell those who give orders what may be put right now. It takes the round to be played
        again for each reading, so it is not part of every view; True if it was searched for."""
        rests, self._looked_at = self._looked_at == self.version == self.actor.version, self.version
        ordering = [each for seen, shown in self._shown.items() if seen[0] in ORDERING for each in shown.subscribers]
        if not rests or not ordering or self._searched == self.version:
            return False
        before, self._offered = self._offered, corrections(self.actor.table, self.actor.rules)
        self._searched = self.version
        if self._offered or before:
            text = writing.corrections(self.version, self._offered)
            for subscriber in ordering:
                subscriber.outlet.put_last(text, "corrections")
        return True

    def _tell(self, what: str, text: str) -> None:
        for subscriber in self.subscribers():
            if subscriber.audience != "sign":
                subscriber.outlet.put(text, what)

    def close(self, why: Closing) -> None:
        """Tell everybody why, and close."""
        for subscriber in self.subscribers():
            subscriber.close(why)


def _otherwise(before: tuple[DeviceShown, ...], after: tuple[DeviceShown, ...]) -> bool:
    """Whether the devices are otherwise than they were, but for when they were heard."""
    return [each._replace(heard_us=None) for each in before] != [each._replace(heard_us=None) for each in after]


def _seen(subscriber: Subscriber) -> Seen:
    assert subscriber.audience is not None
    return subscriber.audience, subscriber.form


def _change(shown: _Shown, after: View, form: Form) -> _Change:
    return _Change(after, None if after == shown.view else said(after, form, shown.said.rules))
