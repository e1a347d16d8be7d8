"""A few seeds of the simulation, some of them twice, and every seed that has ever found something; a long run is
`make simulation`."""

import pytest

from tests.simulation.whole.running import House
from tests.simulation.whole.seeds import KEPT, Kept

TWICE = ("7", "8")
ROUNDS, TABLES = 2, 2


@pytest.mark.parametrize("seed", TWICE)
def test_a_seed_breaks_nothing_and_has_the_same_log_when_it_is_run_again(seed: str, here: House) -> None:
    first, second = [here.run(seed, ROUNDS, tables=TABLES) for _ in range(2)]
    assert (first.broken, second.broken) == ("", "")
    assert first.digest == second.digest
    assert first.rounds >= ROUNDS * TABLES and sum(first.faults.values()) > 0
    assert first._replace(last=()) == second._replace(last=())


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept.seed}: {kept.found}")
def test_a_seed_that_has_found_something(kept: Kept, here: House) -> None:
    assert here.run(kept.seed, kept.rounds, tables=kept.tables, servers=kept.servers).broken == ""
