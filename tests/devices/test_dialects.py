from collections.abc import Mapping
from typing import Any

import pytest

from app.devices.observations import CardSeen, Doubted
from app.devices.session_protocol import Now, Report
from app.devices.spoken_dialects import BadDialect, check_device, default_baud, new_session
from app.devices.wanted import Peek
from app.game.core.cards import Card
from app.house.dialects import FACTS
from tests.devices.angel_eye_wire import drawn

# A shoe that speaks only when a card comes out is there as soon as its line is open; the others say who they are first.
OPEN = {"angel-eye": "running", "bee-tek": "running", "table-link": "starting"}


@pytest.mark.parametrize(
    ("dialect", "role"), [(dialect, role) for dialect, facts in FACTS.items() for role in facts.spoken_by]
)
def test_every_device_of_every_dialect_has_a_session(dialect: str, role: str) -> None:
    session = new_session(dialect, role, {}, None, frozenset(), lambda: 1)
    states = [session.state]
    session.connected(Now(0.0, 0))
    assert [*states, session.state] == ["closed", OPEN[dialect]]


MARKS: dict[str, Mapping[str, Any]] = {
    "angel-eye": {"seq": 4, "kept": [drawn(4, "8S").hex()], "drawn": None},
    "bee-tek": {},
    "table-link": {"serials": {"SH-0042": {"counter": 4, "boot": 1}}},
}


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS.keys())
@pytest.mark.parametrize("dialect", FACTS)
def test_a_device_that_is_given_another_dialect_goes_on(dialect: str, mark: Mapping[str, Any]) -> None:
    """What it told in the other one means nothing in this."""
    session = new_session(dialect, "shoe", {}, mark, frozenset(), lambda: 1)
    session.connected(Now(0.0, 0))
    assert session.state == OPEN[dialect]


@pytest.mark.parametrize("seq", range(10))
def test_another_angel_eye_under_the_same_name_counts_from_anywhere(seq: int) -> None:
    """The cards on the table are to be compared; its first report is new, whatever the numbers of the last shoe."""
    session = new_session("angel-eye", "shoe", {}, MARKS["angel-eye"], frozenset(), lambda: 1, stayed=False)
    session.connected(Now(0.0, 0))
    session.received(drawn(seq, "8S"), Now(1.0, 0))
    seen = [output.observation for output in session.take() if isinstance(output, Report)]
    assert seen == [Doubted("line_was_down", "the server was started again"), CardSeen(Card("8S"), 1)]


def test_each_dialect_has_its_speed() -> None:
    assert [default_baud(dialect) for dialect in ("angel-eye", "bee-tek", "table-link")] == [4800, 9600, 115200]


@pytest.mark.parametrize(
    ("dialect", "role", "options", "why"),
    [
        ("morse", "shoe", {}, "There is no dialect 'morse'; there are: angel-eye, bee-tek, table-link."),
        ("bee-tek", "shuffler", {}, "No 'shuffler' speaks bee-tek; those that do are: shoe."),
        ("bee-tek", "shoe", {"ack_reports": "on"}, "bee-tek has no option 'ack_reports'; it has: none."),
        ("angel-eye", "shoe", {"speed": "1"}, "angel-eye has no option 'speed'; it has: seq_after_nine, ack_reports"),
        ("angel-eye", "shoe", {"seq_after_nine": "2"}, "seq_after_nine of angel-eye cannot be '2'; it can be: 0, 1."),
        ("angel-eye", "shoe", {"ack_reports": "maybe"}, "cannot be 'maybe'; it can be: on, yes, true, 1, off,"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    dialect: str, role: str, options: Mapping[str, str], why: str
) -> None:
    with pytest.raises(BadDialect) as refused:
        check_device(dialect, role, options)
    assert why in str(refused.value)


def test_an_option_changes_what_is_sent() -> None:
    def after_a_card(options: Mapping[str, str]) -> list[str]:
        session = new_session("angel-eye", "shoe", options, None, frozenset(), lambda: 1)
        session.connected(Now(0.0, 0))
        session.received(bytes.fromhex("05 31 44 81 B8 03 34 46"), Now(1.0, 1_000_000))
        (report,) = session.take()
        session.stored(report, Now(1.0, 1_000_000))  # type: ignore[arg-type]
        return [output.frame.hex() for output in session.take()]  # type: ignore[union-attr]

    assert after_a_card({"ack_reports": "off"}) == []
    assert after_a_card({"ack_reports": "on"}) == ["06"]


def test_what_a_dialect_does_not_have_is_answered_so() -> None:
    session = new_session("bee-tek", "shoe", {}, None, frozenset(), lambda: 1)
    session.connected(Now(0.0, 0))
    session.want(Peek(1, 9), Now(0.0, 0))
    assert [getattr(output, "outcome", "") for output in session.take()] == ["unsupported"]
