"""The house's own stream: what a checkpoint gives that no event speaks of. Servers begin there, so whoever writes the
database in the minute that is not signed yet could give accounts with it."""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import Any, cast
from uuid import uuid4

import orjson
import pytest

from app.house.decide import decide
from app.house.refusal import Refused
from app.house.state import House
from app.house.subjects.people.commands import AddPerson
from app.house.subjects.sessions.commands import RefuseSignIn
from app.store.appending import CommandRow
from app.store.chain import Entry, sealed
from app.store.codec import decode, encode
from app.store.database import Database
from app.store.house_log import STREAM, HouseAt, HouseLog
from app.store.shared_log import CHECKPOINT_EVERY
from app.surveillance.verifying.findings import Finding, Report
from app.surveillance.verifying.stream import KeptHead, Stream

DAY = date(2026, 11, 18)
Written = dict[str, Any]


def recorded(count: int) -> list[Entry]:
    """So many rows of a house with two people, and somebody who tries PINs."""
    rows: list[Entry] = []
    log, at = HouseLog(cast("Database", None), lambda _: DAY, lambda: 1_000_000), HouseAt(House(), 0)
    asked: list[Any] = [
        AddPerson("ada", "Ada", ("administrator",), pin_seal="ab"),
        AddPerson("dana", "D", ("dealer",)),
    ]
    asked += [
        RefuseSignIn("dana", "wrong PIN", f"10.0.{n}.1", n, counts=True, lane=f"at 10.0.{n}.1") for n in range(count)
    ]
    for command in asked:
        events = decide(at.state, command)
        assert not isinstance(events, Refused), events
        body = encode(command)
        row = CommandRow(uuid4(), body, sha256(f"None\n{body}".encode()).digest(), None, "server", encode(None), 1)
        append, at = log._drafted(at, row, events)
        rows += append.entries
    return rows[:count]


def found(rows: list[Entry]) -> list[Finding]:
    """What the checkpoints of these rows are found to be."""
    report = Report()
    stream = Stream(report, STREAM)
    for row in rows:
        stream.event(row)
    at = [row for row in rows if row.checkpoint is not None][-1]
    stream.end(KeptHead(rows[-1].version, rows[-1].hash, at.version, at.day))
    return [each for each in report.findings(own_keys=False).found if each.what == "checkpoint"]


def rewritten(rows: list[Entry], at: int, change: Callable[[Written], None]) -> list[Entry]:
    """The checkpoint of this version says otherwise, and the hashes of all that follow are right."""
    made, previous = rows[: at - 1], rows[at - 1].previous
    for row in rows[at - 1 :]:
        text = row.checkpoint
        if row.version == at:
            assert text is not None
            house = orjson.loads(text)
            change(house)
            text = orjson.dumps(house).decode()
        made.append(sealed(row._replace(checkpoint=text, previous=previous)))
        previous = made[-1].hash
    return made


def gains_an_administrator(house: Written) -> None:
    house["people"].append(house["people"][0] | {"name": "nobody", "shown": "N"})


def has_another_pin(house: Written) -> None:
    house["people"][0]["pin_seal"] = "cd"


def forgets_the_people(house: Written) -> None:
    del house["people"]


def forgets_of_one(house: Written) -> None:
    del house["people"][1]["tries"]


def forgets_of_all(house: Written) -> None:
    for person in house["people"]:
        del person["pin_seal"]


ALL = (gains_an_administrator, has_another_pin, forgets_the_people, forgets_of_one, forgets_of_all)


@pytest.mark.parametrize("change", ALL, ids=[each.__name__ for each in ALL])
def test_a_checkpoint_is_what_the_events_give(change: Callable[[Written], None]) -> None:
    rows = recorded(2 * CHECKPOINT_EVERY + 5)
    assert found(rows) == []
    at = 2 * CHECKPOINT_EVERY
    [finding] = found(rewritten(rows, at, change))
    assert (finding.stream, finding.version) == (STREAM, at)


def test_a_checkpoint_of_a_version_that_knew_less_is_no_finding() -> None:
    """It did not write what it did not know, and what it did not know is not in the house since."""
    rows, at = recorded(CHECKPOINT_EVERY), CHECKPOINT_EVERY

    def knew_less(house: Written) -> None:
        del house["places"]
        for person in house["people"]:
            del person["unlocked"]

    older = rewritten(rows, at, knew_less)
    assert older[-1].checkpoint is not None
    assert decode(House, older[-1].checkpoint).people[0].name == "ada"
    assert found(older) == []
