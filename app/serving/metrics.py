"""The figures of the process, for Prometheus, in a registry of its own.

What is counted while a command goes through is counted where it happens, in plain integers; everything else is read
when somebody asks. What is read is read at once, in the event loop, and turned into text by a thread.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from app.devices.device_health import Health
from app.game.core.records import name_of
from app.server import Server
from app.serving.connections import Connections
from app.serving.readiness import Lag
from app.table.requests import Published
from app.table_id import TableId

US = 1_000_000
PUBLISHED_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
ANSWERED_S = (0.0025, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """What is counted and measured of one server."""

    def __init__(self, server: Server, lag: Lag, connections: Connections | None = None) -> None:
        self._server, self._lag = server, lag
        self._connections = Connections() if connections is None else connections
        self._events: Counter[str] = Counter()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._card_to_publish = Histogram(
            "tablekeeper_card_to_publish_seconds",
            "From a device's frame that brought a card or another event to the version that everybody was told of.",
            registry=self._registry,
            buckets=PUBLISHED_S,
        )
        self._answered = Histogram(
            "tablekeeper_http_request_seconds",
            "How long HTTP requests took.",
            ("status",),
            registry=self._registry,
            buckets=ANSWERED_S,
        )

    def start(self) -> None:
        """Begin to count; whoever is told before this one is told in what is measured."""
        self._server.tables.listen(self._published)

    def _published(self, _number: str, published: Published) -> None:
        for event in published.events:
            self._events[name_of(type(event))] += 1
        if published.seen_us is not None:
            self._card_to_publish.observe(max(0, self._server.now_us() - published.seen_us) / US)

    def request(self, status: int, took_s: float) -> None:
        """An HTTP request was answered."""
        self._answered.labels(f"{status // 100}xx").observe(took_s)

    async def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        subjects = (self._tables, self._devices, self._asked, self._people, self._sockets, self._process)
        read = _Read([family for subject in subjects for family in subject()])
        return await asyncio.to_thread(lambda: generate_latest(self._registry) + generate_latest(read))

    # --- what is read when somebody asks

    def _tables(self) -> Iterator[Metric]:
        tables, live = self._server.tables, self._server.tables.live()
        inboxes = [actor.waiting for actor in live.values()]
        yield _gauge("tables", "Tables that are kept here.", len(live))
        yield _gauge("tables_frozen", "Tables that stand still because of a defect.", len(tables.frozen()))
        yield _gauge("tables_silent", "Tables that have not answered for 5 s.", len(tables.silent()))
        held = sum([tables.leases.holds(TableId(number).stream) for number in live])
        yield _gauge("leases_held", "Leases that have not run out.", held)
        yield _gauge("inbox_waiting", "Commands that wait for their table, at all tables together.", sum(inboxes))
        yield _gauge("inbox_waiting_most", "Commands that wait at the table with the most.", max(inboxes, default=0))
        yield _gauge("writer_waiting", "Appends that are queued or under way.", tables.writer.waiting)
        yield _gauge("database_available", "Whether the database answers.", tables.writer.available)
        yield _counter("appends", "Appends that were written.", tables.writer.appends)
        yield _counter("append_statements", "Statements that wrote them.", tables.writer.statements)
        agreed_s = tables.signer.agreed_s
        if agreed_s is not None:
            age_s = time.monotonic() - agreed_s
            yield _gauge("signature_age_seconds", "How long ago all heads of the chain were signed.", age_s)

    def _devices(self) -> Iterator[Metric]:
        age = GaugeMetricFamily(
            "tablekeeper_device_age_seconds", "Since the device's last byte.", labels=("table", "device")
        )
        running = GaugeMetricFamily("tablekeeper_device_running", "Whether it is there.", labels=("table", "device"))
        waiting = GaugeMetricFamily(
            "tablekeeper_device_reports_waiting", "Reports that are not recorded yet.", labels=("table", "device")
        )
        now_us = self._server.now_us()
        for number, health in self._health():
            labels = (number, health.name)
            running.add_metric(labels, health.connected and health.state == "running")
            waiting.add_metric(labels, health.waiting)
            if health.last_byte_us is not None:
                age.add_metric(labels, max(0, now_us - health.last_byte_us) / US)
        return iter((age, running, waiting))

    def _health(self) -> Iterator[tuple[str, Health]]:
        devices = self._server.tables.devices
        for number in self._server.tables.live():
            if devices.attends(number):
                yield from ((number, health) for health in devices.of(number).health())

    def _asked(self) -> Iterator[Metric]:
        events = CounterMetricFamily("tablekeeper_events", "Events that were recorded.", labels=("type",))
        for name, times in self._events.items():
            events.add_metric((name,), times)
        commands = CounterMetricFamily(
            "tablekeeper_commands", "Commands, by what came of them.", labels=("type", "outcome")
        )
        for asked, times in self._server.tables.outcomes.items():
            commands.add_metric(asked, times)
        return iter((events, commands))

    def _people(self) -> Iterator[Metric]:
        house = self._server.house
        yield _gauge("house_notes_waiting", "Notes that are not in the log of the house yet.", house.waiting)
        alarms = GaugeMetricFamily("tablekeeper_alarms_open", "Alarms nobody has acknowledged.", labels=("kind",))
        for kind, times in Counter([alarm.kind for alarm in house.now.alarms]).items():
            alarms.add_metric((kind,), times)
        yield alarms
        refused = CounterMetricFamily(
            "tablekeeper_refused", "What people were refused that they may not do.", labels=("action",)
        )
        for action, times in self._server.people.refusals().items():
            refused.add_metric((action,), times)
        yield refused
        turned_away = self._server.people.turned_away()
        yield _counter("sign_ins_refused", "A wrong PIN, no such name, or no right to sign in.", turned_away)

    def _sockets(self) -> Iterator[Metric]:
        feeds = self._server.feeds
        sockets = GaugeMetricFamily("tablekeeper_sockets", "Sockets that look, by audience.", labels=("audience",))
        for audience, count in feeds.sockets().items():
            sockets.add_metric((audience,), count)
        yield sockets
        yield _gauge("connections", "Connections that are open.", len(self._connections))
        yield _counter("connections_refused", "Closed at once, since there were too many.", self._connections.refused)
        yield _gauge("socket_waiting_most", "Messages that wait for the socket furthest behind.", feeds.longest_queue())

    def _process(self) -> Iterator[Metric]:
        yield _gauge("loop_lag_seconds", "The worst delay of the event loop in ten seconds.", self._lag.worst_s)


class _Read(Collector):
    """What was read."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        """The same each time."""
        return self._families


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(f"tablekeeper_{name}", what, value=value)


def _counter(name: str, what: str, value: float) -> Metric:
    return CounterMetricFamily(f"tablekeeper_{name}", what, value=value)
