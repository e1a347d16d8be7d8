"""The page about the bot names every field of the view, and every command, that the table and the bot exchange."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from app.game.core.records import is_part
from app.game.core.state import TableConfig
from app.game.views.audiences import DealerView
from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.interface import Json
from device_simulators.bot.pay.books import BOOKS
from device_simulators.bot.play import play
from tests.bot.adapter import COMMANDS, CoreTable
from tests.bot.tables import TABLES, set_up

PAGE = (Path(__file__).parents[2] / "docs" / "bot.md").read_text("utf-8")
WORDS = set(re.findall(r"`(\w+)`", PAGE))


def _fields(type_: Any) -> Iterator[str]:
    """The names of all fields of a view and of what is in it; the table's own options have a page elsewhere."""
    if type_ is TableConfig:
        return
    if is_part(type_):
        for name, hint in get_type_hints(type_).items():
            yield name
            yield from _fields(hint)
    for part in get_args(type_):
        yield from _fields(part)


def test_every_field_of_the_view_is_documented() -> None:
    missing = set(_fields(DealerView)) - WORDS - {"pays", "to"}
    assert not missing


class Listening(CoreTable):
    """A table that keeps the commands it was given."""

    heard: dict[str, set[str]]

    async def do(self, command: Json) -> Json:
        self.heard.setdefault(command["type"], set()).update(command.keys() - {"type", "question"})
        return await super().do(command)


def test_every_command_of_the_bot_is_documented_with_its_fields() -> None:
    heard: dict[str, set[str]] = {}
    for name, (book, _) in TABLES.items():
        table = set_up(name, 1, Listening)
        assert isinstance(table, Listening)
        table.heard = heard
        asyncio.run(play(table, table, book, 1, 120, habits=EVENTFUL))
    assert heard.keys() == COMMANDS.keys() | {"ReadHole", "TurnUpBox"}
    for type_, names in heard.items():
        row = next(line for line in PAGE.splitlines() if line.startswith("| `") and f"`{type_}`" in line)
        assert all(f"`{each}`" in row for each in names), (type_, names)


def test_there_is_a_pay_table_for_every_book() -> None:
    assert BOOKS.keys() == {book for book, _ in TABLES.values()}
