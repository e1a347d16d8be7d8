"""One-time codes: good once, for a while, for choosing a PIN and for nothing else; tried and counted like PINs."""

import asyncio
from typing import Any

import pytest

from app.game.core.records import replace
from app.house.decide import decide
from app.house.refusal import Refused
from app.house.state import person_of
from app.house.subjects.people.commands import NoteCodeMade, NotePinSet, RedeemCode, SuspendPerson
from app.house.subjects.sessions.pin_attempts import HOUR_US, MOST_FAILURES
from app.people.pins import CODE_DIGITS, as_code, in_groups, new_code
from app.settings import Settings
from app.store.codec import decode_record
from app.store.database import Database
from tests.people.houses import ADA_PIN, DANA_PIN, HERE, OFFICE, At, problem_of, server, staffed
from tests.store.live import Clock

Own = tuple[Database, Settings]
CHOSEN, ANOTHER = "620974", "371846"


async def code_of(at: At, name: str = "dana", hours: int = 24) -> str:
    return (await at.people.make_code(OFFICE, name, hours))[0]


async def test_a_code_is_good_once_and_gives_a_pin_of_ones_own(own: Own) -> None:
    async with staffed(own) as at:
        before = await at.people.sign_in("dana", DANA_PIN, HERE)
        code = await code_of(at)
        assert (await at.people.caller(before.token, HERE)).name == "dana", "making one changes nothing yet"
        await at.people.sign_in("dana", DANA_PIN, HERE)
        await at.people.choose_pin("dana", in_groups(code), CHOSEN, HERE)
        assert (await at.people.sign_in("dana", CHOSEN, HERE)).caller.name == "dana"
        assert await problem_of(at.people.caller(before.token, HERE)) == "session_ended"
        assert await problem_of(at.people.sign_in("dana", DANA_PIN, HERE)) == "wrong_credentials"
        assert await problem_of(at.people.choose_pin("dana", code, ANOTHER, HERE)) == "wrong_credentials"
        assert await problem_of(at.people.sign_in("dana", code, HERE)) == "wrong_credentials"


async def test_a_code_neither_signs_in_nor_signs(own: Own) -> None:
    """Whoever has the right one is told what it is for; that costs nothing and does not use it up."""
    async with staffed(own) as at:
        code = await code_of(at)
        for _ in range(2 * MOST_FAILURES):
            assert await problem_of(at.people.sign_in("dana", code, HERE)) == "choose_pin"
            assert await problem_of(at.people.for_one_act("4711", code, "an act", HERE)) == "choose_pin"
        caller = (await at.people.sign_in("dana", DANA_PIN, HERE)).caller
        assert await problem_of(at.people.set_own_pin(caller, code, CHOSEN)) == "choose_pin"
        await at.people.choose_pin("4711", code, CHOSEN, HERE)


async def test_a_weak_pin_does_not_use_the_code_up(own: Own) -> None:
    async with staffed(own) as at:
        code = await code_of(at)
        for weak in ("111111", "123456", "12", "4711", code):
            assert await problem_of(at.people.choose_pin("dana", code, weak, HERE)) == "weak_pin"
        await at.people.choose_pin("dana", code, CHOSEN, HERE)


async def test_wrong_codes_lock_like_wrong_pins(own: Own) -> None:
    async with staffed(own) as at:
        code = await code_of(at)
        for place in range(MOST_FAILURES):
            wrong = str((int(code) + place + 1) % 10**CODE_DIGITS).zfill(CODE_DIGITS)
            where = f"10.0.1.{place}"
            assert await problem_of(at.people.choose_pin("dana", wrong, CHOSEN, where)) == "wrong_credentials"
        assert await problem_of(at.people.choose_pin("dana", code, CHOSEN, HERE)) == "locked_out"
        assert await problem_of(at.people.choose_pin("nobody", code, CHOSEN, HERE)) == "wrong_credentials"
        await at.people.readmit(OFFICE, "dana")
        await at.people.choose_pin("dana", code, CHOSEN, HERE)


async def test_a_pin_is_no_code(own: Own) -> None:
    async with staffed(own) as at:
        await code_of(at)
        assert await problem_of(at.people.choose_pin("dana", DANA_PIN, CHOSEN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", DANA_PIN, HERE)


async def test_a_code_runs_out_is_replaced_and_falls_with_a_new_pin(own: Own) -> None:
    clock = Clock()
    async with staffed(own, clock) as at:
        late = await code_of(at, hours=1)
        clock.us += HOUR_US
        assert await problem_of(at.people.choose_pin("dana", late, CHOSEN, HERE)) == "wrong_credentials"
        first, second = await code_of(at), await code_of(at)
        assert await problem_of(at.people.choose_pin("dana", first, CHOSEN, HERE)) == "wrong_credentials"
        await at.people.set_pin(OFFICE, "dana", ANOTHER)
        assert await problem_of(at.people.choose_pin("dana", second, CHOSEN, HERE)) == "wrong_credentials"
        await at.people.sign_in("dana", ANOTHER, HERE)


async def test_whoever_may_not_sign_in_may_not_with_a_code_either(own: Own) -> None:
    async with staffed(own) as at:
        code = await code_of(at)
        await at.people.suspend(OFFICE, "dana", "left")
        assert await problem_of(at.people.choose_pin("dana", code, CHOSEN, HERE)) == "suspended"
        await at.people.readmit(OFFICE, "dana")
        await at.people.sign_in("dana", DANA_PIN, HERE)  # nothing was kept of the PIN that was refused
        assert await problem_of(at.people.choose_pin("dana", code, CHOSEN, HERE)) == "wrong_credentials", "it is void"
        assert await problem_of(code_of(at, "nobody")) == "not_found"


async def test_of_many_at_once_at_two_servers_one_has_it(own: Own) -> None:
    async with staffed(own) as one, server(own) as two:
        code = await code_of(one)
        pins = [f"62097{digit}" for digit in range(4)]
        asked = [at.people.choose_pin("dana", code, pin, HERE) for at, pin in zip((one, two) * 2, pins, strict=True)]
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        (place,) = [place for place, each in enumerate(outcomes) if each is None]
        good = [pin for pin in pins if await _fits(one, pin)]
        assert good == [pins[place]]


async def _fits(at: At, pin: str) -> bool:
    person = person_of((await at.log.read()).state, "dana")
    assert person is not None
    pins = at.people._pins
    return bool(await pins.fits(await pins.kept("dana", person.pin_seal), pin))


async def test_the_log_tells_of_it_and_holds_neither_code_nor_hash(own: Own) -> None:
    async with staffed(own) as at:
        code = await code_of(at)
        await at.people.choose_pin("dana", code, CHOSEN, HERE)
    async with own[0].connection("reader") as connection:
        rows = await connection.fetch("SELECT type, actor, payload FROM events WHERE stream = 'house' ORDER BY version")
    told = [(row["type"], row["actor"]) for row in rows][-3:]
    assert told == [
        ("CodeMade", "person:office at 10.0.0.1"), ("PinWasSet", "person:dana"), ("CodeRedeemed", "person:dana"),
    ]  # fmt: skip
    assert not [row for row in rows if code in row["payload"] or "argon2" in row["payload"]]


async def test_a_code_made_before_the_pin_was_kept_elsewhere_lets_nobody_in(own: Own) -> None:
    """A hash that somebody puts into the table past the log is not the code's."""
    async with staffed(own) as at:
        await code_of(at)
        mine = await code_of(at, "ada")
        async with own[0].connection("owner") as connection:
            put = "UPDATE pins SET hash = (SELECT hash FROM pins WHERE person = 'ada code') WHERE person = 'dana code'"
            await connection.execute(put)
        assert await problem_of(at.people.choose_pin("dana", mine, CHOSEN, HERE)) == "wrong_credentials"
        await at.people.sign_in("ada", ADA_PIN, HERE)


async def test_the_house_decides_on_what_it_is_then(own: Own) -> None:
    async with staffed(own) as at:
        await code_of(at)
        house = (await at.log.read()).state
    dana = person_of(house, "dana")
    assert dana is not None
    good = RedeemCode("dana", dana.code_seal, "ab" * 32, HERE, dana.code_until_us - 1)
    assert not isinstance(decide(house, good), Refused)
    changes: list[dict[str, Any]] = [{"at_us": dana.code_until_us}, {"code_seal": "x"}, {"name": "ada"}, {"name": "x"}]
    for change in changes:
        refused = decide(house, replace(good, **change))
        assert isinstance(refused, Refused) and refused.code == "wrong_credentials"
    ada = RedeemCode("ada", "", "ab" * 32, HERE, 1)
    assert isinstance(decide(house, ada), Refused), "nobody has no code as his code"
    for command in (NoteCodeMade("x", "s", 1), NotePinSet("x", "s"), SuspendPerson("x", "left")):
        assert isinstance(decide(house, command), Refused)


def test_people_as_they_were_written_before_have_no_code() -> None:
    before = '{"type":"PersonAdded","person":{"name":"dana","shown":"Dana","roles":["dealer"],"pin_seal":"x"}}'
    person = decode_record(before).person
    assert (person.pin_seal, person.code_seal, person.code_until_us) == ("x", "", 0)


@pytest.mark.parametrize("typed", ["1234 5678 9012 3456", "1234-5678-9012-3456", "1234567890123456"])
def test_a_code_is_typed_with_or_without_spaces(typed: str) -> None:
    assert as_code(typed) == "1234567890123456"


def test_no_pin_is_taken_for_a_code() -> None:
    assert as_code("123456789012") is None
    assert [len(new_code()) for _ in range(20)] == [CODE_DIGITS] * 20


async def test_the_log_tells_who_may_know_a_pin(own: Own) -> None:
    """Who gave it, or made the code with which it was chosen; whoever changes his own still has it from there."""

    def given(at: At) -> tuple[str, str]:
        (dana,) = [each for each in at.house.people if each.name == "dana"]
        return dana.pin_by, dana.code_by

    async with staffed(own) as at:
        assert given(at) == ("office", "")
        another = OFFICE._replace(name="manager")
        code = (await at.people.make_code(another, "dana", 1))[0]
        assert given(at) == ("office", "manager")
        await at.people.choose_pin("dana", code, CHOSEN, HERE)
        assert given(at) == ("manager", "")
        caller = (await at.people.sign_in("dana", CHOSEN, HERE)).caller
        await at.people.set_own_pin(caller, CHOSEN, ANOTHER)
        await at.people.set_pin(caller, "dana", CHOSEN)
        assert given(at) == ("manager", ""), "he may have done that himself"
        await at.people.set_pin(OFFICE, "dana", ANOTHER)
        assert given(at) == ("office", "")
