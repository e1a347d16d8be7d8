import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from app.backoff import Backoff
from app.devices import keeping, line, recording
from app.devices.device_health import Health
from app.devices.driver import Driver
from app.devices.session_protocol import Captured, Now, Report
from app.devices.transports.urls import parse_url
from app.devices.wanted import ConfirmGame, Lock
from app.devices.wishes import MOST_WAITING
from tests.devices.desks import AWAY, GONE, MemoryDesk
from tests.devices.far_ends import End, PtyEnd, Rfc2217End, TcpEnd
from tests.devices.spoken import SpokenSession
from tests.devices.waiting import descriptors, tasks, threads, until

# pyserial 3.5 sets a thread's name and daemon flag the old way
pytestmark = pytest.mark.filterwarnings(r"ignore:set(Daemon|Name)\(\) is deprecated:DeprecationWarning")


@pytest.fixture(params=["pty", "tcp"])
def end(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[End]:
    made = PtyEnd(tmp_path / "port") if request.param == "pty" else TcpEnd()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _all_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tablekeeper.devices")


class CountedBackoff(Backoff):
    """Counts how often it was waited for another attempt."""

    waits = 0

    def next_s(self) -> float:
        self.waits += 1
        return super().next_s()


class Table:
    """A driver, what it carries and what it carries it to."""

    def __init__(self, end: End, silent_s: float | None = None, desk: MemoryDesk | None = None) -> None:
        self.end = end
        self.desk = desk or MemoryDesk()
        self.backoff = CountedBackoff(Random(2).random, 0.002, 0.02)
        self.session = SpokenSession(silent_s)
        self.writes = True
        self.told: list[Health] = []
        self.got = b""
        self.driver = Driver(
            "shoe",
            parse_url(end.url),
            self.session,
            self.desk,
            lambda: Now(time.monotonic(), time.time_ns() // 1000),
            lambda: self.writes,
            Random(1).random,
            self.backoff,
        )
        self.driver.listen(self.told.append)

    def arrived(self, text: bytes) -> bool:
        self.got += self.end.read()
        return text in self.got

    async def running(self) -> None:
        """Wait until the line is open and a good frame has come over it."""
        await until(lambda: self.session.state != "closed", "the line is open")
        await self.end.send(b"hello\n")
        await until(lambda: self.session.state == "running", "the session runs")


@asynccontextmanager
async def a_table(end: End, silent_s: float | None = None) -> AsyncIterator[Table]:
    """A driver that has started; after it is closed nothing of it is left."""
    before = threads(), tasks()
    table = Table(end, silent_s)
    table.driver.start()
    try:
        yield table
    finally:
        await table.driver.close()
    await until(lambda: (threads(), tasks()) == before, "threads and tasks have ended")


def said(caplog: pytest.LogCaptureFixture, words: str) -> int:
    return sum(words in record.getMessage() for record in caplog.records)


def test_reports_are_recorded_in_order_and_the_device_hears_of_each(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            await end.send(b"".join(b"card %d\n" % number for number in range(200)))
            await until(lambda: table.arrived(b"stored 199\n"), "the last is confirmed")
            assert table.desk.numbers == list(range(200))
            confirmed = [row for row in table.got.split(b"\n") if row.startswith(b"stored")]
            assert confirmed == [b"stored %d" % number for number in range(200)]
            health = table.driver.health()
            assert (health.connected, health.state, health.waiting, health.why) == (True, "running", 0, "")
            assert health.last_report_us is not None and health.last_report_us == health.last_byte_us

    asyncio.run(scene())


def test_nothing_is_confirmed_before_it_is_recorded(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            table.desk.away = AWAY
            asked = table.desk.asked
            await end.send(b"card 1\ncard 2\n")
            await until(lambda: table.desk.asked >= asked + 3, "it is offered again and again")
            assert not table.arrived(b"stored")
            assert table.driver.health().waiting == 2
            assert table.driver.health().why == "the database is away"
            await end.send(b"card 3\n")  # reading goes on
            await until(lambda: table.driver.health().waiting == 3, "three wait")
            table.desk.away = None
            await until(lambda: table.arrived(b"stored 3\n"), "the last is confirmed")
            assert table.desk.numbers == [1, 2, 3]
            assert table.driver.health().why == ""

    asyncio.run(scene())


def test_a_desk_that_is_away_is_one_line_in_the_log_and_one_when_it_is_back(
    end: End, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            table.desk.away = ValueError("card 8S of a secret")
            await end.send(b"card 1\n")
            await until(lambda: table.desk.asked >= 3, "it is offered again")
            table.desk.away = None
            await until(lambda: table.desk.numbers == [1], "it is recorded")

    asyncio.run(scene())
    assert said(caplog, "a report cannot be recorded (a fault of the program, ValueError)") == 1
    assert said(caplog, "recorded again") == 1
    assert "8S" not in caplog.text and "secret" not in caplog.text


def test_a_desk_that_is_gone_ends_the_driver(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            table.desk.away = GONE
            await end.send(b"card 1\n")
            await until(lambda: table.session.state == "closed", "the line is given up")
            await until(lambda: tasks() == 1, "its tasks have ended")
            assert table.driver.health().why == "another server keeps the table"
            assert not table.driver.health().connected
            assert (await table.driver.want(ConfirmGame())).outcome == "no_answer"
            assert table.desk.numbers == []
            assert not table.arrived(b"stored")

    asyncio.run(scene())


def test_without_the_lease_nothing_is_written(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            table.writes = False
            await table.running()
            await end.send(b"card 1\n")
            await until(lambda: table.session.mark == {"last": 1}, "it is recorded")
            answered = await table.driver.want(Lock(True))
            assert (answered.outcome, answered.wanted) == ("refused", Lock(True))
            await end.send(b"hello\n")
            await until(lambda: table.session.counted.frames == 3, "the line was alive to the end")
            assert end.read() == b""
            assert table.driver.health().unsent == 2  # the start and the confirmation
        assert [piece for piece in table.desk.pieces if piece.sent] == []

    asyncio.run(scene())


def test_what_was_wanted_is_answered(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            first, second = table.driver.want(Lock(True)), table.driver.want(Lock(True))
            await until(lambda: table.arrived(b"do\ndo\n"), "both were asked of it")
            await end.send(b"done\n")
            assert (await first).outcome == "done"
            assert not asyncio.ensure_future(second).done()
            end.pull()
            answered = await second
            assert (answered.outcome, answered.detail) == ("no_answer", "the line was lost before the device answered")

    asyncio.run(scene())


def test_too_much_that_is_wanted_is_refused(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            assert (await table.driver.want(ConfirmGame())).outcome == "no_answer"  # it is not connected yet
            await table.running()
            wishes = [table.driver.want(ConfirmGame()) for _ in range(MOST_WAITING)]
            assert (await table.driver.want(ConfirmGame())).outcome == "refused"
            await end.send(b"done\n" * MOST_WAITING)
            assert {(await wish).outcome for wish in wishes} == {"done"}

    asyncio.run(scene())


def test_whoever_gives_up_waiting_for_an_answer_hurts_nobody(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            given_up = asyncio.ensure_future(table.driver.want(Lock(True)))
            given_up.cancel()
            waits = table.driver.want(Lock(True))
            await end.send(b"done\ndone\n")
            assert (await waits).outcome == "done"

    asyncio.run(scene())


def test_pulled_and_put_back_a_hundred_times(end: End, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            for number in range(100):
                await end.send(b"card %d\n" % number)
                await until(lambda number=number: number in table.desk.numbers, "it is recorded")  # type: ignore[misc]
                if number == 1:
                    open_before = descriptors()
                end.pull()
                await until(lambda: table.session.state == "closed", "the loss is noticed")
                end.plug()
                await table.running()
            await end.send(b"card 100\n")
            await until(lambda: table.desk.numbers == list(range(101)), "each is recorded once, in order")
            assert descriptors() == open_before

    asyncio.run(scene())
    assert said(caplog, "the line is lost") == 100
    assert said(caplog, "the line is back") == 100


def test_a_long_outage_is_one_line_in_the_log_and_one_when_it_is_over(
    end: End, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            end.pull()
            await until(lambda: table.backoff.waits >= 10, "it was tried again and again")
            assert "no such port" in why(table) or "refused" in why(table)
            end.plug()
            await table.running()
            assert said(caplog, "") == 2
            assert [health.connected for health in table.told if health.state == "closed"] == [False]

    asyncio.run(scene())
    assert said(caplog, "Device shoe: the line is lost") == 1
    assert said(caplog, "Device shoe: the line is back after 0.") == 1


def why(table: Table) -> str:
    return table.driver.health().why


def test_a_device_server_that_takes_and_drops_is_one_outage(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        end = TcpEnd()
        async with a_table(end) as table:
            await table.running()
            for _ in range(5):
                end.pull(reset=True)
                end.plug()
                told = len(table.told)
                await until(lambda told=told: len(table.told) >= told + 2, "it was connected")  # type: ignore[misc]
            await table.running()
        end.close()

    asyncio.run(scene())
    assert said(caplog, "the line is lost") == 1
    assert said(caplog, "the line is back") == 1


def test_noise_does_not_make_a_line_good(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever comes over it, an outage is over with a good frame, and until then attempts become rarer."""

    async def scene() -> None:
        end = TcpEnd()
        async with a_table(end) as table:
            await table.running()
            for _ in range(5):
                end.pull(reset=True)
                end.plug()
                await until(lambda: table.session.state == "starting", "it was connected")
                before = table.driver.health().last_byte_us
                await end.send(b"noise\n")
                await until(lambda before=before: table.driver.health().last_byte_us != before, "it came")  # type: ignore[misc]
            assert said(caplog, "the line is back") == 0
            await table.running()
        end.close()

    asyncio.run(scene())
    assert said(caplog, "the line is lost") == 1
    assert said(caplog, "the line is back") == 1


def test_a_line_that_holds_is_back_even_if_nothing_comes_over_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(line, "HELD_S", 0.05)

    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        end.pull()
        async with a_table(end):
            await until(lambda: said(caplog, "there is no such port") == 1, "the first attempt failed")
            end.plug()
            await until(lambda: said(caplog, "the line is back") == 1, "it has held")
        end.close()

    asyncio.run(scene())


def test_a_half_open_line_is_given_up_and_opened_again(end: End, caplog: pytest.LogCaptureFixture) -> None:
    """The other end stays open and says nothing: only the session can tell."""

    async def scene() -> None:
        async with a_table(end, silent_s=0.1) as table:
            await table.running()
            await until(lambda: any(health.state == "silent" for health in table.told), "it is silent")
            await until(lambda: table.session.state == "starting", "it is connected again")
            assert table.session.ticks < 20  # no busy loop
            await end.send(b"hello\n")
            await until(lambda: said(caplog, "the line is back") == 1, "it is back")

    asyncio.run(scene())
    assert said(caplog, "the line is lost (the device is silent)") == 1


def test_a_device_that_takes_nothing_delays_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        async with a_table(end) as table:
            await table.running()
            for number in range(3_000):
                await end.send(b"card %d\n" % number)
                await asyncio.sleep(0)
                if number % 100 == 0:
                    await until(lambda number=number: number in table.desk.numbers, "recorded")  # type: ignore[misc]
            await until(lambda: table.desk.numbers == list(range(3_000)), "all are recorded")
            assert table.driver.health().unsent > 0  # the confirmations that nobody read
        end.close()

    asyncio.run(scene())


def test_a_fault_of_the_program_ends_the_line_not_the_recording(end: End, caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            table.desk.away = AWAY
            await end.send(b"card 1\n")
            await until(lambda: table.driver.health().waiting == 1, "it waits")
            await end.send(b"crash 8S\n")
            await until(lambda: not table.driver.health().connected, "the line is given up")
            assert why(table).startswith("a fault of the program ended it (ValueError in spoken.py, line ")
            table.desk.away = None
            await until(lambda: table.desk.numbers == [1], "what had come is recorded")
        assert b"crash 8S\n" in [piece.data for piece in table.desk.pieces]

    asyncio.run(scene())
    assert said(caplog, "by a fault of the program (ValueError in spoken.py") == 1
    assert "8S" not in caplog.text


def test_a_fault_of_the_program_in_a_line_is_not_kept_quiet(
    end: End, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_transport(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(line, "open_transport", open_transport)

    async def scene() -> None:
        async with a_table(end) as table:
            await until(lambda: why(table).startswith("a fault of the program ended it (RuntimeError"), "it is told")

    asyncio.run(scene())
    assert said(caplog, "by a fault of the program (RuntimeError in test_driver.py") == 1
    assert "secret" not in caplog.text


def test_captured_bytes_are_kept_in_batches(end: End) -> None:
    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            await end.send(b"noise\n" * 130)
            await until(lambda: len(table.desk.batches) == 2, "two batches are full")
            assert [len(batch) for batch in table.desk.batches] == [64, 64]
            await until(lambda: len(table.desk.batches) == 3, "the rest comes within a second")
        assert len(table.desk.pieces) == 131  # what was sent at the start too
        assert table.desk.pieces[0] == Captured(b"start\n", table.desk.pieces[0].at_us, True, "sent")

    asyncio.run(scene())


def test_captured_bytes_that_cannot_be_kept_wait_up_to_a_bound(
    end: End, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "BATCH_S", 0.01)
    monkeypatch.setattr(keeping, "MOST_BYTES", 50 * (len(b"noise\n") + keeping.PIECE_BYTES))

    async def scene() -> None:
        async with a_table(end) as table:
            await table.running()
            table.desk.away = AWAY
            await end.send(b"noise\n" * 60)
            await until(lambda: table.driver.health().dropped >= 10, "what is too much is dropped")
            await until(lambda: table.desk.asked >= 3, "it is tried again")
            table.desk.away = None
            await until(lambda: received(table) + table.driver.health().dropped == 60, "the rest is kept")

    asyncio.run(scene())
    assert said(caplog, "raw bytes cannot be kept") == 1


def received(table: Table) -> int:
    return sum(not piece.sent for piece in table.desk.pieces)


def test_closing_records_what_has_come(end: End) -> None:
    class SlowDesk(MemoryDesk):
        async def record(self, report: Report) -> None:
            await asyncio.sleep(0.005)
            await super().record(report)

    async def scene() -> None:
        table = Table(end, desk=SlowDesk())
        table.driver.start()
        await table.running()
        await end.send(b"".join(b"card %d\n" % number for number in range(20)))
        await until(lambda: table.driver.health().waiting > 10, "some wait")
        await table.driver.close()
        assert table.desk.numbers == list(range(20))
        await table.driver.close()  # again: nothing happens

    asyncio.run(scene())


def test_closing_does_not_wait_for_a_desk_that_is_away(end: End, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "CLOSE_S", 60.0)
    monkeypatch.setattr(keeping, "CLOSE_S", 60.0)

    async def scene() -> None:
        async with asyncio.timeout(5), a_table(end) as table:
            await table.running()
            table.desk.away = AWAY
            await end.send(b"card 1\n")
            await until(lambda: table.driver.health().why != "", "the desk is away")

    asyncio.run(scene())


def test_a_listener_that_fails_hurts_nobody(end: End, caplog: pytest.LogCaptureFixture) -> None:
    def fails(_: Health) -> None:
        raise ValueError("a secret")

    async def scene() -> None:
        async with a_table(end) as table:
            stop = table.driver.listen(fails)
            await table.running()
            stop()
            assert [(health.connected, health.state) for health in table.told] == [
                (True, "starting"),
                (True, "running"),
            ]
            table.driver.bind("SH-0042")
            assert table.driver.health().named == "SH-0042"

    asyncio.run(scene())
    assert said(caplog, "who listens to its health failed (ValueError)") == 2
    assert "secret" not in caplog.text


def test_a_driver_over_rfc2217_comes_back_and_ends_its_threads(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Slow: pyserial waits a third of a second when it closes a port, and as long when it opens one."""

    async def scene() -> None:
        end = Rfc2217End(tmp_path / "port")
        async with a_table(end) as table:
            await table.running()
            await end.send(b"card 1\n")
            await until(lambda: table.arrived(b"stored 1\n"), "it is confirmed")
            end.pull()
            await until(lambda: table.session.state == "closed", "the loss is noticed")
            end.plug()
            await table.running()
            await end.send(b"card 2\n")
            await until(lambda: table.desk.numbers == [1, 2], "it is recorded")
        end.close()

    asyncio.run(scene())
    assert said(caplog, "the line is lost") == 1
    assert said(caplog, "the line is back") == 1
