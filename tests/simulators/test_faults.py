"""The noise of a line, with the time passed in."""

import pytest

from device_simulators.ends.end import Sent
from device_simulators.faults import LINE_FAULTS, Details, Noise

FRAMES = [bytes([number]) * 8 for number in range(1, 6)]


def carried(noise: Noise, until_s: float = 2.0) -> list[bytes]:
    """What comes out of five frames."""
    for report, frame in enumerate(FRAMES):
        noise.carry(Sent(frame, report), 0.0)
    return list(noise.take(until_s))


def armed(kind: str, times: int = 1, details: Details | None = None) -> Noise:
    noise = Noise(seed="7")
    noise.arm(kind, times, details or Details())
    return noise


def test_a_quiet_line_changes_nothing() -> None:
    noise = Noise()
    assert carried(noise, 0.0) == FRAMES
    assert noise.due_s() is None


def test_drop_duplicate_reorder_and_join() -> None:
    assert carried(armed("drop", 2)) == FRAMES[2:]
    assert carried(armed("duplicate")) == [FRAMES[0] * 2, *FRAMES[1:]]
    assert carried(armed("reorder")) == [FRAMES[1], FRAMES[0], *FRAMES[2:]]
    assert carried(armed("join")) == [FRAMES[0] + FRAMES[1], *FRAMES[2:]]


def test_a_drop_can_take_all_copies_of_a_report() -> None:
    noise = armed("drop", details=Details(copies=True))
    for report in (4, 4, 4, 5):
        noise.carry(Sent(FRAMES[report - 4], report), 0.0)
    assert list(noise.take(0.0)) == [FRAMES[1]]


def test_flips_as_many_bits_as_asked() -> None:
    assert carried(armed("flip", details=Details(at=9)))[0] == b"\x01\x03" + FRAMES[0][2:]
    flipped = carried(armed("flip", details=Details(bits=3)))[0]
    assert sum((one ^ other).bit_count() for one, other in zip(flipped, FRAMES[0], strict=True)) == 3


def test_split_and_delay_hold_up_what_comes_after() -> None:
    split = armed("split", details=Details(at=2, seconds=0.5))
    assert carried(split, 0.4) == [FRAMES[0][:3]]
    assert split.due_s() == 0.5
    assert list(split.take(0.5)) == [FRAMES[0][3:], *FRAMES[1:]]
    delay = armed("delay", details=Details(seconds=0.5))
    assert carried(delay, 0.4) == []
    assert list(delay.take(0.5)) == FRAMES


def test_a_frame_that_waits_for_another_does_not_wait_for_ever() -> None:
    noise = armed("join")
    noise.carry(Sent(FRAMES[0], 1), 0.0)
    assert list(noise.take(0.9)) == []
    assert noise.due_s() == 1.0
    assert list(noise.take(1.0)) == [FRAMES[0]]


def test_faults_in_pairs_strike_the_same_frame() -> None:
    noise = armed("flip", details=Details(at=0))
    noise.arm("duplicate", 1, Details())
    assert carried(noise)[0] == (b"\x00" + FRAMES[0][1:]) * 2


def test_babble_comes_at_once_and_a_cut_line_is_empty() -> None:
    noise = Noise(seed="7")
    noise.babble(Details(count=20), 0.0)
    assert [len(piece) for piece in noise.take(0.0)] == [20]
    noise.babble(Details(), 0.0)
    noise.cut()
    assert noise.take(9.0) == ()


@pytest.mark.parametrize("kind", LINE_FAULTS)
def test_by_chance_it_happens_as_often_as_asked_and_the_seed_decides(kind: str) -> None:
    results = []
    for _ in range(2):
        noise = Noise((kind,), 0.2, "11")
        out: list[bytes] = []
        for report in range(500):
            noise.carry(Sent(FRAMES[report % 5], report), float(report))
            out += noise.take(report + 0.9)
        results.append(b"".join([*out, *noise.take(600.0)]))
        assert 60 < noise.done[kind] < 140
    assert results[0] == results[1]
    assert (results[0] == b"".join(FRAMES) * 100) is (kind in {"split", "join", "delay"})
