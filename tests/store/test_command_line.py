"""The commands as a person runs them, on a database with an evening in it."""

import asyncio
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.endings import FOUND, REFUSED
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.projection_rebuild import rebuild
from app.store.upgrading import upgrade
from app.surveillance.loading import load_record
from tests.command_line import PROGRAM, Done, run, run_process
from tests.store.places import is_kept
from tests.store.plays import Play
from tests.store.waiting import until

DAY = "20261118"


def tablekeeper(settings: Settings, *arguments: str) -> Done:
    """What the command gives on this data folder; `db psql` starts a program, which prints by itself."""
    how = run_process if arguments[:2] == ("db", "psql") else run
    return how(*arguments, environment={"TABLEKEEPER_DATA": str(settings.data)})


def a_round(evening: dict[str, Play]) -> tuple[str, Play]:
    """A round that was played to its end, and its name."""
    for stream, play in evening.items():
        round_ = play.table.round
        plain = not play.table.amended and round_ is not None and round_.complete and round_.number == 1
        if plain and round_.lines and not round_.void and not play.table.irregularities:  # type: ignore[union-attr]
            return f"{stream.removeprefix('table:')}-{DAY}-1", play
    raise AssertionError("an evening has a plain round")


def test_a_round_is_exported_and_gives_the_same_settlement(settings: Settings, evening: dict[str, Play]) -> None:
    name, play = a_round(evening)
    script = tablekeeper(settings, "export", name)
    assert script.returncode == 0, script.stderr
    played = run("play", "-", typed=script.stdout)
    lines = play.table.round.lines if play.table.round else ()
    found = [
        (each["player"], each["wager"], each["pays"], each["takes"])
        for each in json.loads(played.stdout)["settlements"]
    ]
    assert found == [(line.player, line.wager, line.pays_cents, line.takes_cents) for line in lines]


@pytest.mark.parametrize(("output", "status", "words"), [("pipe", 141, ""), ("full", 1, "cannot write the result")])
def test_who_does_not_take_the_result_is_not_the_database(
    settings: Settings, evening: dict[str, Play], output: str, status: int, words: str
) -> None:
    """Each line is written at once, so that it is met in the middle of the work."""
    environment = os.environ | {"TABLEKEEPER_DATA": str(settings.data), "PYTHONUNBUFFERED": "1"}
    reader, writer = os.pipe() if output == "pipe" else (None, os.open("/dev/full", os.O_WRONLY))
    if reader is not None:
        os.close(reader)
    program: list[str | Path] = [PROGRAM, "replay", a_round(evening)[0]]
    try:
        done = subprocess.run(program, env=environment, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    finally:
        os.close(writer)
    assert (done.returncode, "database" in done.stderr) == (status, False), done.stderr
    assert words in done.stderr


def test_a_round_is_replayed_event_by_event(settings: Settings, evening: dict[str, Play]) -> None:
    name, play = a_round(evening)
    told = tablekeeper(settings, "replay", name).stdout
    for event in play.table.record:
        assert type(event).__name__ in told


def test_the_last_rounds_of_a_table_are_recalled(settings: Settings, evening: dict[str, Play]) -> None:
    name, _ = a_round(evening)
    told = tablekeeper(settings, "recall", name.split("-", maxsplit=1)[0])
    assert told.returncode == 0
    assert name in told.stdout
    assert "Net" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("replay", "no round"), "look like 7-20261118-1234"),
        (("replay", f"1-{DAY}-999999"), "there is no round"),
        (("recall", "nowhere"), "has no rounds"),
        (("db", "restore", "missing.dump"), "there is no file"),
    ],
)
def test_what_cannot_be_done_is_said(
    settings: Settings, evening: dict[str, Play], arguments: tuple[str, ...], said: str
) -> None:
    assert evening
    done = tablekeeper(settings, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_verify_finds_nothing_in_an_honest_log(settings: Settings, evening: dict[str, Play]) -> None:
    assert evening
    done = tablekeeper(settings, "verify")
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("Nothing was changed.\n")


def test_verify_ends_with_another_status_when_it_finds_something(
    settings: Settings, evening: dict[str, Play], tmp_path: Path
) -> None:
    assert evening
    heads, forged = settings.heads_path.read_text("utf-8").splitlines(), tmp_path / "heads.jsonl"
    said = json.loads(heads[-1])
    forged.write_text("\n".join([*heads[:-1], json.dumps(said | {"signature": "00" * 64})]) + "\n", "utf-8")
    done = tablekeeper(settings, "verify", "--heads", str(forged))
    assert (done.returncode, "Nothing was changed" in done.stdout) == (FOUND, False), done.stdout


def test_status_says_where_and_what(settings: Settings, database: Database) -> None:
    assert database
    told = tablekeeper(settings, "db", "status").stdout
    assert str(settings.data) in told
    assert "migration   0005" in told


def test_psql_looks_and_changes_nothing(settings: Settings, evening: dict[str, Play]) -> None:
    assert evening
    seen = tablekeeper(settings, "db", "psql", "--", "-At", "-c", "SELECT count(*) > 0 FROM rounds")
    assert seen.stdout == "t\n"
    refused = tablekeeper(settings, "db", "psql", "--", "-c", "UPDATE rounds SET state = 'open'")
    assert "permission denied" in refused.stderr


def test_a_backup_comes_back_whole(settings: Settings, evening: dict[str, Play], reachable: Path) -> None:
    assert evening
    file = reachable / "backup"
    assert tablekeeper(settings, "db", "backup", str(file)).returncode == 0
    again = tablekeeper(settings, "db", "backup", str(file))
    assert "never replaces" in again.stderr
    other = settings._replace(data=reachable / "restored")
    assert tablekeeper(other, "db", "restore", str(file)).returncode == 0
    assert "not empty" in tablekeeper(other, "db", "restore", str(file)).stderr
    count = ("db", "psql", "--", "-At", "-c", "SELECT count(*), max(hash) FROM events")
    assert tablekeeper(other, *count).stdout == tablekeeper(settings, *count).stdout
    key = settings.signing_key_path.with_suffix(".pub")
    verified = tablekeeper(other, "verify", "--heads", str(settings.heads_path), "--key", str(key))
    assert verified.returncode == 0, verified.stdout
    until(lambda: not is_kept(other.data))


async def test_projections_made_again_are_the_same_to_the_last_row(
    database: Database, evening: dict[str, Play]
) -> None:
    assert evening
    before = await projected(database)
    counts: list[int] = []
    done = await rebuild(database, lambda done, total: counts.append(total - done))
    assert await projected(database) == before
    assert counts[-1] == 0
    assert done > 0


async def projected(database: Database) -> dict[str, list[str]]:
    async with database.connection("reader") as connection:
        return {
            table.name: [row[0] for row in await connection.fetch(f"SELECT t::text FROM {table.name} t ORDER BY 1")]  # noqa: S608
            for table in schema.PROJECTIONS
        }


async def test_the_record_of_an_earlier_round_is_the_rounds_own_log(
    database: Database, evening: dict[str, Play]
) -> None:
    name, play = a_round(evening)
    record = await load_record(database, name)
    assert record.opening == play.table.opening
    assert record.events == play.table.record


@pytest.mark.parametrize("url", ["rubbish", "mysql://somebody@localhost/tables"])
def test_what_is_no_url_of_postgresql_is_said(url: str) -> None:
    done = run("db", "status", environment={"TABLEKEEPER_DATABASE_URL": url})
    assert done.returncode == 2
    assert "is no PostgreSQL URL" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("option", "words"), [("--heads", "is no file"), ("--key", "cannot be read")])
def test_verify_refuses_a_folder_for_a_file(settings: Settings, option: str, words: str) -> None:
    done = tablekeeper(settings, "verify", option, str(settings.data))
    assert (done.returncode, done.stdout) == (REFUSED, "")
    assert words in done.stderr and "Traceback" not in done.stderr


def test_verify_says_of_a_log_without_signatures_that_it_has_none(fresh: Callable[[], Settings]) -> None:
    """A database that is up to date, and in which nothing was ever signed."""
    own = fresh()
    with Database(own, print) as database:
        asyncio.run(upgrade(database))
    environment = {"TABLEKEEPER_DATABASE_URL": str(own.database_url), "TABLEKEEPER_HEADS_FILE": str(own.heads_path)}
    done = run("verify", environment=environment | {"TABLEKEEPER_DATA": str(own.data)})
    assert (done.returncode, "Nothing was changed" in done.stdout) == (FOUND, False), done.stdout
    assert "signed heads: found none at all" in done.stdout
