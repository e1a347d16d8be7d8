"""Orders that come again under their id: after an answer that was lost, or for something else."""

import asyncio
from typing import Any
from uuid import uuid4

from app.settings import Settings
from app.store.database import Database
from tests.terminal.pit import BET, pit


async def test_the_same_again_gets_the_same_answer_and_another_is_refused(
    staffed: Database, settings: Settings, number: str
) -> None:
    async with pit(staffed, settings, number) as here:
        id_ = uuid4()
        first = await here.ask("dana", "PlaceWager", id_=id_, **BET)
        version = here.actor.version
        assert await here.ask("dana", "PlaceWager", id_=id_, **BET) == first._replace(again=True)
        assert (await here.refused("dana", "PlaceWager", id_=id_, **BET | {"cents": 2_000})).code == "id_reused"
        assert (await here.refused("dana", "CloseBets", id_=id_)).code == "id_reused"
        assert (await here.refused("susan", "PlaceWager", id_=id_, **BET)).code == "id_reused"
        assert (await here.refused("dana", "PlaceWager", id_=id_, question="1.bets", **BET)).code == "id_reused"
        assert here.actor.version == version
        await here.ask("susan", "ChangeDealer", dealer="dirk")
        assert await here.ask("dana", "PlaceWager", id_=id_, **BET) == first._replace(again=True), "on duty or not"


async def test_what_was_refused_is_refused_again_as_it_was(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        id_ = uuid4()
        first = await here.refused("dana", "Stand", id_=id_, question="1.decide", box=1)
        await here.bet_and_deal("8S", "6D", "KH")
        again = await here.refused("dana", "Stand", id_=id_, question="1.decide", box=1)
        assert (again.code, again.message, again.details) == (first.code, first.message, first.details)


async def test_a_typed_card_comes_again_as_the_same(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal()
        id_, question = uuid4(), here.questions()[-1].id
        first = await here.ask("dana", "TypeCard", id_=id_, question=question, card="8S")
        assert await here.ask("dana", "TypeCard", id_=id_, question=question, card="8S") == first._replace(again=True)
        assert (await here.refused("dana", "TypeCard", id_=id_, question=question, card="9S")).code == "id_reused"
        closed = await here.refused("dana", "TypeCard", question=question, card="8S")
        assert closed.code == "question_closed", "who types twice has a new id, and an old question"
        assert (await here.refused("dana", "TypeCard", card="8S")).code == "bad_request"
        assert here.table.shoe.left == 8 * 48 - 1


async def test_what_somebody_else_asked_is_not_answered_again(
    staffed: Database, settings: Settings, number: str
) -> None:
    """Though the command has nobody's name in it: a card, a tap."""
    async with pit(staffed, settings, number) as here:
        await here.bet_and_deal("8S", "6D")
        for name, more in (("TypeCard", {"card": "KH"}), ("Stand", {"box": 1})):
            said: dict[str, Any] = {"id_": uuid4(), "question": here.questions()[-1].id, **more}
            first = await here.ask("dana", name, **said)
            assert (await here.refused("susan", name, **said)).code == "id_reused"
            assert await here.ask("dana", name, **said) == first._replace(again=True)


async def test_two_at_once_under_one_id_are_done_once(staffed: Database, settings: Settings, number: str) -> None:
    async with pit(staffed, settings, number) as here:
        id_ = uuid4()
        both = await asyncio.gather(*[here.ask("dana", "PlaceWager", id_=id_, **BET) for _ in range(2)])
        assert sorted(each.again for each in both) == [False, True]
