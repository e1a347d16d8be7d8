"""What an owner of the database may do to the events, with the triggers off: `verify` says where it begins.

Each case begins from the clean log. `TAMPERING=all` takes every event, otherwise some of them.
"""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import asyncpg
import orjson
import pytest

from app.store.chain import Entry
from app.store.signed_heads import read_line
from app.surveillance.verifying.signed_lines import FILE
from tests.tampering.acts import cut_behind, delete, duplicate, insert, rehashed, swap
from tests.tampering.copies import ALL, FIRST, SECOND, Act, House, restored

STEP = 1 if ALL else 53
# The first checkpoint of each stream lies before this version.
CHECKPOINT_BY = 20


def places(house: House) -> Iterator[tuple[str, int]]:
    """Some events, or all of them."""
    every = sorted([row[:2] for row in house.clean["events"]])
    yield from every[::STEP]


def versions(house: House) -> set[tuple[str, int]]:
    return {row[:2] for row in house.clean["events"]}


class Case(NamedTuple):
    """What is done to the event at this place, and the first version that may be called bad then."""

    act: Callable[[str, int], Act]
    first_bad: Callable[[int], tuple[int, ...]]


CASES = {
    "delete": Case(delete, lambda version: (version,)),
    "swap": Case(swap, lambda version: (version,)),
    "duplicate": Case(duplicate, lambda version: (version,)),
    "insert": Case(insert, lambda version: (version + 1, version + 2)),
}


@pytest.mark.parametrize("kind", CASES)
def test_each_event(house: House, kind: str) -> None:
    count = 0
    for stream, version in places(house):
        if kind == "swap" and (stream, version + 1) not in versions(house):
            continue
        found = asyncio.run(house.found_after(CASES[kind].act(stream, version)))
        assert stream in found.first_bad, (kind, stream, version)
        assert found.first_bad[stream].version in CASES[kind].first_bad(version), (kind, version, found.first_bad)
        count += 1
    print(f"{kind}: {count} events, found: all")
    assert count


# --- the end of the log, and the whole of it


def signed_versions(house: House, stream: str) -> list[int]:
    """The versions of the stream that were signed."""
    lines = [read_line(line) for _number, line in house.clean["head_signatures"]]
    return [head.version for line in lines for head in line.heads if head.stream == stream]


def ends_of_commands(house: House, stream: str) -> list[int]:
    rows = [row for row in house.clean["commands"] if row[0] == stream and row[9]]
    return sorted([row[8] + row[9] - 1 for row in rows])


@pytest.mark.parametrize("stream", [FIRST, SECOND])
def test_a_tail_cut_off_below_the_last_signature(house: House, stream: str) -> None:
    last = max(signed_versions(house, stream))
    ends = [version for version in ends_of_commands(house, stream) if CHECKPOINT_BY < version < last][:: STEP // 5 + 1]
    for version in ends:
        found = asyncio.run(house.found_after(cut_behind(stream, version)))
        signed = min([each for each in signed_versions(house, stream) if each > version])
        assert {each.what for each in found.found if not each.what.startswith("row of")} == {"signed head"}
        assert found.first_bad[stream].version == signed
    print(f"cut off: {len(ends)} tails of {stream}, found: all")
    assert ends


def as_it_was(entry: Entry) -> Entry:
    """Only white space is other, so that the event says the same."""
    return entry._replace(payload=entry.payload.replace(",", ", ", 1).replace("}", " }", 1))


def test_one_event_changed_and_all_behind_it_hashed_again(house: House) -> None:
    count = 0
    for stream, version in places(house):
        found = asyncio.run(house.found_after(rehashed(stream, version, as_it_was)))
        signed = min([each for each in signed_versions(house, stream) if each >= version])
        assert {each.what for each in found.found} - {"command"} == {"signed head"}, found
        assert found.first_bad[stream].version == signed
        count += 1
    print(f"hashed again: {count} events, found: all")


def test_yesterdays_backup(house: House) -> None:
    found = asyncio.run(house.found_after(lambda connection: restored(connection, house.yesterday)))
    assert {FILE, SECOND} <= set(found.first_bad)
    assert all(["backup" in each.expected for each in found.found]), found


def test_yesterdays_backup_and_yesterdays_file(house: House, tmp_path: Path) -> None:
    """On this host nothing is wrong; the copy of the file that lies on another shows it."""
    elsewhere = tmp_path / "signed-heads.jsonl"
    elsewhere.write_bytes(house.file)

    async def act(connection: asyncpg.Connection) -> None:
        await restored(connection, house.yesterday)
        house.settings.heads_path.write_bytes(house.file_yesterday)

    assert asyncio.run(house.found_after(act)).clean
    found = asyncio.run(house.found_after(act, heads_file=elsewhere))
    assert {FILE, SECOND} <= set(found.first_bad)


# --- what somebody with the key, or before the first signature, would still be found by


SEMANTIC = {
    "time": lambda entry: entry._replace(event_us=entry.event_us - 3_600_000_000),
    "payload": lambda entry: entry._replace(payload=entry.payload.replace('"type"', '"kind"')),
    "type of the payload": lambda entry: entry._replace(type="CardBurnt"),
    "checkpoint": lambda entry: entry._replace(checkpoint=entry.checkpoint.replace('"red"', '"blue"')),
    "command": lambda entry: entry._replace(command_digest=bytes(32)),
}


@pytest.mark.parametrize("what", SEMANTIC)
def test_what_the_log_says_of_itself_is_verified_too(house: House, what: str) -> None:
    """Hashes are right again; the contents do not fit each other."""
    checkpoints = [row[1] for row in house.clean["events"] if row[0] == FIRST and row[7] is not None]
    version = sorted(checkpoints)[2]
    found = asyncio.run(house.found_after(rehashed(FIRST, version, SEMANTIC[what])))
    assert (version, what) in [(each.version, each.what) for each in found.found], found


def test_a_card_that_was_never_dealt(house: House) -> None:
    """Another card in one event: the next checkpoint, which tells the cards that are out, does not fit."""
    dealt = next(row for row in sorted(house.clean["events"]) if row[4] == "CardDealt")
    version, card = dealt[1], orjson.loads(dealt[6])["card"]
    other = "2C" if card != "2C" else "3C"
    change = rehashed(FIRST, version, lambda entry: entry._replace(payload=entry.payload.replace(card, other)))
    found = asyncio.run(house.found_after(change))
    assert "checkpoint" in [each.what for each in found.found], found
