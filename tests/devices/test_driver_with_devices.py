"""The driver with the sessions of real dialects, over real lines."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from app.backoff import Backoff
from app.devices import clock
from app.devices.device_health import Health
from app.devices.driver import Driver
from app.devices.observations import CardSeen, Doubted, Observation, Started
from app.devices.session_protocol import Mark, Now
from app.devices.spoken_dialects import new_session
from app.devices.transports.urls import parse_url
from app.devices.wanted import CountCards, Lock
from app.game.core.cards import Card
from tests.devices.angel_eye_wire import LOCK, drawn
from tests.devices.desks import AWAY, MemoryDesk
from tests.devices.far_ends import End, PtyEnd, TcpEnd
from tests.devices.moments import AheadClock
from tests.devices.plugged import plugged
from tests.devices.waiting import until


def a_driver(
    end: End, dialect: str, desk: MemoryDesk, mark: Mark | None = None, now: Callable[[], Now] = clock.now
) -> Driver:
    tokens = Random(3)
    session = new_session(dialect, "shoe", {}, mark, frozenset({"SH-0042"}), lambda: tokens.getrandbits(32))
    backoff = Backoff(tokens.random, 0.002, 0.02)
    return Driver("shoe", parse_url(end.url), session, desk, now, lambda: True, tokens.random, backoff)


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
            device.draw(monotonic())
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
                device.draw(monotonic())
                await until(lambda number=number: device.confirmed == number, "it is confirmed")  # type: ignore[misc]
                end.pull()
                device.draw(monotonic())  # while the line is down
                end.plug()
            await until(lambda: device.confirmed == 21, "all are confirmed")
            told = [report.key for report in desk.reports if not isinstance(report.observation, Doubted)]
            assert told == [f"SH-0042/{number}" for number in range(1, 22)]
            doubted = [report.observation for report in desk.reports if isinstance(report.observation, Doubted)]
            assert [each.doubt for each in doubted] == ["cards_before"], "the first card left before the shoe was met"
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


def after_the_first_card(desk: MemoryDesk) -> list[Observation]:
    return [report.observation for report in desk.reports][1:]


def test_ten_cards_lost_behind_a_device_server_that_takes_and_drops_are_asked_about() -> None:
    """For nine seconds; ten reports were lost, so the number of the next one fits."""

    async def scene() -> None:
        end, desk, now = TcpEnd(), MemoryDesk(), AheadClock()
        driver = a_driver(end, "angel-eye", desk, now=now)
        driver.start()
        await end.send(drawn(1, "8S"))
        await until(lambda: cards(desk) == ["8S"], "the first card is recorded")
        told: list[Health] = []
        driver.listen(told.append)
        for times in (1, 2, 3):
            end.pull()
            await until(lambda times=times: len(told) == 2 * times - 1, "it is lost")  # type: ignore[misc]
            now.ahead_s += 3.0
            end.plug()
            await until(lambda times=times: len(told) == 2 * times, "it is there again")  # type: ignore[misc]
        await end.send(drawn(2, "9S"))
        await until(lambda: cards(desk) == ["8S", "9S"], "the next card is recorded")
        doubt, card = after_the_first_card(desk)
        assert doubt == Doubted("line_was_down", "there was no connection for 9 s")
        assert card == CardSeen(Card("9S"), 1)
        await driver.close()
        end.close()

    asyncio.run(scene())


@pytest.mark.parametrize("announced", [True, False])
def test_a_device_server_that_started_anew_without_a_word_had_been_gone_since_its_last_byte(announced: bool) -> None:
    async def scene() -> None:
        end, desk, now = TcpEnd(), MemoryDesk(), AheadClock()
        driver = a_driver(end, "angel-eye", desk, now=now)
        driver.start()
        await end.send(drawn(1, "8S"))
        await until(lambda: cards(desk) == ["8S"], "the first card is recorded")
        now.ahead_s += 11.0
        end.pull(reset=not announced)
        end.plug()
        await end.send(drawn(2, "9S"))
        await until(lambda: cards(desk) == ["8S", "9S"], "the next card is recorded")
        doubts = [] if announced else [Doubted("line_was_down", "there was no connection for 11 s")]
        assert after_the_first_card(desk) == [*doubts, CardSeen(Card("9S"), 1)]
        await driver.close()
        end.close()

    asyncio.run(scene())
