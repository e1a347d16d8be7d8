"""Damaged frames in their thousands; `FRAMES=1000000` for more, or `python -m tests.devices.fuzz`."""

import os

from tests.devices.fuzz import table_link

FRAMES = int(os.environ.get("FRAMES", "20000"))


def test_damaged_frames_do_no_harm() -> None:
    result = table_link.run(FRAMES, seed=1)
    assert result.frames == FRAMES
    assert result.intact > FRAMES // 20
    assert result.refused > FRAMES // 2
    assert result.reports > 0
    assert result.other_cards <= result.by_chance <= 3 + FRAMES // 10_000
