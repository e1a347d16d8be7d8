"""The first account: there is none by default, and one token makes it once."""

import asyncio

from app.house.subjects.people import events as e
from app.people.authentication import STRAYS as TRIES
from app.people.authentication import People, SignedIn
from app.settings import Settings
from app.store.database import Database
from tests.people.houses import ADA_PIN, DANA_PIN, HERE, happened, problem_of, server, staffed

Own = tuple[Database, Settings]


async def made(people: People, token: str | None, name: str = "ada", pin: str = ADA_PIN) -> SignedIn:
    assert token is not None
    return await people.set_up(token, name, "Ada", pin, HERE)


async def test_the_token_makes_one_administrator_once(own: Own) -> None:
    async with server(own) as at:
        done = await made(at.people, at.setup_token)
        assert (done.caller.name, done.caller.roles) == ("ada", frozenset({"administrator"}))
        assert await at.people.caller(done.token, HERE) == done.caller
        assert await problem_of(made(at.people, at.setup_token, "eve")) == "bad_setup_token"
        assert [each.name for each in at.house.people] == ["ada"]
        await at.people.sign_in("ada", ADA_PIN, HERE)


async def test_where_somebody_has_an_account_there_is_no_token(own: Own) -> None:
    async with staffed(own) as at:
        assert at.setup_token is not None, "there was nobody at its start"
        assert await problem_of(made(at.people, at.setup_token, "eve")) == "already_set_up"
        async with server(own) as later:
            assert later.setup_token is None
            assert await problem_of(later.people.set_up("", "eve", "Eve", ADA_PIN, HERE)) == "bad_setup_token"


async def test_of_two_servers_that_are_set_up_at_once_one_is(own: Own) -> None:
    async with server(own) as one, server(own) as other:
        assert one.setup_token != other.setup_token
        assert await problem_of(made(one.people, other.setup_token)) == "bad_setup_token"
        both = [made(one.people, one.setup_token), made(other.people, other.setup_token, "eve", DANA_PIN)]
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert len([each for each in answers if isinstance(each, Exception)]) == 1
        assert len((await one.log.read()).state.people) == 1


async def test_what_is_wrong_leaves_the_token_good(own: Own) -> None:
    async with server(own) as at:
        assert await problem_of(made(at.people, at.setup_token, pin="123456")) == "weak_pin"
        for name in ("a b", "a\0b", "\ud800", ""):
            assert await problem_of(made(at.people, at.setup_token, name=name)) == "bad_person"
        assert at.house.people == ()
        await made(at.people, at.setup_token)


async def test_wrong_tokens_are_throttled_and_noted(own: Own) -> None:
    async with server(own) as at:
        for _ in range(TRIES):
            assert await problem_of(made(at.people, "made up")) == "bad_setup_token"
        assert await problem_of(made(at.people, "made up")) == "too_many_tries"
        await made(at.people, at.setup_token)  # nobody guesses it, so nobody keeps it out
    refused = [each for each in await happened(own[0]) if isinstance(each, e.Refusal)]
    wrong = [each for each in refused if each.why == "bad_setup_token"]
    assert [(each.who, each.action, each.where, each.times) for each in wrong] == [
        ("nobody", "set_up", HERE, 1), ("nobody", "set_up", HERE, TRIES - 1)
    ]  # fmt: skip
