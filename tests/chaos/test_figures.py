"""Waits that are too long are found: those in which one and the same server could have answered for long enough."""

from datetime import UTC, datetime
from random import Random

import pytest

from tests.chaos.deeds import Counts, counted, of_size
from tests.chaos.figures import Figures
from tests.chaos.troubles import Trouble, Troubles, Wait

# When something began and was over, and at which servers.
Was = tuple[tuple[int, ...], float, float | None]


def troubles(*was: Was) -> Troubles:
    found = Troubles(2)
    for servers, since_s, until_s in was:
        made = found.begin("trouble", *servers)
        made.since_s, made.until_s = since_s, until_s
    return found


@pytest.mark.parametrize(
    ("was", "able_s"),
    [
        ([], 30.0),
        ([((0,), 100.0, None)], 30.0),
        ([((0, 1), 100.0, None)], 0.0),
        ([((0, 1), 90.0, 95.0), ((0, 1), 131.0, None)], 30.0),
        ([((0,), 100.0, 120.0), ((1,), 110.0, 130.0)], 10.0),
        ([((0,), 105.0, 106.0), ((1,), 100.0, None)], 24.0),
        ([((0,), 101.0, 120.0), ((0,), 103.0, 104.0), ((1,), 100.0, None)], 10.0),
        ([((0, 1), 112.0, 113.0), ((), 100.0, 130.0)], 17.0),
    ],
)
def test_how_long_one_server_could_answer(was: list[Was], able_s: float) -> None:
    assert troubles(*was).able_s(100.0, 130.0) == pytest.approx(able_s)


def test_what_was_wrong_meanwhile_is_told() -> None:
    found = troubles(((0,), 99.0, 101.5), ((0,), 80.0, 90.0))
    assert found.told(100.0, 130.0) == "trouble from -1.0 s to +1.5 s"


def test_a_trouble_is_over_once() -> None:
    trouble = Trouble("trouble", (0,), 1.0, 2.0)
    trouble.over()
    assert trouble.until_s == 2.0


def wait(took_s: float, able_s: float) -> Wait:
    return Wait(datetime(2026, 1, 1, tzinfo=UTC), "Hit", "3", took_s, able_s, "server 1 dead", "at the pit")


def test_an_order_that_waits_too_long_is_found() -> None:
    figures = Figures(1, 2, 10.0)
    assert [figures.waited(each) for each in (wait(60.0, 14.9), wait(15.2, 15.1))] == [False, True]
    assert figures.longest_s() == 60.0
    (found,) = figures.too_long()
    assert "15.2 s" in found and "Hit at table 3" in found and "server 1 dead" in found


def test_sizes_are_what_was_asked_for() -> None:
    for servers in (1, 2, 3):
        kinds = [deed.kind for deed in counted(of_size(500, 50, servers), Random(1))]
        of_servers = sum([kinds.count(kind) for kind in ("server", "term", "both")]) + servers * kinds.count("all")
        assert (of_servers, kinds.count("postgresql") + kinds.count("both")) == (500, 50)
        assert bool(kinds.count("wire")) == (servers > 1)
    assert of_size(0, 0, 2) == Counts()
