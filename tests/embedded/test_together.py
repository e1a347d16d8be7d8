"""Several processes on one data folder."""

from pathlib import Path

from app.store.embedded import Embedded
from tests.embedded.conftest import Start
from tests.embedded.seen import keeper, of_the_folder, postmaster, postmasters, rows, until


def test_two_that_start_at_the_same_moment_have_one_postgresql(data: Path, start: Start) -> None:
    both = [start(data), start(data)]
    hosts = {user.outcome()["host"] for user in both}
    assert len(hosts) == 1
    assert postmasters(data) == [postmaster(data)]


def test_beside_one_that_runs_nothing_is_started(data: Path, start: Start) -> None:
    start(data).outcome()
    running = keeper(data), postmaster(data)
    second = start(data).outcome()
    print(f"answers after {second['took_s']:.2f} s")
    assert second["answering"]
    assert (keeper(data), postmaster(data)) == running


def test_one_of_two_is_killed_and_the_other_goes_on(data: Path, start: Start) -> None:
    first, second = start(data), start(data)
    host = first.outcome()["host"]
    second.outcome()
    before = postmaster(data), keeper(data)
    first.kill()
    second.tell("ensure")
    assert second.outcome()["answering"]
    assert rows(host, "SELECT 1") == ["1"]
    assert (postmaster(data), keeper(data)) == before


def test_the_last_to_close_stops_it(data: Path, start: Start) -> None:
    first, second = start(data), start(data)
    host = first.outcome()["host"]
    second.outcome()
    first.ask("close")
    assert rows(host, "SELECT 1") == ["1"]
    second.ask("close")
    until(lambda: not of_the_folder(data))
    assert not Path(host).exists()
    assert "database system is shut down" in (data / "log" / "postgresql.log").read_text()


def test_one_process_may_use_it_twice_and_close_twice(data: Path) -> None:
    first, second = Embedded.start(data, print), Embedded.start(data, print)
    first.close()
    first.close()
    assert second.is_answering()
    second.close()


def test_who_comes_while_it_stops_waits_and_starts_it_anew(data: Path, start: Start) -> None:
    for _ in range(3):
        embedded = Embedded.start(data, print)
        assert rows(embedded.host, "SELECT 1") == ["1"]
        embedded.close()
    user = start(data)
    assert user.outcome()["answering"]


def test_the_programs_that_a_user_starts_do_not_keep_it_up(data: Path, start: Start) -> None:
    user = start(data)
    user.outcome()
    user.ask("spawn")
    user.kill()
    until(lambda: not of_the_folder(data))
    assert user.process.stdin is not None
    user.process.stdin.write("the program that it started still reads this")
    user.process.stdin.flush()
