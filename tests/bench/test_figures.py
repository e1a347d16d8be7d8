"""What may be claimed of a figure."""

import pytest

from tests.bench.figures import REPEATS, TAIL_SAMPLES, Figure

QUIET = [0.01] * REPEATS


def figure(values: list[float], **more: object) -> Figure:
    return Figure("ratio", "a card", "the floor", values, "", **({"others": QUIET} | more))  # type: ignore[arg-type]


def test_five_quiet_repeats_are_claimed_with_their_spread() -> None:
    assert figure([2.0, 2.1, 2.2, 2.3, 2.4]).claim == "the spread"


@pytest.mark.parametrize(
    ("values", "more", "why"),
    [
        ([2.0] * 4, {"others": QUIET[:4]}, "4 of 5 repeats"),
        ([2.0] * 5, {"others": [0.01, 0.01, 0.06, 0.01, 0.01]}, "not quiet"),
        ([2.0] * 5, {"others": []}, "quiet not checked"),
        ([2.0] * 5, {"tail_samples": 300}, "p99 of 300 samples"),
        ([0.5] * 5, {"tail_samples": 300, "at_most": 1.0}, "p99 of 300 samples"),
    ],
)
def test_nothing_is_claimed_without_repeats_quiet_and_samples(
    values: list[float], more: dict[str, object], why: str
) -> None:
    assert figure(values, **more).claim == f"nothing: {why}"


def test_a_p99_of_many_samples_is_claimed() -> None:
    assert figure([2.0] * 5, tail_samples=TAIL_SAMPLES).claim == "the spread"


def test_a_threshold_is_met_only_by_the_whole_spread() -> None:
    assert figure([0.9, 0.8, 1.0, 0.7, 0.9], at_most=1.0).claim == "met: at most 1 in 5 of 5 repeats"
    assert figure([0.9, 0.8, 1.01, 0.7, 0.9], at_most=1.0).claim == "NOT MET: at most 1 in 4 of 5 repeats"
    assert figure([1_600, 1_500, 1_499, 2_000, 1_700], at_least=1_500).claim == (
        "NOT MET: at least 1,500 in 4 of 5 repeats"
    )


def test_a_machine_that_was_not_quiet_is_named_beside_the_figure() -> None:
    assert figure([1.0], others=[0.01]).quiet == "quiet: others up to 1% of all cores"
    assert figure([1.0, 1.0], others=[0.01, 0.34]).quiet == "NOT QUIET in 1 of 2: others up to 34% of all cores"
    assert figure([1.0], others=[]).quiet == "not checked"
