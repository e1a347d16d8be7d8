"""What the people at the tables asked, and what they were told: kept here, outside of whatever is killed."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from device_simulators.bot.interface import Json

US = 1_000_000


class Answered(NamedTuple):
    """The answer as it came. `refused`: the code, or empty; `again`: it had been answered before, unheard."""

    refused: str
    version: int
    first_version: int
    events: int
    again: bool
    at_s: float


@dataclass(slots=True)
class Order:
    """An order that somebody sent, under its id, and when first; without an answer as long as none has come."""

    id: UUID
    table: str
    command: str
    answer: Answered | None = None
    sent_s: float = 0.0


class Journal:
    """Every order of every table."""

    def __init__(self) -> None:
        self.orders: dict[UUID, Order] = {}
        self.answers = 0
        self.heard: Callable[[Order], None] = lambda _: None
        self.asked: Callable[[Order], None] = lambda _: None
        self._open: dict[UUID, Order] = {}

    def sent(self, table: str, order: Json) -> None:
        """It goes out now, for the first time or again."""
        id_ = UUID(order["id"])
        if id_ not in self.orders:
            self.orders[id_] = self._open[id_] = Order(id_, table, order["command"]["type"], sent_s=time.monotonic())
        self.asked(self.orders[id_])

    def accepted(self, order: Json, said: Json) -> None:
        """It was done, at these versions."""
        self._answered(order, "", said["version"], said["first_version"], said["events"], again=said["again"])

    def refused(self, order: Json, code: str) -> None:
        """It was not done, and will not be under this id."""
        self._answered(order, code, 0, 0, 0, again=False)

    def _answered(self, order: Json, refused: str, version: int, first: int, events: int, *, again: bool) -> None:
        found = self.orders[UUID(order["id"])]
        found.answer = Answered(refused, version, first, events, again, time.monotonic())
        self._open.pop(found.id, None)
        self.answers += 1
        self.heard(found)

    def unanswered(self) -> list[Order]:
        """Those that somebody waits for."""
        return list(self._open.values())

    def given_up(self, order: Json) -> None:
        """Nobody waits for the answer any more; nothing is known of it."""
        self._open.pop(UUID(order["id"]), None)

    def write(self, path: Path) -> None:
        """Every order and its answer, a line each, for whoever has to find out what went wrong."""
        rows = [[str(each.id), each.table, each.command, each.answer] for each in self.orders.values()]
        path.write_text("".join([f"{json.dumps(row)}\n" for row in rows]))

    def of(self, table: str) -> list[Order]:
        """The orders of one table."""
        return [order for order in self.orders.values() if order.table == table]
