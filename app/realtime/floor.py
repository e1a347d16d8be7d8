"""All who look at the floor: each table in one line, the newest only, and at most two a second of each."""

from collections.abc import Callable, Iterable, Mapping

from app.game.core.turn import stage
from app.game.views.audiences import floor_view
from app.realtime import writing
from app.realtime.close_reasons import Closing
from app.realtime.neighbours import Neighbours
from app.realtime.round_rate import Paces
from app.realtime.subscriber import Subscriber
from app.realtime.table_status import OpenAlarms, Summary, devices_shown
from app.table.actor import TableActor
from app.table.house_keeping import HouseKeeping
from app.table.in_turn import in_turn
from app.table.open_tables import Tables


class FloorHub:
    """The hub of the floor. Nothing is computed while nobody looks, here or at another server."""

    def __init__(
        self,
        tables: Tables,
        house: HouseKeeping,
        paces: Paces,
        open_alarms: OpenAlarms,
        neighbours: Neighbours,
        now_us: Callable[[], int],
    ) -> None:
        self._tables, self._paces, self._open, self._now_us = tables, paces, open_alarms, now_us
        self._house = house
        self._neighbours = neighbours
        self._told: dict[str, Summary] = {}
        self._layouts: dict[str, tuple[int, int]] = {}
        self._alarms = self._house.now.alarms
        self._subscribers: set[Subscriber] = set()

    def subscribers(self) -> list[Subscriber]:
        """Everybody who looks at the floor."""
        return list(self._subscribers)

    def join(self, subscriber: Subscriber) -> None:
        """Say hello with every table as all others who look know it, and tell what becomes of them."""
        if not self._subscribers:
            own = {number: self._summary(number, actor) for number, actor in self._tables.live().items()}
            self._told = {**self._neighbours.tables, **own}
            self._alarms = self._house.now.alarms
        self._subscribers.add(subscriber)
        tables = [self._told[number] for number in sorted(self._told)]
        subscriber.outlet.put(writing.floor_hello(self._now_us(), tables, self._alarms))

    def leave(self, subscriber: Subscriber) -> None:
        """Tell it nothing more."""
        self._subscribers.discard(subscriber)

    def beat(self) -> None:
        """Say that the server lives."""
        self._tell("heartbeat", writing.floor_heartbeat(self._now_us()))

    async def look(self) -> None:
        """Tell of every table that is otherwise than it was told, those of other servers too."""
        others = self._neighbours.tables
        for number in _gone(self._told, {**others, **self._tables.live()}):
            del self._told[number]
            self._layouts.pop(number, None)
            self._tell(("table", number), writing.table_gone(number))
        own: dict[str, Summary] = {}
        async for number, actor in in_turn(self._tables.live().items()):
            own[number] = self._summary(number, actor)
            self._look_at(number, own[number])
        self._neighbours.keep(own)
        for number, summary in others.items():
            if number not in own:
                self._look_at(number, summary)
        if self._alarms != self._house.now.alarms:
            self._alarms = self._house.now.alarms
            self._tell("alarms", writing.alarms(self._alarms))

    def _look_at(self, number: str, summary: Summary) -> None:
        if self._told.get(number) != summary:
            self._told[number] = summary
            self._tell(("table", number), writing.table(summary))

    def _tell(self, key: object, text: str) -> None:
        for subscriber in self._subscribers:
            subscriber.outlet.put(text, key)

    def _summary(self, number: str, actor: TableActor) -> Summary:
        table, pace, now_us = actor.table, self._paces.of(number, actor), self._now_us()
        lost = [
            each.name
            for each in devices_shown(self._house.now, self._tables.devices, number)
            if each.state != "running"
        ]
        return Summary(
            number,
            actor.rules.id,
            stage(table),
            actor.version,
            table.dealer,
            self._layout_cents(number, actor),
            table.held.irregularity if table.held is not None else None,
            pace.since_us,
            tuple(lost),
            len(self._open.at(self._house.now, number)),
            pace.rounds(now_us),
            len([each for each in table.waiting if each.outdated is None]),
        )

    def _layout_cents(self, number: str, actor: TableActor) -> int:
        version, cents = self._layouts.get(number, (-1, 0))
        if version != actor.version:
            cents = floor_view(actor.table, actor.rules).layout_cents
            self._layouts[number] = actor.version, cents
        return cents

    def close(self, why: Closing) -> None:
        """Tell everybody why, and close."""
        for subscriber in self._subscribers:
            subscriber.close(why)


def _gone(before: Mapping[str, Summary], now: Iterable[str]) -> list[str]:
    return sorted(before.keys() - set(now))
