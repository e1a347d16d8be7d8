"""Bee-Tek: damaged tokens by the thousand. `FRAMES` says how many; a million by `python -m tests.devices.fuzz`."""

import os

from tests.devices.fuzz.bee_tek import run

FRAMES = int(os.environ.get("FRAMES", "20000"))


def test_no_damage_costs_the_next_token() -> None:
    result = run(FRAMES, seed=1)
    print(result)
    assert result.frames == FRAMES
    assert result.single_flips > FRAMES // 4
    assert result.damaged > FRAMES // 2
    assert result.grown_kb < 4096
