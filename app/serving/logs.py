"""The log of the process: everything that is said through the standard library's loggers, a line each.

A line has the time, the level, the logger and the event, and where they are known the table, the command, the device
and the request. It never has a card, a PIN, a token, a ticket or a frame: fields of such names are left out, what
stands behind such a name in a text too, and of an error only its kind and place is told, because its words may hold
anything.
"""

import asyncio
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from pathlib import Path
from traceback import walk_tb
from typing import Any, TextIO
from uuid import UUID

import orjson
import structlog
from structlog.typing import EventDict, Processor

from app.printable import shown
from app.serving.line_writer import Lines

LEFT_OUT = "(left out)"
SECRET = frozenset(
    {
        "answer", "authorization", "body", "card", "cards", "commitment", "cookie", "frame", "frames", "hash",
        "headers", "key", "password", "pin", "pins", "query", "raw", "salt", "sealed", "secret", "setup_token",
        "signed_by", "ticket", "token", "view",
    }
)  # fmt: skip
LEVELS = {"": logging.WARNING, "tablekeeper": logging.INFO, "uvicorn": logging.WARNING, "websockets": logging.WARNING}
FIRST = ("time", "level", "logger", "event")
DEEPEST, MOST_CAUSES, MOST_PLACES = 4, 5, 12

_SECRET_TEXT = re.compile(r"(?i)\b(bearer |(?:ticket|token|pin|password|tablekeeper)[=:] ?)[^\s&\"',;]+")
_LINE_ENDS = str.maketrans("\t\r\n", "   ")
_WHERE = {
    "table": re.compile(r"\btable:([\w-]+)"),
    "device": re.compile(r"^device ([\w-]+)$"),
    "command": re.compile(r"\bcommand ([0-9a-f]{8}-[0-9a-f-]{27})"),
}

log = logging.getLogger("tablekeeper.serving")


def begin(stream: TextIO = sys.stderr, *, as_json: bool) -> Lines:
    """Have all loggers of this process write there; close what is given back at the end."""
    lines = Lines(stream)
    lines.setFormatter(structlog.stdlib.ProcessorFormatter(_renderer(stream, as_json=as_json), foreign_pre_chain=_TOLD))
    logging.getLogger().handlers[:] = [lines]
    for name, level in LEVELS.items():
        logging.getLogger(name).setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    logging.captureWarnings(capture=True)
    return lines


def end(lines: Lines) -> None:
    """Log nothing more."""
    logging.getLogger().removeHandler(lines)
    logging.getLogger("uvicorn.error").removeFilter(_is_news)
    lines.close()


def _is_news(record: logging.LogRecord) -> bool:
    """A socket that is refused in words is none of uvicorn's errors: who was refused stands in the log of the house."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


def loop_fault(_loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """What the event loop has to say of errors that nobody took; of the rest of the context nothing is told."""
    log.error("%s", context.get("message", "an error in the event loop"), exc_info=context.get("exception"))


def _renderer(stream: TextIO, *, as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer(_json)
    return structlog.dev.ConsoleRenderer(colors=stream.isatty(), timestamp_key="time")


def _json(event: Any, **_: Any) -> str:
    return orjson.dumps({name: value for name, value in event.items() if name[0] != "_"}, default=str).decode()


# --- what is done with each


def _where(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """What it is about, from its words or from who says them: tasks are named for their table or device."""
    for name, pattern in _WHERE.items():
        found = pattern.search(str(event["event"])) or pattern.search(_task())
        if found is not None:
            event.setdefault(name, found[1])
    return event


def _task() -> str:
    try:
        task = asyncio.current_task()
    except RuntimeError:  # a thread
        return ""
    return task.get_name() if task is not None else ""


def _fault(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """An error by its kind and place."""
    told = event.pop("exc_info", None)
    error = told if isinstance(told, BaseException) else told[1] if isinstance(told, tuple) else None
    if error is not None:
        event["fault"] = "; after ".join(_causes(error))
    return event


def _causes(error: BaseException | None) -> Iterator[str]:
    for _ in range(MOST_CAUSES):
        if error is None:
            return
        places = [f"{Path(frame.f_code.co_filename).name}:{line}" for frame, line in walk_tb(error.__traceback__)]
        yield f"{type(error).__name__} at {' > '.join(places[-MOST_PLACES:]) or 'no place'}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _for_readers(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Without what only says how the line is to be written."""
    event.pop("every_line", None)
    return event


def without_secrets(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Without what must not be read by whoever reads a log."""
    kept = {name: value for name, value in event.items() if name[0] == "_"}
    return {**_clean(event, DEEPEST), **kept}


def _clean(value: Any, deep: int) -> Any:
    if isinstance(value, str):
        text = shown(value.translate(_LINE_ENDS))
        return _SECRET_TEXT.sub(rf"\1{LEFT_OUT}", text)
    if isinstance(value, bool | int | float | None):
        return value
    if isinstance(value, UUID | Path):
        return str(value)
    if deep and isinstance(value, MutableMapping):
        return {name: LEFT_OUT if name in SECRET else _clean(each, deep - 1) for name, each in value.items()}
    if deep and isinstance(value, Iterable) and not isinstance(value, bytes):
        return [_clean(each, deep - 1) for each in value]
    return f"({type(value).__name__})"


def _ordered(_logger: Any, _method: str, event: EventDict) -> EventDict:
    return {**{name: event[name] for name in FIRST if name in event}, **event}


_TOLD: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    _where,
    _fault,
    _for_readers,
    without_secrets,
    _ordered,
)
