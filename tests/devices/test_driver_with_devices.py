"""The driver with the sessions of real dialects, over real lines."""

import asyncio
import logging
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from app.devices import clock
from app.devices.backoff import Backoff
from app.devices.dialects import new_session
from app.devices.driver import Driver
from app.devices.observations import CardSeen, Started
from app.devices.session import Mark
from app.devices.transports.urls import parse_url
from app.devices.wanted import CountCards, Lock
from tests.devices.angel_eye_wire import LOCK, drawn
from tests.devices.desks import AWAY, MemoryDesk
from tests.devices.far_ends import End, PtyEnd, TcpEnd
from tests.devices.plugged import plugged
from tests.devices.waiting import until

EIGHT_OF_SPADES = bytes((8, 3, 5, 0, 98))


def a_driver(end: End, dialect: str, desk: MemoryDesk, mark: Mark | None = None) -> Driver:
    tokens = Random(3)
    session = new_session(dialect, "shoe", {}, mark, frozenset({"SH-0042"}), lambda: tokens.getrandbits(32))
    backoff = Backoff(tokens.random, 0.002, 0.02)
    return Driver(
        "shoe", parse_url(end.url), session, desk, clock.now, lambda: True, tokens.random, backoff
    )  # fmt: skip


def cards(desk: MemoryDesk) -> list[str | None]:
    return [report.observation.card for report in desk.reports if isinstance(report.observation, CardSeen)]


def test_a_table_link_device_is_confirmed_what_is_recorded_and_no_more() -> None:
    async def scene() -> None:
        end, desk = TcpEnd(), MemoryDesk()
        async with plugged(end) as device:
            driver = a_driver(end, "table-link", desk)
            driver.start()
            await until(lambda: device.confirmed == 1, "its start is confirmed")
            assert desk.reports[-1].observation == Started("power")
            desk.away = AWAY
            device.happen(0x02, EIGHT_OF_SPADES, monotonic())
            await until(lambda: driver.health().waiting == 1, "the card waits")
            assert device.confirmed == 1
            desk.away = None
            await until(lambda: device.confirmed == 2, "the card is confirmed")
            assert cards(desk) == ["8S"]
            assert [report.key for report in desk.reports] == ["SH-0042/1", "SH-0042/2"]
            answered = await driver.want(CountCards())
            assert (answered.outcome, answered.counts) == ("done", (10, None))
            assert device.locked is False
            assert (await driver.want(Lock(True))).outcome == "done"
            assert device.locked is True
            await driver.close()
        end.close()

    asyncio.run(scene())


def test_a_table_link_line_pulled_again_and_again_loses_and_doubles_nothing(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def scene() -> None:
        end, desk = TcpEnd(), MemoryDesk()
        async with plugged(end) as device:
            driver = a_driver(end, "table-link", desk)
            driver.start()
            for number in range(2, 22, 2):
                device.happen(0x02, EIGHT_OF_SPADES, monotonic())
                await until(lambda number=number: device.confirmed == number, "it is confirmed")  # type: ignore[misc]
                end.pull()
                device.happen(0x02, EIGHT_OF_SPADES, monotonic())  # while the line is down
                end.plug()
            await until(lambda: device.confirmed == 21, "all are confirmed")
            assert [report.key for report in desk.reports] == [f"SH-0042/{number}" for number in range(1, 22)]
            assert cards(desk) == ["8S"] * 20
            await driver.close()
        end.close()

    asyncio.run(scene())
    assert "8S" not in caplog.text


def test_an_angel_eye_shoe_is_recorded_and_locked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def scene() -> None:
        end, desk = PtyEnd(tmp_path / "port"), MemoryDesk()
        driver = a_driver(end, "angel-eye", desk)
        driver.start()
        await until(lambda: driver.health().connected, "the line is open")
        for seq, card in enumerate(("8S", "KH", "AC")):
            await end.send(drawn(seq, card) * 3)
        await until(lambda: cards(desk) == ["8S", "KH", "AC"], "each is recorded once")
        locking = driver.want(Lock(True))
        await until(lambda: end.read() == LOCK, "the lock arrived")
        await end.send(b"\x06")
        assert (await locking).outcome == "done"
        await driver.close()
        assert [piece.why for piece in desk.pieces if not piece.sent].count("copy") == 6
        end.close()

    asyncio.run(scene())
    assert not any(card in caplog.text for card in ("8S", "KH", "AC", "B8", "CD"))
