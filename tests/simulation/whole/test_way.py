"""The way of a card and of a tap, as docs/architecture.md draws it, is the one that they take through a server."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.architecture.way import ROOT, steps
from tests.simulation.whole.running import House

Call = tuple[str, str]
# Where a way begins that is simulated: the line is, and so has no transport; and there is no screen.
BEGINS = {("Driver.received", "app/devices/driver.py"), ("Orders.take", "app/realtime/socket_orders.py")}
NOT_SIMULATED = {"Line._received", "TableFeed.stepped"}


def drawn(what: str, other: str) -> list[Call]:
    """The functions that the page draws for a card, or for a tap."""
    parts = (f"A {what.upper()}", "BOTH", "AFTERWARDS")
    found = [step for step in steps() if step.part in parts and not step.note.startswith(f"(a {other})")]
    return [(step.function, step.module) for step in found if step.function not in NOT_SIMULATED]


@contextmanager
def traced() -> Iterator[list[list[Call]]]:
    """The functions of the program that are called meanwhile: a list from each beginning of a way to the next."""
    app, ways = str(ROOT / "app"), list[list[Call]]([[]])

    def called(frame: FrameType, event: str, _argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(app):
            call = code.co_qualname, str(Path(code.co_filename).relative_to(ROOT))
            if call in BEGINS:
                ways.append([])
            ways[-1].append(call)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield ways
    finally:
        sys.setprofile(before)


def furthest(wanted: list[Call], way: list[Call]) -> int:
    """How many of these come in this way, one after the other."""
    calls = iter(way)
    return next((at for at, each in enumerate(wanted) if each not in calls), len(wanted))


@pytest.fixture(scope="module")
def ways(here: House) -> list[list[Call]]:
    with traced() as found:
        assert here.run("8", 2, tables=1, servers=1).broken == ""
    return found


@pytest.mark.parametrize(("what", "other"), [("card", "tap"), ("tap", "card")])
def test_the_functions_of_the_page_are_called_in_its_order(what: str, other: str, ways: list[list[Call]]) -> None:
    wanted = drawn(what, other)
    most = max(furthest(wanted, way) for way in ways)
    assert most == len(wanted), f"after {wanted[most - 1]} comes no {wanted[most]}"
