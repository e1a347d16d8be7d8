import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from app.devices.line_text import observation_words, report_line
from app.devices.observations import CardSeen, Doubted, Jammed, Observation, Warned
from app.devices.session_protocol import Report
from app.devices.spoken_dialects import BadDialect
from app.devices.transports.urls import BadUrl
from app.devices.watching import watch
from app.game.core.cards import Card
from tests.devices.angel_eye_wire import drawn, report
from tests.devices.far_ends import End, PtyEnd, TcpEnd
from tests.devices.plugged import plugged
from tests.devices.waiting import descriptors, tasks, until

EIGHT_OF_SPADES = bytes((8, 3, 5, 0, 98))


@asynccontextmanager
async def watched(end: End, dialect: str) -> AsyncIterator[list[str]]:
    """The lines that a technician sees there."""
    before = tasks()
    lines: list[str] = []
    watching = asyncio.create_task(watch(end.url, dialect, "shoe", lines.append))
    await until(lambda: shows(lines, "the line is open"), "the line is open")
    try:
        yield lines
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    assert tasks() == before


def shows(lines: list[str], words: str) -> bool:
    return any(words in line for line in lines)


def test_a_shoe_that_speaks_unasked_is_shown_and_sent_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        async with watched(end, "angel-eye") as lines:
            assert "?baud=4800: angel-eye shoe. Cards are shown here" in lines[0]
            assert "Nothing is sent to the device" in lines[0]
            await end.send(drawn(1, "8S", 5) + b"noise" + drawn(1, "8S", 5) + drawn(2, "KH", 6))
            await until(lambda: shows(lines, "KH"), "the last card is shown")
            assert [line[13:].split("  ")[0] for line in lines[2:]] == [
                "< card seen, 8S, index 5",
                "< garbage",
                "< copy of what came before",
                "< card seen, KH, index 6",
            ]
            assert lines[2].endswith(" " + drawn(1, "8S", 5).hex(" ").upper())
            assert end.read() == b""
        end.close()

    asyncio.run(scene())


def test_more_is_shown_than_a_session_lets_wait(tmp_path: Path) -> None:
    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        async with watched(end, "angel-eye") as lines:
            for number in range(400):
                await end.send(report(number % 10, "P"))
                await until(lambda number=number: len(lines) == number + 3, "it is shown")  # type: ignore[misc]
            assert not shows(lines, "too_much")
        end.close()

    asyncio.run(scene())


def test_a_table_link_device_is_shown_whole_and_confirmed_nothing() -> None:
    """Slow: the device is started up several times to see all of forty events, a fifth of a second each."""

    async def scene() -> None:
        end = TcpEnd()
        async with plugged(end) as device:
            for _ in range(40):
                device.draw(monotonic())
            async with watched(end, "table-link") as lines:
                assert "nothing is confirmed, all stays for the server" in lines[0]
                await until(lambda: seen(lines) == 40, "what it keeps is shown")
                device.happen(0x14, b"", monotonic())
                await until(lambda: shows(lines, "< jammed"), "what happens now is shown")
                assert shows(lines, "the device says that it is SH-0042")
            assert seen(lines) == 40  # each once
            assert not [command for command in device.commands if command[0] == 0x20]
            assert device.oldest == 1
        end.close()

    asyncio.run(scene())


def seen(lines: list[str]) -> int:
    return sum("< card seen, 8S, index" in line for line in lines)


def test_a_line_that_is_pulled_is_shown_once_and_opened_again(tmp_path: Path) -> None:
    async def scene() -> None:
        end = PtyEnd(tmp_path / "port")
        async with watched(end, "angel-eye") as lines:
            await end.send(drawn(1, "8S"))
            await until(lambda: shows(lines, "8S"), "the card is shown")
            end.pull()
            await until(lambda: shows(lines, "there is no such port"), "it is tried again")
            end.plug()
            await until(lambda: sum("the line is open" in line for line in lines) == 2, "it is open again")
            assert sum("the line is lost" in line for line in lines) == 1
            await end.send(drawn(2, "KH"))
            await until(lambda: shows(lines, "KH"), "the next card is shown")
        end.close()

    asyncio.run(scene())


def test_what_cannot_be_watched_is_refused_before_anything_is_opened() -> None:
    before = descriptors()
    with pytest.raises(BadDialect):
        asyncio.run(watch("/dev/ttyS0", "morse", "shoe", print))
    with pytest.raises(BadUrl):
        asyncio.run(watch("ttyS0", "bee-tek", "shoe", print))
    assert descriptors() == before


@pytest.mark.parametrize(
    ("observation", "words"),
    [
        (CardSeen(Card("8S"), 127, "burn"), "card seen, 8S, index 127, place burn"),
        (CardSeen(None), "card seen, unread"),
        (Jammed(), "jammed"),
        (Doubted("reports_lost", "2 reports"), "doubted, doubt reports_lost, detail 2 reports"),
    ],
)
def test_every_observation_has_words(observation: Observation, words: str) -> None:
    assert observation_words(observation) == words


def test_a_device_cannot_command_the_terminal() -> None:
    shown = report_line(Report(Warned("\x1b[2J\r\n"), b"\x1b", {}, 0))
    assert shown.isprintable()
    assert shown.endswith("1B")
