"""The log of the house: a stream that all its servers write."""

import time
from collections.abc import Callable
from datetime import date
from typing import TypeAlias

from app.house.decide import apply, decide
from app.house.records import HouseCommand, HouseEvent
from app.house.state import House
from app.store.database import Database
from app.store.shared_log import At, Shared, SharedLog

STREAM = "house"
EMPTY = House()
HouseAt: TypeAlias = At[House]
HOUSE = Shared(STREAM, "the house", EMPTY, decide, apply)


class HouseLog(SharedLog[House, HouseCommand, HouseEvent]):
    """Reads and writes the stream of the house."""

    def __init__(
        self,
        database: Database,
        gaming_day: Callable[[int], date],
        now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
    ) -> None:
        super().__init__(HOUSE, database, gaming_day, now_us)
