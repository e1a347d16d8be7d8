"""Whether a machine was quiet, and what processes worked that have ended."""

from pathlib import Path

import pytest

from tests.bench import quiet
from tests.bench.growth import cost_of
from tests.bench.quiet import Reading, Watch, share_of_others, worked
from tests.bench.sides import cpu
from tests.bench.sides.cpu import TICK_NS, Stat


def test_others_are_what_is_left_of_the_machine_without_our_processes() -> None:
    before = Reading(1_000, 100, {7: Stat(1, 20, 0)})
    after = Reading(1_200, 190, {7: Stat(1, 100, 0)})
    assert share_of_others(before, after) == 10 / 200


def test_no_time_at_all_is_no_share() -> None:
    reading = Reading(1_000, 100, {})
    assert share_of_others(reading, reading) == 0.0


def test_what_an_ended_process_worked_is_ours_once() -> None:
    # 8 worked 30 ticks before and 5 since, then ended, and 7 waited for it; 9 is new.
    before = {7: Stat(1, 10, 0), 8: Stat(7, 30, 0)}
    after = {7: Stat(1, 12, 35), 9: Stat(7, 4, 0)}
    assert worked(before, after) == 2 + 5 + 4


def test_an_ended_process_that_nobody_of_ours_waited_for_takes_nothing_away() -> None:
    assert worked({7: Stat(1, 10, 0), 8: Stat(1, 30, 0)}, {7: Stat(1, 12, 0)}) == 2


class Machine:
    """A /proc of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cores(0, 0)

    def cores(self, busy: int, idle: int) -> None:
        (self.folder / "stat").write_text(f"cpu  {busy} 0 0 {idle} 0 7 7 0 0 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n")

    def process(
        self, number: int, parent: int, ticks: int, ended: int = 0, environment: bytes = b"", ns: int = 0
    ) -> None:
        folder = self.folder / str(number)
        (folder / "task" / str(number)).mkdir(parents=True, exist_ok=True)
        fields = ["S", parent, *[0] * 9, ticks, 0, ended, 0, *[0] * 10]
        (folder / "stat").write_text(f"{number} (a name) with (brackets) {' '.join(map(str, fields))}\n")
        (folder / "environ").write_bytes(environment)
        (folder / "task" / str(number) / "schedstat").write_text(f"{ns} 5 6\n")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_watch_counts_strangers_alone(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(quiet.MARK, "this run")
    marked = b"A=b\0" + f"{quiet.MARK}=this run".encode() + b"\0C=d"
    watch = Watch(machine.folder)

    def at(ours: int, below: int, kernel: int, another: int) -> None:
        machine.process(50, 1, ours, environment=marked)  # left behind by a program that started it
        machine.process(51, 50, below)  # what it started
        machine.process(3, quiet.KERNEL, kernel)
        machine.process(60, 1, another, environment=f"{quiet.MARK}=another run".encode())

    at(0, 0, 0, 0)
    with watch:
        at(10, 20, 30, 40)
        machine.cores(busy=100, idle=300)
    assert watch.shares == [0.1]
    with watch:
        pass
    assert watch.shares == [0.1, 0.0]


def test_backends_that_ended_are_counted_and_nothing_becomes_less(machine: Machine) -> None:
    machine.process(10, 1, 0, ns=1_000)
    machine.process(11, 10, 0, ns=5 * TICK_NS)
    machine.process(12, 99, 0, ns=7_000)  # somebody else's
    before = cpu.postgresql_ns(10, machine.folder)
    assert before == 1_000 + 5 * TICK_NS
    for file in sorted((machine.folder / "11").rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    machine.process(10, 1, 0, ended=8, ns=1_500)
    assert cpu.postgresql_ns(10, machine.folder) - before == 3 * TICK_NS + 500


def test_a_reading_in_which_a_backend_ends_is_made_again(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.process(10, 1, 0, ns=1_000)
    machine.process(11, 10, 0, ns=5 * TICK_NS)
    read = cpu.main_thread_ns

    def ends_meanwhile(process: int, proc: Path) -> int:
        found = read(process, proc)
        if process == 11:
            machine.process(10, 1, 0, ended=5, ns=1_000)
            machine.process(11, 1, 0)
        return found

    monkeypatch.setattr(cpu, "main_thread_ns", ends_meanwhile)
    assert cpu.postgresql_ns(10, machine.folder) == 1_000 + 5 * TICK_NS


def test_the_background_is_no_work_of_the_cards() -> None:
    idle = {"took_s": 10.0, "server_ns": 2e8, "postgresql_ns": 1e8}
    cards = {"took_s": 5.0, "cards": 100, "server_ns": 3e8, "postgresql_ns": 1e8, "p50_ms": 2.0, "p99_ms": 4.0}
    cost = cost_of(cards, [idle, idle], start_s=1.0, resident_kb=2_000)
    assert cost.background == pytest.approx(0.03)
    assert cost.server_us == pytest.approx((3e8 - 1e8) / 1e3 / 100)
    assert cost.postgresql_us == pytest.approx((1e8 - 0.5e8) / 1e3 / 100)
