"""Angel Eye: damaged reports by the thousand. `FRAMES` says how many; a million by `python -m tests.devices.fuzz`."""

import os

from tests.devices.fuzz.angel_eye import run

FRAMES = int(os.environ.get("FRAMES", "20000"))


def test_no_damage_invents_a_card_or_costs_the_next_report() -> None:
    result = run(FRAMES, seed=1)
    print(result)
    assert result.frames == FRAMES
    assert result.single_flips > FRAMES // 4
    assert result.passed_by_chance < FRAMES // 50
    assert result.grown_kb < 4096
