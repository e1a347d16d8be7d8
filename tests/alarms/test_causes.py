"""What is a cause for an alarm, and what is not."""

import pytest

from app.alarms.away import AWAY_S, Away
from app.alarms.causes import TELLING, Cause, of_observation, of_published, of_set, of_standing_hold
from app.devices import observations as o
from app.devices.device_health import Health
from app.devices.session_protocol import Counted
from app.game import events as e
from app.game.core.apply import EMPTY
from app.game.core.cards import Card
from app.game.core.money import Odds
from app.game.core.records import replace
from app.game.core.state import Held, Line, Round, Table
from app.house.state import CardStock
from app.table.requests import Published

THRESHOLD = 1_000_00


def told(table: Table, *events: e.Event) -> list[Cause]:
    return list(of_published(Published(9, events, table), THRESHOLD))


def pays(player: str, cents: int, box: int = 1) -> Line:
    return Line(box, 1, player, "main", cents, "win", Odds(1, 1), cents, 0, "11.1")


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (e.TableHeld(Card("TS"), "foreign_card", from_shoe=True), "composition"),
        (e.TableHeld(Card("8S"), "impossible_card"), "composition"),
        (e.TableHeld(None, "error_card_unseen", detail="composition"), "composition"),
        (e.TableHeld(None, "device_doubt", detail="composition"), "composition"),
        (e.TableHeld(None, "cards_missing", felt=1), "count_mismatch"),
        (e.TableHeld(None, "cards_in_excess", felt=1), "count_mismatch"),
        (e.TableHeld(None, "device_doubt", detail="count_mismatch"), "count_mismatch"),
        (e.TableHeld(None, "device_doubt", detail="keyed_not_told"), "count_mismatch"),
        (e.TableHeld(None, "keyed_differs"), "count_mismatch"),
        (e.TableHeld(None, "shuffler_fault"), "jam"),
        (e.TableHeld(None, "missed_card"), None),
        (e.TableHeld(None, "device_doubt", detail="line_was_down"), None),
        (e.TableHeld(Card("8S"), "card_not_awaited"), None),
    ],
)
def test_holds(event: e.TableHeld, kind: str | None) -> None:
    """A hold is one cause, whether it has just begun or is found standing; no cause names a card."""
    held = Held(event.card, event.irregularity, detail=event.detail)
    table = replace(EMPTY, holds=3, held=held)
    causes = told(table, event)
    assert [cause.kind for cause in causes] == ([kind] if kind else [])
    assert [*of_standing_hold(table)] == causes
    assert all("hold 3" in (cause.about, cause.once) and str(event.card) not in cause.words for cause in causes)


def test_two_holds_of_one_command_are_two() -> None:
    causes = told(replace(EMPTY, holds=5), e.TableHeld(None, "keyed_differs"), e.TableHeld(None, "cards_missing"))
    assert [cause.about for cause in causes] == ["hold 4", "hold 5"]


def test_what_a_bettor_is_paid_in_one_round_counts_together() -> None:
    lines = (pays("ann", 999_99), pays("ben", 600_00), pays("ben", 400_00, 2), pays("cat", 5_000_00, 3))
    table = replace(EMPTY, round=Round(12, lines=lines))
    causes = told(table, e.Settled(lines[:1]))
    assert [(cause.kind, cause.about) for cause in causes] == [
        ("over_threshold", "round 12, ben"),
        ("over_threshold", "round 12, cat"),
    ]
    assert causes[0].words == "round 12 pays ben $1,000"
    assert told(table, e.HandCompleted(1, 1, "stand")) == []


def test_a_round_that_pays_another_amount_when_it_is_put_right_is_another_cause() -> None:
    """Who has looked at the one has not looked at the other; the same again is the same."""

    def told_of(cents: int) -> Cause:
        table = replace(EMPTY, round=Round(12, lines=(pays("ann", cents),)))
        (cause,) = told(table, e.Settled(()))
        return cause

    first, more = told_of(THRESHOLD), told_of(2 * THRESHOLD)
    assert first.about == more.about and first.once != more.once
    assert told_of(THRESHOLD) == first


def test_an_earlier_round_that_pays_so_much_when_it_is_put_right() -> None:
    amended = e.EarlierRoundAmended(
        4, "reconstruction", "late_error", "15.5", (), (e.RoundOpened(4), e.Settled((pays("ann", THRESHOLD),)))
    )
    assert [cause.about for cause in told(EMPTY, amended)] == ["round 4, ann"]


@pytest.mark.parametrize(
    ("seen", "kind"),
    [
        (o.Jammed(), "jam"),
        (o.ErrorRaised(8), "jam"),
        (o.ErrorRaised(7), "jam"),
        (o.Doubted("wrong_device", "t7-shoe"), "wrong_device"),
        (o.Doubted("reports_lost"), None),
        (o.CountDiffered(383, 384), "count_mismatch"),
        (o.ShuffleEnded(1, 383), "count_mismatch"),
        (o.ShuffleEnded(1, 384), None),
        (o.ErrorRaised(1), None),
        (o.CardSeen(Card("8S")), None),
    ],
)
def test_what_devices_see(seen: o.Observation, kind: str | None) -> None:
    cause = of_observation(seen, EMPTY)
    assert (cause.kind if cause else None) == kind
    assert kind is None or isinstance(seen, TELLING)


def test_sets_that_were_counted_out() -> None:
    stock = CardStock("set 1", "seal", "blue", 8, "counted_out", "7", 2)
    cause = of_set(stock)
    assert cause is not None and cause.words == "set set 1 was counted out with 2 cards too few"
    assert of_set(stock._replace(missing=0)) is None and of_set(stock._replace(state="returned")) is None


def health(name: str, *, there: bool) -> Health:
    return Health(name, there, "running" if there else "closed", 0, None, None, Counted(), "" if there else "no line")


def test_a_device_is_away_once_until_it_was_back() -> None:
    away, gone, back = Away(), [health("shoe", there=False)], [health("shoe", there=True)]
    assert away.look(gone, 0.0) == away.look(gone, AWAY_S - 0.1) == []
    assert away.look(gone, AWAY_S) == [Cause("device_lost", "shoe", "shoe is away: no line")]
    assert away.look(gone, 10 * AWAY_S) == away.look(back, 10 * AWAY_S) == []
    assert away.look(gone, 11 * AWAY_S) == [] and len(away.look(gone, 12 * AWAY_S)) == 1


def test_one_that_is_not_bound_is_told_by_the_name_it_gives() -> None:
    away, stranger = Away(), Health("shoe", True, "unbound", 0, 1, 1, Counted(), "", "SH-0042")
    assert away.look([stranger], 0.0) == []
    words = "shoe is away: what answers is SH-0042, and that is not bound: bind it, or put the right one there"
    assert away.look([stranger], AWAY_S) == [Cause("device_lost", "shoe", words)]


def test_a_line_that_breaks_for_a_moment_is_nobodys_business() -> None:
    away, gone, back = Away(), [health("shoe", there=False)], [health("shoe", there=True)]
    for second in range(20):
        assert away.look(gone if second % 4 else back, float(second)) == []


def test_a_device_that_left_its_table_begins_anew() -> None:
    away, gone = Away(), [health("shoe", there=False)]
    assert away.look(gone, 0.0) == away.look([], 1.0) == away.look(gone, AWAY_S) == []
