"""What is in the log, and what never is."""

import asyncio
import io
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import pytest
import structlog

from app.serving import log_pace, logs
from app.serving.line_writer import MOST_WAITING, Lines
from app.serving.log_pace import OF_ONE_PLACE, SAME, WITHIN_S, LogPace
from app.table.open_tables import EVERY_LINE
from tests.store.waiting import until

COMMAND = "01234567-89ab-cdef-0123-456789abcdef"


@contextmanager
def logging_to(stream: TextIO, *, as_json: bool) -> Iterator[Lines]:
    """The log of this process goes there; afterwards it is as it was."""
    root = logging.getLogger()
    handlers, levels = root.handlers[:], {name: logging.getLogger(name).level for name in logs.LEVELS}
    lines = logs.begin(stream, as_json=as_json)
    try:
        yield lines
    finally:
        logs.end(lines)
        logging.captureWarnings(capture=False)
        root.handlers[:] = handlers
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def logged(*said: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines, as JSON, of these warnings."""
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        for words, extra in said:
            logging.getLogger("tablekeeper.table").warning(words, extra=extra)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_has_its_fields_in_order() -> None:
    (line,) = logged(("table:7 is frozen by command " + COMMAND, {"took_ms": 12}))
    assert list(line)[:4] == ["time", "level", "logger", "event"]
    assert (line["level"], line["logger"]) == ("warning", "tablekeeper.table")
    assert (line["table"], line["command"], line["took_ms"]) == ("7", COMMAND, 12)


def test_a_socket_that_was_refused_in_words_is_no_error_of_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("uvicorn", "uvicorn.error"):  # other tests have uvicorn set its loggers up in its own way
        for field, value in (("disabled", False), ("propagate", True), ("level", logging.WARNING)):
            monkeypatch.setattr(logging.getLogger(name), field, value)
        logging.getLogger(name)._cache.clear()  # type: ignore[attr-defined]
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        for words in ("ASGI callable returned without completing handshake.", "the port is gone"):
            logging.getLogger("uvicorn.error").error(words)
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["the port is gone"]


def test_who_says_it_tells_which_table_and_which_request() -> None:
    stream = io.StringIO()

    async def say() -> None:
        with structlog.contextvars.bound_contextvars(request="ab12"):
            logging.getLogger("tablekeeper.devices").warning("it is slow")

    async def both() -> None:
        await asyncio.create_task(say(), name="desk table:12-b")
        await asyncio.create_task(say(), name="device t7-shoe")

    with logging_to(stream, as_json=True):
        asyncio.run(both())
    table, device = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (table["table"], table["request"]) == ("12-b", "ab12")
    assert device["device"] == "t7-shoe"


def test_secrets_are_left_out_by_their_names_however_deep() -> None:
    (line,) = logged(("sealed", {"pin": "483926", "of": {"token": "tok", "each": [{"card": "8S", "box": 3}]}}))
    assert line["pin"] == logs.LEFT_OUT
    assert line["of"] == {"token": logs.LEFT_OUT, "each": [{"card": logs.LEFT_OUT, "box": 3}]}


@pytest.mark.parametrize(
    "words",
    ["GET /ws/v1/floor?ticket=SECRETa1&x=2", "authorization: Bearer SECRETa1", "cookie tablekeeper=SECRETa1; x",
     "pin=SECRETa1", "Token: SECRETa1"],
)  # fmt: skip
def test_secrets_are_left_out_of_texts(words: str) -> None:
    (line,) = logged((words, {}))
    assert "SECRET" not in json.dumps(line)
    assert logs.LEFT_OUT in line["event"]


def test_bytes_and_records_are_told_by_their_kind_alone() -> None:
    (line,) = logged(("kept", {"piece": b"8S", "held": object()}))
    assert (line["piece"], line["held"]) == ("(bytes)", "(object)")


def test_an_error_is_told_by_kind_and_place_and_not_by_its_words() -> None:
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        try:
            try:
                raise KeyError("8S of spades")  # noqa: TRY301
            except KeyError as error:
                raise ValueError("QH") from error
        except ValueError:
            logging.getLogger("tablekeeper.table").exception("table:7 is frozen")
    (line,) = (json.loads(line) for line in stream.getvalue().splitlines())
    assert line["fault"].startswith("ValueError at test_logs.py:")
    assert "; after KeyError at test_logs.py:" in line["fault"]
    assert "8S" not in stream.getvalue()
    assert "QH" not in stream.getvalue()


def test_the_event_loop_tells_no_more_than_that() -> None:
    stream = io.StringIO()

    async def fail() -> None:
        asyncio.get_running_loop().set_exception_handler(logs.loop_fault)
        asyncio.get_running_loop().call_soon(lambda: [].__getitem__(3))
        asyncio.get_running_loop().call_exception_handler(
            {"message": "lost", "future": "8S", "exception": OSError("QH")}
        )
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    with logging_to(stream, as_json=True):
        asyncio.run(fail())
    lost, raised = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (lost["event"], lost["fault"]) == ("lost", "OSError at no place")
    assert raised["fault"].startswith("IndexError at ")
    assert "8S" not in stream.getvalue()
    assert "QH" not in stream.getvalue()


def test_a_line_stays_one_line_whatever_is_in_it() -> None:
    for as_json in (True, False):
        stream = io.StringIO()
        with logging_to(stream, as_json=as_json):
            logging.getLogger("tablekeeper.table").warning(
                "a\nb \x1b[31m \x9b31m \u202e \u200b \udc80", extra={"who": "x\ny"}
            )
        assert stream.getvalue().count("\n") == 1
        assert not set("\x1b\x9b\u202e\u200b") & set(stream.getvalue())


def test_what_is_said_below_the_level_is_not_written() -> None:
    stream = io.StringIO()
    with logging_to(stream, as_json=False):
        logging.getLogger("uvicorn.error").info("WebSocket /ws [accepted]")
        logging.getLogger("tablekeeper.table").debug("no")
        logging.getLogger("tablekeeper.table").info("yes")
    assert len(stream.getvalue().splitlines()) == 1


def test_a_reader_that_stands_still_holds_nobody_up_and_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_pace, "OF_ONE_PLACE", 2 * MOST_WAITING)
    reading, writing = os.pipe()
    said = 2 * MOST_WAITING
    with os.fdopen(writing, "w") as stream, os.fdopen(reading) as reader, logging_to(stream, as_json=True) as lines:
        for number in range(said):
            logging.getLogger("tablekeeper.table").warning("line %d of many, to fill what is between", number)
        assert lines._waiting.full()
        read, missing = list[str](), 0
        while len(read) + missing < said:
            event = json.loads(reader.readline())["event"]
            if event.startswith("line "):
                read.append(event)
            else:
                assert "the log was too slow" in event
                missing += int(event.split()[0])
    assert missing > 0
    assert read[0].startswith("line 0 of many")


def test_nobody_there_to_read_harms_nobody() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    stream = os.fdopen(writing, "w")
    with logging_to(stream, as_json=True) as lines:
        logging.getLogger("tablekeeper.table").warning("x" * 100_000)
        until(lines._waiting.empty)
        logging.getLogger("tablekeeper.table").warning("y")
    assert not lines._thread.is_alive()
    with suppress(BrokenPipeError):
        stream.close()


def test_what_is_said_in_a_loop_is_written_a_few_times_and_counted() -> None:
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        for _ in range(1_000):
            logging.getLogger("tablekeeper.table").warning("the database is away")
        logging.getLogger("tablekeeper.table").warning("something else")
    events = [json.loads(line)["event"] for line in stream.getvalue().splitlines()]
    assert events[:-1] == ["the database is away"] * SAME + ["something else"]
    assert events[-1].startswith(f"{1_000 - SAME} more lines like those of test_logs.py:")


def test_lines_of_one_place_that_differ_are_bounded_too() -> None:
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        for each in range(OF_ONE_PLACE + 50):
            logging.getLogger("tablekeeper.table").warning("table %d", each)
    assert len(stream.getvalue().splitlines()) == OF_ONE_PLACE + 1
    assert "50 more lines" in stream.getvalue().splitlines()[-1]


def test_of_each_table_that_is_taken_over_there_is_a_line() -> None:
    """A house may have a thousand, and one server may take them all at once."""
    stream = io.StringIO()
    with logging_to(stream, as_json=True):
        for each in range(5 * OF_ONE_PLACE):
            logging.getLogger("tablekeeper.table").info("table %d was taken over", each, extra=EVERY_LINE)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in lines] == [f"table {n} was taken over" for n in range(5 * OF_ONE_PLACE)]
    assert all("every_line" not in line for line in lines)


def test_the_next_minute_tells_what_was_left_out_and_begins_again() -> None:
    pace = LogPace()
    record = logging.LogRecord("tablekeeper.table", logging.WARNING, "x.py", 7, "again", None, None)
    assert list(pace.over(100.0)) == []
    assert [pace.take(record) for _ in range(SAME + 2)] == [True] * SAME + [False] * 2
    assert list(pace.over(100.0 + WITHIN_S - 1)) == []
    assert not pace.take(record)
    (told,) = pace.over(100.0 + WITHIN_S)
    assert told.getMessage() == "3 more lines like those of x.py:7 were left out within a minute"
    assert pace.take(record) and list(pace.over(100.0 + 2 * WITHIN_S)) == []
