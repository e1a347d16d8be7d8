"""Angel Eye: which reports are new, told by their numbers and by when they came."""

from typing import Literal, NamedTuple

import pytest

from app.devices.observations import CardSeen, Doubted
from app.devices.session_protocol import Captured, Report
from app.devices.sessions.angel_eye import AngelEyeOptions, AngelEyeSession
from tests.devices import angel_eye_wire as wire
from tests.devices.moments import at


class Case(NamedTuple):
    """What comes when, and what becomes of each: `new`, `copy`, `changed`, or `lost n` before a new one."""

    name: str
    heard: tuple[tuple[float, bytes, str], ...]
    after_nine: Literal[0, 1] = 0


def d(seq: int, card: str = "8S", index: int = 1) -> bytes:
    return wire.drawn(seq, card, index)


BOOT = wire.report(1, "S")
COUNTED = tuple((float(n), d(n, "8S", n), "new") for n in range(10))  # 0 to 9, a second apart; kept: 6, 7, 8, 9
FROM_ONE = COUNTED[1:]


def ahead(step: int) -> Case:
    seq = (9 + step) % 10
    return Case(f"{step - 1} lost", (*COUNTED, (20, d(seq), f"lost {step - 1}"), (21, d((seq + 1) % 10), "new")))


def kept(back: int) -> Case:
    return Case(f"kept, {back} back", (*COUNTED, (20, d(9 - back, "8S", 9 - back), "copy"), (21, d(0), "new")))


def changed(back: int) -> Case:
    return Case(f"changed, {back} back", (*COUNTED, (20, d(9 - back, "KH"), "changed"), (21, d(0), "new")))


def nine_digits(case: Case) -> Case:
    """The same with digits from 1 to 9: what was 0 is 1, and nothing is a 0."""
    return Case(f"nine digits: {case.name}", (*FROM_ONE, case.heard[len(COUNTED)]), 1)


PLAIN = [
    Case("the first is taken as it is", ((0, d(7), "new"),)),
    Case("copies within a second", ((0, d(1), "new"), (0, d(1), "copy"), (0.9, d(1), "copy"))),
    Case("a copy long after", ((0, d(1), "new"), (60, d(1), "copy"))),
    Case("one after the other", ((0, d(1), "new"), (0, d(2), "new"), (0, d(3), "new"))),
    Case("equal cards under two numbers are two cards", ((0, d(1), "new"), (0, d(2), "new"))),
    Case("after 9 comes 0", (*COUNTED, (10, d(0), "new"), (11, d(1), "new"))),
]
FAULTS = [
    Case("another card", ((0, d(1), "new"), (0, d(1, "KH"), "changed"), (0, d(2), "new"))),
    Case("another index", ((0, d(1), "new"), (5, d(1, "8S", 2), "changed"))),
    Case("another, and its copy", ((0, d(1), "new"), (0, d(1, "KH"), "changed"), (0.9, d(1, "KH"), "copy"))),
    Case("another, and again later", ((0, d(1), "new"), (0, d(1, "KH"), "changed"), (1, d(1, "KH"), "changed"))),
    Case("behind, and none kept", ((0, d(5), "new"), (1, d(3), "changed"), (2, d(6), "new"))),
    Case("none is counted from", ((0, d(5), "new"), (0, d(4), "changed"), (1, d(4), "changed"), (2, d(6), "new"))),
    *map(ahead, range(2, 7)),
    *map(kept, range(4)),
    *map(changed, range(4)),
]
BOOTS = [
    Case("under any number", (*COUNTED, *((20.0 + 2 * n, wire.report(n, "S"), "new") for n in range(10)))),
    Case("counting begins", ((0, d(6), "new"), (1, BOOT, "new"), (1, d(2), "new"))),
    Case("copies of a boot", ((0, BOOT, "new"), (0.5, BOOT, "copy"), (0.99, BOOT, "copy"))),
    Case("a second later it is another", ((0, BOOT, "new"), (1.0, BOOT, "new"), (1.5, BOOT, "copy"))),
    Case("a copy from before", ((0, d(5), "new"), (0.1, BOOT, "new"), (0.2, d(5), "copy"), (0.3, d(2), "new"))),
    Case("the same, too late", ((0, d(5), "new"), (0.1, BOOT, "new"), (1.2, d(5), "lost 3"))),
    Case("of two kept under a number the newer", ((0, d(1), "new"), (2, BOOT, "new"), (4, d(1), "changed"))),
    Case("lost after a boot", ((0, BOOT, "new"), (1, d(4), "lost 2"))),
]
NINE_DIGITS = [
    Case("after 9 comes 1", (*FROM_ONE, (10, d(1), "new"), (11, d(2), "new")), 1),
    Case("a 0 before the first 1", ((0, d(0), "new"), (1, d(1), "new"), (2, d(2), "new")), 1),
    Case("a boot under 0", ((0, wire.report(0, "S"), "new"), (1, d(1), "new")), 1),
    Case("a 0 after 9 is a fault", (*FROM_ONE, (10, d(0), "changed"), (11, d(1), "new")), 1),
    *(Case(f"nine digits: {n - 1} lost", (*FROM_ONE, (20, d(n), f"lost {n - 1}")), 1) for n in range(2, 6)),
    *map(nine_digits, map(kept, range(4))),
    *map(nine_digits, map(changed, range(4))),
]
CASES = PLAIN + FAULTS + BOOTS + NINE_DIGITS


def of_start(doubt: Doubted) -> bool:
    """Whether this is what every boot is followed by, and has nothing to do with numbers."""
    return doubt.doubt == "line_was_down"


def outcome(session: AngelEyeSession) -> str:
    outputs = session.take()
    doubts = [
        output.observation
        for output in outputs
        if isinstance(output, Report) and isinstance(output.observation, Doubted) and not of_start(output.observation)
    ]
    seen = [output for output in outputs if isinstance(output, Report) and not isinstance(output.observation, Doubted)]
    if not doubts and not seen:
        assert [output.why for output in outputs if isinstance(output, Captured)] == ["copy"]
        return "copy"
    if not doubts:
        return "new"
    (doubt,) = doubts
    if doubt.doubt == "report_changed":
        assert not seen
        return "changed"
    assert doubt.doubt == "reports_lost"
    assert len(seen) == 1
    return f"lost {doubt.detail.split()[0]}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_new(case: Case) -> None:
    session = AngelEyeSession(None, AngelEyeOptions(seq_after_nine=case.after_nine))
    session.connected(at(0))
    for at_s, frame, expected in case.heard:
        session.received(frame, at(at_s))
        assert outcome(session) == expected, f"at {at_s} s"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_reconnection_changes_none_of_it(case: Case) -> None:
    """But where the line was down for so long that ten may have been lost, what looks like a copy may be none."""
    session = AngelEyeSession(None, AngelEyeOptions(seq_after_nine=case.after_nine))
    for at_s, frame, expected in case.heard:
        session.connected(at(at_s))
        asked = session.take()  # more than 5 s apart, the line was down
        session.received(frame, at(at_s))
        assert outcome(session) == ("changed" if asked and expected == "copy" else expected), f"at {at_s} s"
        session.lost(at(at_s))


def test_a_lost_report_is_told_before_the_new_one() -> None:
    session = AngelEyeSession(None)
    session.connected(at(0))
    session.received(d(1) + d(4), at(0))
    first, doubt, card = [output for output in session.take() if isinstance(output, Report)]
    assert (first.frame, doubt.frame, card.frame) == (d(1), b"", d(4))
    assert doubt.observation == Doubted("reports_lost", "2 reports")
    assert isinstance(card.observation, CardSeen)
    assert doubt.mark == first.mark
    assert card.mark == {"seq": 4, "kept": [d(1).hex(), d(4).hex()], "drawn": "81b8"}
