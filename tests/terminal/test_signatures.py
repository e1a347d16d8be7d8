"""What is signed: corrections, money, and steps that the book wants of somebody else."""

from typing import Any

import orjson
import pytest

from app.game import commands as c
from app.game.core.records import replace
from app.game.core.state import RoundRecord
from app.game.subjects.remedies.signed_remedies import Preview, preview
from app.house.roles import PersonRole
from app.house.subjects.people.commands import AddPerson, ChangePerson
from app.people.caller import Caller
from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from app.store.log_reader import commands_between, round_of_number
from app.surveillance.loading import load_record
from app.table_id import TableId
from tests.terminal.pit import OFFICE, PINS, Pit, pit

VOIDS = "nz-gazette-2000"


def seal(here: Pit, remedy: c.Void, record: RoundRecord | None = None) -> str:
    """What a supervisor is shown before signing."""
    shown = preview(here.table, here.actor.rules, remedy, record)
    assert isinstance(shown, Preview), shown
    return shown.seal


def said(remedy: c.Void, seen: str, **more: Any) -> dict[str, Any]:
    return {"remedy": {"type": "Void", "scope": remedy.scope, "reason": remedy.reason}, "seen": seen, **more}


async def test_a_void_is_signed_by_two_supervisors_at_one_screen(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number, book=VOIDS) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        void = c.Void("round", "other")
        signed = said(void, seal(here, void))
        assert (await here.refused("susan", "SignRemedy", **signed)).code == "signature_needed"
        assert (await here.refused("susan", "SignRemedy", "susan", "stefan", **signed)).code == "bad_request"
        assert (await here.refused("dana", "SignRemedy", "susan", **signed)).code == "not_allowed"
        assert (await here.refused("susan", "SignRemedy", "dana", **signed)).code == "not_allowed"
        assert (await here.refused("susan", "SignRemedy", "susan", **signed | {"seen": "0" * 64})).code == (
            "difference_changed"
        )
        await here.ask("susan", "SignRemedy", "susan", **signed)
        assert (await here.refused("susan", "SignRemedy", "susan", **signed)).code == "second_person_needed"
        await here.ask("susan", "SignRemedy", "stefan", **signed)
        assert here.table.round is not None
        assert here.table.round.void is not None
        assert (await _actors(staffed, number))[-2:] == ["person:susan with susan", "person:susan with stefan"]


async def _actors(database: Database, number: str) -> list[str]:
    """Who asked for what was accepted in the first round."""
    async with database.connection("reader") as connection:
        row = await round_of_number(connection, TableId(number), 1)
        assert row is not None
        return [each.actor for each in await commands_between(connection, row) if each.refused is None]


async def test_nobody_makes_a_second_signature_needless_for_himself(
    staffed: Database, settings: Settings, number: str
) -> None:
    """A supervisor who could would change the table, sign alone, and change it back."""
    async with pit(staffed, settings, number, book=VOIDS) as here:
        alone = _config(here, single_signature=("void_round", "void_earlier"))
        assert (await here.refused("susan", "ChangeConfig", config=alone)).code == "not_allowed"
        await here.ask("susan", "ChangeConfig", config=_config(here, minimum_cents=500))
        await here.ask("alma", "ChangeConfig", config=alone)
        await here.ask("susan", "ChangeConfig", config=_config(here, single_signature=("void_round",)))


def _config(here: Pit, **otherwise: Any) -> dict[str, Any]:
    """The table's options, but for these."""
    said: dict[str, Any] = orjson.loads(encode(replace(here.table.config, **otherwise)))
    return said


async def test_an_earlier_round_is_void_by_its_number(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number, book=VOIDS) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        await here.answer("dana", "Stand", box=1)
        await here.deal("9C", "5D")
        await here.ask("dana", "OpenBetting")
        void = c.Void("earlier", "other")
        async with staffed.connection("reader") as connection:
            row = await round_of_number(connection, TableId(number), 1)
        assert row is not None
        signed = said(void, seal(here, void, await load_record(staffed, row.round)), round=1)
        assert (await here.refused("susan", "SignRemedy", "susan", **signed | {"round": 7})).code == "no_such_round"
        for signer in ("susan", "stefan"):
            await here.ask("susan", "SignRemedy", signer, **signed)
        assert here.table.amended == ((1, "void"),)


async def test_an_inspection_is_by_somebody_of_that_role(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number, ready=False) as here:
        await here.ask("susan", "OpenTable", config={})
        await here.ask("dana", "ChangeDealer", dealer="dana")
        await here.ask("dana", "BringSet", set_id="one", colour="red")
        inspection: dict[str, Any] = {"step": "inspect", "who": "supervisor"}
        assert (await here.refused("dana", "DoStep", **inspection)).code == "not_allowed"
        assert (await here.refused("dana", "DoStep", "dirk", **inspection)).code == "not_allowed"
        assert (await here.refused("dana", "DoStep", "otto", **inspection)).code == "not_allowed"
        assert (await here.refused("dirk", "DoStep", "susan", **inspection)).code == "not_on_duty"
        await here.ask("dana", "DoStep", "susan", **inspection)
        assert here.table.preparation is not None
        assert ("inspect:supervisor", "susan") in here.table.preparation.people


async def test_the_float_takes_two_people_of_whom_one_supervises(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        assert (await here.refused("dana", "OpenFloat", "susan", cents=100_000)).code == "not_allowed"
        assert (await here.refused("susan", "OpenFloat", cents=100_000)).code == "signature_needed"
        assert (await here.refused("susan", "OpenFloat", "susan", cents=100_000)).code == "same_person"
        assert (await here.refused("susan", "OpenFloat", "vera", cents=100_000)).code == "not_allowed"
        assert (await here.refused("susan", "OpenFloat", "dana", "dirk", cents=100_000)).code == "not_allowed"
        await here.ask("susan", "OpenFloat", "dana", cents=100_000)
        assert here.table.float.open
        await here.ask("susan", "FillFloat", "stefan", "dana", cents=50_000)
        assert here.table.float.cents == 150_000
        await here.ask("susan", "CloseFloat", "dana", cents=140_000)
        assert (await here.refused("otto", "EnterDrop", "dana", cents=10_000)).code == "not_allowed"
        await here.ask("otto", "EnterDrop", "susan", cents=10_000)


async def test_who_gave_somebody_the_pin_does_not_sign_with_him(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the record they may be one person: by the PIN, or by a one-time code for it, whoever of the two asks. What
    somebody makes of his own PIN changes nothing of that, and what another administrator gives does."""
    async with pit(staffed, settings, number, book=VOIDS) as here:
        adam, eve = f"adam-{number}", f"eve-{number}"
        monkeypatch.setitem(PINS, adam, "716284")
        monkeypatch.setitem(PINS, eve, "716285")
        await here.people.add(OFFICE, AddPerson(adam, "Adam", ("supervisor", "administrator")), PINS[adam])
        by = await here.caller(adam)
        await here.people.add(by, AddPerson(eve, "Eve", ("supervisor",)), PINS[eve])
        both, void = (adam, "OpenFloat", eve), c.Void("round", "other")
        assert (await here.refused(*both, cents=100_000)).code == "same_person"
        assert (await here.refused(eve, "OpenFloat", adam, cents=100_000)).code == "same_person"
        assert (await here.refused("susan", "BeginPaper", adam, eve, reason="dark")).code == "same_person"
        await here.people.set_own_pin(await here.caller(eve), PINS[eve], "925874")
        monkeypatch.setitem(PINS, eve, "925874")
        await here.people.choose_pin(eve, (await here.people.make_code(by, eve, 1))[0], "925815", "here")
        monkeypatch.setitem(PINS, eve, "925815")
        here.sign_in_anew()
        await here.bet_and_deal("8S", "6D", "KH")
        signed = said(void, seal(here, void))
        await here.ask(adam, "SignRemedy", adam, **signed)
        assert (await here.refused(eve, "SignRemedy", eve, **signed)).code == "same_person"
        await here.people.choose_pin(eve, (await here.people.make_code(OFFICE, eve, 1))[0], "925816", "here")
        monkeypatch.setitem(PINS, eve, "925816")
        here.sign_in_anew()
        await here.ask(eve, "SignRemedy", eve, **signed)
        await here.ask(*both, cents=100_000)


async def test_paper_is_begun_by_two_and_a_step_needs_no_signature(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        assert (await here.refused("dana", "CloseBets", "susan")).code == "bad_request"
        await here.ask("susan", "BeginPaper", "dana", reason="the server was away")
        assert here.table.paper is not None
        assert here.table.paper.by == ("susan", "dana")
        await here.ask("susan", "EndPaper")
        assert here.table.paper is None


async def test_a_signature_is_in_the_log_of_the_house(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.ask("susan", "OpenFloat", "dana", cents=100_000)
        async with staffed.connection("reader") as connection:
            rows = await connection.fetch("SELECT payload::text FROM events WHERE type = 'SignedForAct'")
        assert any(f"OpenFloat at table {number}" in row["payload"] for row in rows)


@pytest.mark.parametrize("pin", ["", "000000"])
async def test_a_wrong_pin_signs_nothing(staffed: Database, settings: Settings, number: str, pin: str) -> None:
    async with pit(staffed, settings, number) as here:
        refused = await here.refused("susan", "OpenFloat", "dana", cents=100_000, pins={"dana": pin})
        assert refused.code == ("bad_request" if not pin else "wrong_credentials")
        assert pin == "" or pin not in f"{refused.message}{refused.details}"
        assert not here.table.float.open


async def test_who_is_signed_out_while_somebody_signs_asks_nothing_any_more(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pit(staffed, settings, number) as here:
        dana, signs = await here.caller("dana"), here.people.for_one_act

        async def meanwhile(who: str, pin: str, act: str, where: str, by: Caller) -> Caller:
            await here.people.end_session(OFFICE, dana.session, "ended by another")
            return await signs(who, pin, act, where, by)

        monkeypatch.setattr(here.people, "for_one_act", meanwhile)
        assert (await here.refused("dana", "ChangeDealer", "dirk", dealer="dirk")).code == "session_ended"
        assert here.table.dealer == "dana"


@pytest.mark.parametrize(
    ("roles", "suspended", "code"),
    [(("supervisor",), True, "suspended"), (("surveillance",), False, "not_allowed"), (("dealer",), False, "")],
)
async def test_who_has_signed_still_may_when_the_turn_of_the_command_comes(
    staffed: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch,
    roles: tuple[PersonRole, ...], suspended: bool, code: str,
) -> None:  # fmt: skip
    """Between the PIN and the table others are asked; who was suspended meanwhile has not signed."""
    async with pit(staffed, settings, number) as here:
        await here.people.add(OFFICE, AddPerson(f"sten-{number}", "Sten", ("supervisor",)), PINS["stefan"])
        name, signs = f"sten-{number}", here.people.for_one_act

        async def meanwhile(who: str, pin: str, act: str, where: str, by: Caller) -> Caller:
            signed = await signs(who, pin, act, where, by)
            if suspended:
                await here.people.suspend(OFFICE, name, "left")
            elif roles != ("supervisor",):
                await here.people.change(OFFICE, ChangePerson(name, "Sten", roles))
            return signed

        monkeypatch.setattr(here.people, "for_one_act", meanwhile)
        pins = {name: PINS["stefan"]}
        if code:
            assert (await here.refused("susan", "OpenFloat", name, cents=100_000, pins=pins)).code == code
        else:
            await here.ask("susan", "OpenFloat", name, cents=100_000, pins=pins)
        assert here.table.float.open is (code == "")
