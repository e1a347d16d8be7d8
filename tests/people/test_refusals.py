"""What is refused is in the log, once for each minute in which it went on; and what is bounded is bounded."""

from app.house.subjects.people import events as e
from app.house.subjects.people.commands import NoteRefusal
from app.people import throttle as throttles
from app.people.authentication import SESSION_US
from app.people.caller import Caller
from app.people.refusal_log import MOST_KINDS, MOST_OF_A_PLACE, MOST_OF_ONE, WITHIN_US, Refusals
from app.people.throttle import Throttle
from app.settings import Settings
from app.store.database import Database
from tests.devices.waiting import until
from tests.people.houses import DANA_PIN, HERE, happened, server, staffed

Own = tuple[Database, Settings]
DANA = Caller("dana", frozenset({"dealer"}), "s1", HERE)


def test_the_first_is_noted_at_once_and_the_rest_together() -> None:
    noted: list[NoteRefusal] = []
    refusals = Refusals(noted.append)
    for each in range(5):
        refusals.add(DANA, "people.add", "not_allowed", HERE, each)
    refusals.pass_on(WITHIN_US - 1)
    assert noted == [NoteRefusal("person:dana", "people.add", "not_allowed", HERE)]
    refusals.pass_on(WITHIN_US)
    refusals.pass_on(WITHIN_US * 3)
    assert noted[1:] == [NoteRefusal("person:dana", "people.add", "not_allowed", HERE, 4)]
    refusals.add(DANA, "people.add", "not_allowed", HERE, WITHIN_US * 3)
    assert len(noted) == 3 and refusals.counted["people.add"] == 6


def test_what_differs_is_noted_by_itself() -> None:
    noted: list[NoteRefusal] = []
    refusals = Refusals(noted.append)
    refusals.add(DANA, "people.add", "not_allowed", HERE, 0)
    refusals.add(DANA, "people.list", "not_allowed", HERE, 0)
    refusals.add(DANA._replace(name="erin"), "people.add", "not_allowed", HERE, 0)
    refusals.add(None, "people.add", "not_signed_in", HERE, 0)
    refusals.add(None, "people.add", "not_signed_in", "10.0.0.8", 0)
    refusals.add(DANA, "people.add", "not_allowed", "10.0.0.8", 0)
    assert [(each.who, each.action, each.where) for each in noted] == [
        ("person:dana", "people.add", HERE), ("person:dana", "people.list", HERE), ("person:erin", "people.add", HERE),
        ("nobody", "people.add", HERE), ("nobody", "people.add", "10.0.0.8"),
    ]  # fmt: skip


def test_however_many_kinds_there_are_few_are_noted() -> None:
    noted: list[NoteRefusal] = []
    refusals = Refusals(noted.append)
    for each in range(MOST_KINDS + 50):
        refusals.add(None, "people.add", "not_signed_in", f"10.0.0.{each}", 0)
    assert len(noted) == MOST_KINDS + 1 and noted[-1].where == "many"
    refusals.pass_on(0, all_=True)
    assert noted[-1] == NoteRefusal("nobody", "many", "many", "many", 49)


def test_no_stranger_hides_what_people_of_the_house_were_refused() -> None:
    """A network of IPv6 has as many addresses as it likes, and there are many things that can be asked for in vain."""
    noted: list[NoteRefusal] = []
    refusals = Refusals(noted.append)
    for each in range(2 * MOST_KINDS):
        refusals.add(None, f"thing {each % 70}", "not_signed_in", f"2001:db8::{each:x}", 0)
    assert len(noted) == MOST_OF_A_PLACE + 1
    assert noted[-1] == NoteRefusal("nobody", "many", "many", "2001:db8::/64")
    for each in range(2 * MOST_KINDS):
        refusals.add(None, "people.add", "not_signed_in", f"10.0.{each}.1", 0)
    refusals.add(DANA, "people.add", "not_allowed", HERE, 0)
    assert noted[-1] == NoteRefusal("person:dana", "people.add", "not_allowed", HERE)


def test_nobody_hides_behind_the_many_things_that_he_was_refused() -> None:
    noted: list[NoteRefusal] = []
    refusals = Refusals(noted.append)
    for each in range(3 * MOST_OF_ONE):
        refusals.add(DANA, f"thing {each}", "not_allowed", HERE, 0)
    assert len(noted) == MOST_OF_ONE + 1
    assert noted[-1] == NoteRefusal("person:dana", "many", "many", HERE)
    refusals.add(DANA._replace(name="erin"), "people.add", "not_allowed", HERE, 0)
    assert noted[-1].who == "person:erin"


async def test_refusals_come_into_the_log_also_at_the_end(own: Own) -> None:
    async with server(own) as at:
        for _ in range(3):
            at.people.refused(DANA, "people.add", "not_allowed", HERE)
    noted = [event for event in await happened(own[0]) if isinstance(event, e.Refusal)]
    assert noted == [
        e.Refusal("person:dana", "people.add", "not_allowed", HERE, 1),
        e.Refusal("person:dana", "people.add", "not_allowed", HERE, 2),
    ]


async def test_when_a_session_runs_out_it_is_told(own: Own) -> None:
    async with staffed(own) as at:
        told: list[int] = []
        await at.people.sign_in("dana", DANA_PIN, HERE)
        at.people.on_change(lambda: told.append(at.clock.us))
        at.clock.us += SESSION_US
        await until(lambda: told == [at.clock.us], "that it is told")


async def test_whoever_cannot_be_told_keeps_nobody_else_from_it(own: Own) -> None:
    """Neither now, nor when the next session runs out; and the people close as they should."""
    async with staffed(own) as at:
        told: list[int] = []

        def broken() -> None:
            raise ValueError("the screen is gone")

        at.people.on_change(broken)
        at.people.on_change(lambda: told.append(at.clock.us))
        for _ in range(2):
            await at.people.sign_in("dana", DANA_PIN, HERE)
            at.clock.us += SESSION_US
            await until(lambda: at.clock.us in told, "that it is told")


def test_so_many_and_no_more_within_a_while() -> None:
    throttle = Throttle(2, 100)
    assert [throttle.take("a", at) for at in (0, 50, 99, 100, 101, 149, 150)] == [
        True, True, False, True, False, False, True,
    ]  # fmt: skip
    assert throttle.take("b", 150)


def test_a_clock_that_was_put_back_makes_nobody_wait() -> None:
    throttle = Throttle(1, 100)
    assert throttle.take("a", 1_000_000) and throttle.take("a", 10) and not throttle.take("a", 11)


def test_a_throttle_remembers_so_many_and_forgets_the_one_not_seen_for_longest() -> None:
    throttle = Throttle(2, 10**9)
    for each in range(throttles.MOST_KEYS):
        throttle.take(f"{each}", each)
    throttle.take("0", 20_000)
    throttle.take("more", 20_001)
    assert len(throttle._seen) == throttles.MOST_KEYS
    assert throttle.full("0", 20_002) and "1" not in throttle._seen
