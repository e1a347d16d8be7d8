"""Orders at a real table: who may give them, what the house fills in, and what comes of them."""

import asyncio
from uuid import uuid4

from app.game.core.records import replace
from app.house.subjects.people.commands import ChangePerson
from app.settings import Settings
from app.store.database import Database
from tests.store.waiting import when
from tests.terminal.pit import BET, OFFICE, PINS, THROUGH, Pit, pit


async def test_a_round_is_played_from_a_terminal(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        stood = await here.answer("dana", "Stand", box=1)
        assert stood.version == here.actor.version and stood.version == stood.first_version + stood.events - 1
        await here.deal("9C", "5D")
        assert here.table.round is not None and here.table.round.complete
        assert sum(line.pays_cents for line in here.table.round.lines) == 0, "18 against 20 loses"
        refused = await here.refused("dana", "Stand", question="nothing", box=1)
        assert (refused.code, refused.details) == (
            "question_closed",
            {"box": None, "step": None, "version": here.actor.version},
        )


async def test_a_table_is_set_up_from_a_terminal(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number, ready=False) as here:
        assert (await here.refused("dana", "OpenTable", config={})).code == "not_allowed"
        await here.ask("alma", "OpenTable", config={"decks": 8})
        await here.ask("susan", "ChangeDealer", dealer="dana")
        assert (here.table.dealer, here.table.licensed_through) == ("dana", THROUGH)
        await here.ask("dana", "BringSet", set_id="one", colour="red")
        while steps := [each.step or "" for each in here.questions() if each.question == "shoe"]:
            await _do(here, steps[0])
        assert here.table.shoe.decks == 8


async def _do(here: Pit, step: str) -> None:
    """The step by whom the book wants: the dealer, or a supervisor who signs for it at the dealer's terminal."""
    word, _, more = step.partition(" ")
    if word == "cut":
        await here.ask("dana", "CutCards", box=int(more) if more else None, cards=100)
    elif word == "cut_card":
        await here.ask("dana", "PlaceCutCard", cards=100)
    elif word in ("shuffle", "load"):
        await here.ask("dana", "FinishShuffle" if word == "shuffle" else "LoadShoe")
    else:
        signers = ("susan",) if more == "supervisor" else ()
        await here.ask("dana", "DoStep", *signers, step=word, who=more or None)


async def test_only_the_dealer_on_duty_deals_and_a_supervisor_stands_in(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        assert (await here.refused("dirk", "PlaceWager", **BET)).code == "not_on_duty"
        for name in ("vera", "alma", "otto"):
            assert (await here.refused(name, "PlaceWager", **BET)).code == "not_allowed"
        version = here.actor.version
        await here.ask("susan", "PlaceWager", **BET)
        await here.ask("doris", "PlaceWager", **BET | {"box": 2})
        assert here.actor.version > version
        assert (await here.refused("dana", "OrderShuffle", reason="discretion")).code == "not_allowed"


async def test_what_goes_into_the_record_for_a_reason_says_one(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        for type_, signers in (("CloseTable", ()), ("BeginPaper", ("dana",))):
            for reason in ("", "  "):
                problem = await here.refused("susan", type_, *signers, reason=reason)
                assert (problem.code, "`reason`" in str(problem)) == ("bad_request", True), (type_, reason)
        assert here.table.paper is None and not here.table.closed
        await here.ask("susan", "CloseTable", reason="end of day")


async def test_a_refusal_is_noted_in_the_house(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.refused("dirk", "CloseBets")
        await here.people.close()

        async def noted() -> bool:
            async with staffed.connection("reader") as connection:
                rows = await connection.fetch(
                    "SELECT payload::text FROM events WHERE stream='house' AND type='Refusal'"
                )
            return any("command.CloseBets" in row["payload"] and "not_on_duty" in row["payload"] for row in rows)

        await when(noted)


async def test_who_is_put_out_gives_no_more_orders(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        caller = await here.caller("dana")
        await here.people.end_session(OFFICE, caller.session, "the test")
        refused = await here.refused("dana", "CloseBets")
        assert refused.code in ("session_ended", "not_signed_in")


# --- dealers on, off and relieved


async def test_a_dealer_comes_in_his_own_name_only_and_leaves(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        assert (await here.refused("dirk", "ChangeDealer", dealer="")).code == "not_allowed"
        assert (await here.refused("dana", "ChangeDealer", dealer="dirk")).code == "not_allowed"
        assert (await here.refused("dirk", "ChangeDealer", dealer="dirk")).code == "signature_needed"
        await here.ask("dirk", "ChangeDealer", "dirk", dealer="dirk")
        assert here.table.dealer == "dirk"
        await here.ask("dirk", "ChangeDealer", dealer="")
        assert (here.table.dealer, here.table.licensed_through) == ("", None)
        await here.ask("susan", "ChangeDealer", dealer="dana")
        assert (await here.refused("susan", "ChangeDealer", dealer="vera")).code == "not_a_dealer"
        assert (await here.refused("susan", "ChangeDealer", dealer="nobody")).code == "not_a_dealer"


async def test_relief_is_signed_at_the_terminal_of_who_is_on_duty(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        id_ = uuid4()
        relief = await here.ask("dana", "ChangeDealer", "dirk", dealer="", id_=id_)
        assert here.table.dealer == "dirk"
        again = await here.ask("dana", "ChangeDealer", "dirk", dealer="", id_=id_)
        assert again == relief._replace(again=True), "the answer had been lost on its way"
        assert (await here.refused("dirk", "ChangeDealer", "susan", dealer="dana")).code == "bad_request"
        assert (await here.refused("dirk", "ChangeDealer", "susan", dealer="")).code == "not_a_dealer"
        wrong = await here.refused("dirk", "ChangeDealer", "dana", dealer="", pins={"dana": PINS["susan"]})
        assert wrong.code == "wrong_credentials"
        assert here.table.dealer == "dirk"


async def test_duty_is_looked_at_when_the_turn_has_come(staffed: Database, settings: Settings, number: str) -> None:
    """The order of the dealer who was relieved while it waited is not taken any more."""
    async with pit(staffed, settings, number) as here:
        await here.caller("susan")
        relief = asyncio.create_task(here.ask("susan", "ChangeDealer", dealer="dirk"))
        late = asyncio.create_task(here.refused("dana", "PlaceWager", **BET))
        await relief
        assert (await late).code == "not_on_duty"
        assert here.table.round is None


async def test_the_licence_is_that_of_the_account(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        changed = ChangePerson("dirk", "Dirk", ("dealer",), "badge-dirk", "L-dirk", "2027-01-31")
        await here.people.change(OFFICE, changed)
        await here.ask("susan", "ChangeDealer", dealer="dirk")
        assert here.table.licensed_through == "2027-01-31"
        await here.people.change(OFFICE, replace(changed, licensed_through=THROUGH))


# --- errors at the table


async def test_a_dealer_enters_a_players_choice_and_not_the_houses(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        await here.ask("dana", "FindFaceUp", card="4C")
        asked = here.questions()
        assert here.table.held is not None and all(each.player is None for each in asked)
        choice = next(option.choice for option in asked[0].options if option.allowed)
        assert (await here.refused("dana", "Resolve", choice=choice)).code == "not_allowed"
        await here.ask("susan", "Resolve", choice=choice)
        assert here.table.held is None


async def test_a_report_is_withdrawn_by_the_dealer(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal("8S", "6D", "KH")
        await here.ask("dana", "Report", irregularity="absent_player", box=1, player="ann")
        if here.table.held is not None:
            await here.ask("dana", "UndoTap")
        assert here.table.held is None
