from random import Random

import pytest

from app.backoff import Backoff


def test_waits_double_up_to_the_cap() -> None:
    backoff = Backoff(lambda: 1.0, first_s=0.25, cap_s=3.0)
    assert [backoff.next_s() for _ in range(6)] == [0.25, 0.5, 1.0, 2.0, 3.0, 3.0]


def test_a_wait_is_from_half_of_its_step_to_all_of_it() -> None:
    lowest = Backoff(lambda: 0.0, first_s=1.0, cap_s=4.0)
    assert [lowest.next_s() for _ in range(4)] == [0.5, 1.0, 2.0, 2.0]
    backoff = Backoff(Random(1).random, first_s=4.0, cap_s=4.0)
    waits = [backoff.next_s() for _ in range(1000)]
    assert all(2.0 <= wait <= 4.0 for wait in waits)
    assert max(waits) - min(waits) > 1.9


def test_it_begins_anew_when_it_went_well() -> None:
    backoff = Backoff(lambda: 1.0, first_s=0.25, cap_s=3.0)
    for _ in range(9):
        backoff.next_s()
    backoff.reset()
    assert backoff.next_s() == 0.25


def test_a_cap_below_the_first_wait_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        Backoff(lambda: 0.5, first_s=2.0, cap_s=1.0)


def test_a_steady_wait_is_always_the_same() -> None:
    steady = Backoff.steady(2.0)
    assert [steady.next_s() for _ in range(3)] == [2.0, 2.0, 2.0]
