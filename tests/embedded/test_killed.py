"""What happens when things are killed."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.store.embedded.account import account
from tests.embedded.conftest import Start
from tests.embedded.seen import keeper, kill, of_the_cluster, of_the_folder, postmaster, postmasters, rows, runs, until


def test_the_only_process_is_killed_and_nothing_is_left(data: Path, start: Start) -> None:
    user = start(data)
    user.outcome()
    there = of_the_folder(data)
    assert {keeper(data), postmaster(data)} < there
    user.kill()
    gone = until(lambda: not any(runs(number) for number in there), deadline_s=5)
    print(f"gone {gone:.2f} s after its only user was killed")
    assert not of_the_folder(data)


@pytest.mark.parametrize("who", [postmaster, keeper])
def test_it_is_back_soon_with_all_that_was_committed(data: Path, start: Start, who: Callable[[Path], int]) -> None:
    user = start(data)
    host = user.outcome()["host"]
    rows(host, "CREATE TABLE kept AS SELECT 7 AS card")
    killed, old = who(data), postmaster(data)
    kill(killed)
    until(lambda: old not in postmasters(data))
    again = user.ask("ensure")
    print(f"answers again after {again['took_s']:.2f} s")
    assert again["answering"]
    assert rows(again["host"], "SELECT card FROM kept") == ["7"]
    assert postmasters(data) == [postmaster(data)]
    assert postmaster(data) != old


def test_keeper_and_postmaster_are_killed_with_connections_at_work(data: Path, start: Start) -> None:
    user = start(data)
    host = user.outcome()["host"]
    rows(host, "CREATE TABLE filled (card int)")
    busy = start(data)
    busy.outcome()
    rows(host, "INSERT INTO filled SELECT generate_series(1, 200000)")
    kill(keeper(data))
    kill(postmaster(data))
    print(f"answers again after {user.ask('ensure')['took_s']:.2f} s")
    assert rows(host, "SELECT count(*) FROM filled") == ["200000"]
    assert busy.ask("ensure")["answering"]


def test_two_that_notice_at_the_same_moment_start_one(data: Path, start: Start) -> None:
    both = [start(data), start(data)]
    for user in both:
        user.outcome()
    kill(postmaster(data))
    for user in both:
        user.tell("ensure")
    assert [user.outcome()["answering"] for user in both] == [True, True]
    assert postmasters(data) == [postmaster(data)]


def test_who_starts_it_is_killed_on_the_way(data: Path, start: Start) -> None:
    user = start(data)
    until(lambda: any(data.glob("postgres.making-*/PG_VERSION")))
    user.kill()
    assert start(data).outcome()["answering"]
    # What was being written at that moment may have outlived one look; the cluster itself is whole.
    assert (data / "postgres" / "PG_VERSION").is_file()


def test_an_answer_that_takes_long_is_waited_for_and_talked_about(data: Path, start: Start) -> None:
    user = start(data)
    user.outcome()
    stopped = postmaster(data)
    kill(stopped, signal.SIGSTOP)
    user.tell("ensure")
    told = user.hear()["said"]
    kill(stopped, signal.SIGCONT)
    assert "is not ready yet" in told
    assert user.outcome()["answering"]
    assert postmaster(data) == stopped


def test_the_socket_folder_is_cleaned_away_and_it_moves(data: Path, start: Start) -> None:
    user = start(data)
    host = user.outcome()["host"]
    sockets = Path(host)
    for path in sockets.iterdir():
        path.unlink()
    sockets.rmdir()
    again = user.ask("ensure")
    assert again["answering"]
    assert again["host"] != host
    assert rows(again["host"], "SELECT 1") == ["1"]


@pytest.fixture
def another() -> Iterator[int]:
    """A process of the same user as PostgreSQL's."""
    with subprocess.Popen(["/bin/sleep", "60"], cwd="/", **account(print).become()) as process:
        yield process.pid
        process.kill()


def test_the_number_of_the_dead_postgresql_now_is_somebody_elses(data: Path, start: Start, another: int) -> None:
    user = start(data)
    host = user.outcome()["host"]
    kept = keeper(data)
    kill(kept, signal.SIGSTOP)  # else it would see the end, and be gone itself
    kill(postmaster(data))
    kill(kept)
    until(lambda: not of_the_cluster(data))
    note = data / "postgres" / "postmaster.pid"
    os.truncate(note, 0)
    note.write_text(f"{another}\n{data / 'postgres'}\n0\n5432\n{host}\n\n0 0\nready\n")
    assert user.ask("ensure")["answering"]
    assert rows(host, "SELECT 1") == ["1"]


def test_a_part_that_is_killed_is_postgresqls_own_affair(data: Path, start: Start) -> None:
    user = start(data)
    host = user.outcome()["host"]
    before = postmaster(data)
    part = int(rows(host, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")[0])
    kill(part)
    until(lambda: not runs(part))
    assert user.ask("ensure")["answering"]
    assert postmaster(data) == before
