"""The past over HTTP: rounds found and told, the log row by row, and the table as it was at any version."""

import asyncio
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import orjson

from app.books.rulebook import ruleset_ids
from app.house.subjects.people.events import FaceDownSeen
from app.realtime.audience import AUDIENCES, views
from app.settings import Settings
from app.store import schema
from app.store.chain import GENESIS, Entry, row_hash
from app.store.codec import encode
from app.store.database import Database
from app.store.house_log import STREAM
from app.store.log_reader import entries, event_of
from app.table.requests import Published
from tests.api.here import Answered, Here, Terminal, serving
from tests.store.live import BOOK, all_played
from tests.store.plays import random_plays

WON = "8S 6D KH KC JC"  # the dealer goes bust
LOST = "8S 6D KH KC 5D"
SEED = 11
SQUEEZES = "sg-pontoon-plus-v5"


async def test_replay_shows_what_each_screen_was_shown(database: Database, settings: Settings) -> None:
    """Every version after which somebody was told, of an evening under all books, for every audience. The slowest of
    these tests: some 400 requests."""
    async with serving(database, settings) as here:
        shown: dict[tuple[str, int], Published] = {}
        here.server.tables.listen(lambda number, told: shown.__setitem__((number, told.version), told))
        plays = random_plays(SEED, len(ruleset_ids()))
        actors = await all_played(here.server.tables, plays, f"replay{uuid4().hex[:6]}x")
        auditor, room = await here.person("auditor"), asyncio.Semaphore(16)

        async def compared(number: str, told: Published) -> None:
            live = views(told.table, actors[f"table:{number}"].rules, AUDIENCES)
            for audience in AUDIENCES:
                async with room:
                    past = await auditor.get(f"/tables/{number}/replay/{told.version}/{audience}")
                assert (past["table"], past["version"]) == (number, told.version)
                assert past["view"] == orjson.loads(encode(live[audience])), (number, told.version, audience)

        await asyncio.gather(*[compared(number, told) for (number, _), told in shown.items()])
        print(f"{len(shown)} versions of {len(actors)} tables")


async def test_what_there_is_not_to_replay(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        version = (await supervisor.get(f"/tables/{number}", audience="floor"))["version"]
        path = f"/tables/{number}/replay"
        assert (await supervisor.get(f"{path}/{version}/floor"))["version"] == version
        assert (await supervisor.refused("GET", f"{path}/{version + 1}/floor"))["code"] == "no_such_version"
        assert (await supervisor.refused("GET", f"{path}/0/floor"))["code"] == "bad_request"
        assert (await supervisor.refused("GET", f"{path}/{version}/surveillance"))["code"] == "not_allowed"
        assert (await dealer.refused("GET", f"{path}/{version}/dealer"))["code"] == "not_allowed"


async def evening(here: Here, number: str) -> tuple[Terminal, Terminal]:
    """Two rounds of one dealer's, won and lost, and one of another's; surveillance and a supervisor look at them."""
    dealer, supervisor = await here.dealt(number)
    await dealer.play_round(number, WON, 2_500)
    await dealer.play_round(number, LOST)
    other = await here.person("dealer")
    await supervisor.done(number, {"type": "ChangeDealer", "dealer": other.name})
    await other.play_round(number, LOST, 1_500)
    return supervisor, await here.person("surveillance")


async def found(person: Terminal, table: str, /, **wanted: Any) -> list[int]:
    """The numbers of the rounds of the table that are found."""
    answer = await person.get("/rounds", table=table, **wanted)
    return [each["number"] for each in answer["rounds"]]


async def test_rounds_are_found_by_what_was_in_them(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        listed = (await supervisor.get("/rounds", table=number))["rounds"]
        first, last = listed[-1]["dealer"], listed[0]["dealer"]
        assert await found(supervisor, number) == [3, 2, 1]
        assert await found(supervisor, number, card="JC") == [1]
        assert await found(supervisor, number, card="AC") == []
        assert await found(supervisor, number, cents=1_500) == [3]
        assert await found(supervisor, number, cents=2_500) == [1]
        assert await found(supervisor, number, player="1A") == [3, 2, 1]
        assert await found(supervisor, number, player="7C") == []
        assert await found(supervisor, number, dealer=first) == [2, 1]
        assert await found(supervisor, number, dealer=last) == [3]
        assert await found(supervisor, number, state="void") == []
        assert await found(supervisor, number, first_day="2001-01-01", last_day="2001-01-31") == []
        assert await found(supervisor, number, number=2) == [2]
        assert await found(supervisor, number, number=9) == []
        assert await found(supervisor, number, number=2, first_day="2001-01-01", last_day="2001-01-31") == []
        assert {each["ruleset"] for each in listed} == {BOOK}
        day = listed[0]["day"]
        assert await found(supervisor, number, first_day=day, last_day=day) == [3, 2, 1]
        long = {"first_day": "2001-01-01", "last_day": "2001-03-01"}
        assert (await supervisor.refused("GET", "/rounds", params=long))["code"] == "bad_request"


async def test_pages_of_rounds_follow_each_other(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        page = await supervisor.get("/rounds", table=number, limit=2)
        assert [each["number"] for each in page["rounds"]] == [3, 2]
        page = await supervisor.get("/rounds", table=number, limit=2, after=page["next"])
        assert ([each["number"] for each in page["rounds"]], page["next"]) == ([1], None)
        wrong = {"after": "not-a-round"}
        assert (await supervisor.refused("GET", "/rounds", params=wrong))["code"] == "no_such_round"


async def test_a_round_is_told(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, surveillance = await evening(here, number)
        name = (await supervisor.get("/rounds", table=number))["rounds"][-1]["round"]
        lines = (await supervisor.get(f"/rounds/{name}"))["lines"]
        assert "complete" in lines[0] and any(["6D KC JC" in line for line in lines])
        assert any(["Settled" in line for line in (await supervisor.get(f"/rounds/{name}/story"))["lines"]])
        script = (await supervisor.ask("GET", f"/rounds/{name}/script")).text
        assert "cards 8S 6D KH" in script
        events = (await supervisor.get(f"/rounds/{name}/events"))["events"]
        assert (events[0]["type"], events[0]["round"]) == ("RoundOpened", name)
        half = await supervisor.get(f"/rounds/{name}/events", after=events[4]["version"], limit=3)
        assert half["events"] == events[5:8]
        asked = (await surveillance.get(f"/rounds/{name}/commands"))["commands"]
        assert [each["type"] for each in asked[:3]] == ["OpenBetting", "PlaceWager", "DrawCard"]
        assert sum(each["events"] for each in asked) == len(events)
        assert (await surveillance.get(f"/rounds/{name}/frames"))["frames"] == []


async def test_rounds_that_there_are_not(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        surveillance = await here.person("surveillance", sees_face_down=True)
        for path in ("", "/story", "/script", "/events", "/commands", "/frames", "/face-down"):
            name = f"{number}-{date(2026, 1, 1):%Y%m%d}-1"
            assert (await surveillance.refused("GET", f"/rounds/{name}{path}"))["code"] == "no_such_round", path
            too_long = await surveillance.refused("GET", "/rounds", params={"after": f"{name}{'0' * 30}"})
            assert too_long["code"] == "no_such_round"
            name = f"{number}-20261399-1"
            assert (await surveillance.refused("GET", f"/rounds/{name}{path}"))["code"] == "no_such_round", path


async def test_refused_commands_are_listed_with_their_answers(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.done(number, {"type": "OpenBetting"})
        order = dealer.order({"type": "Stand", "box": 1})
        refused = await dealer.refused("POST", f"/tables/{number}/orders", json=order)
        name = (await supervisor.get("/rounds", table=number))["rounds"][0]["round"]
        surveillance = await here.person("surveillance")
        asked = (await surveillance.get(f"/rounds/{name}/commands"))["commands"]
        stand = next(each for each in asked if each["type"] == "Stand")
        assert (stand["id"], stand["code"], stand["events"]) == (order["id"], refused["code"], 0)
        assert stand["actor"] == f"person:{dealer.name}"


async def test_the_log_is_told_in_pages(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        whole: list[Answered] = []
        while page := (await supervisor.get(f"/tables/{number}/events", after=len(whole), limit=7))["events"]:
            whole += page
        assert [each["version"] for each in whole] == list(range(1, len(whole) + 1))
        at_once = (await supervisor.get(f"/tables/{number}/events", limit=200))["events"]
        assert at_once == whole
        assert all([each["words"] for each in whole])


async def test_whoever_has_the_rows_verifies_the_chain(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        _, surveillance = await evening(here, number)
        rows = (await surveillance.get(f"/tables/{number}/rows", limit=200))["rows"]
        previous = GENESIS
        for row in rows:
            entry = entry_of(row)
            assert row_hash(entry) == entry.hash and entry.previous == previous
            previous = entry.hash
        assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))


def entry_of(row: Answered) -> Entry:
    """The row as it is hashed."""
    command = None if row["command"] is None else UUID(row["command"])
    digest = None if row["command_digest"] is None else bytes.fromhex(row["command_digest"])
    return Entry(
        row["stream"], row["version"], date.fromisoformat(row["day"]), row["round"], row["type"],
        row["schema_version"], row["payload"], row["checkpoint"], command, digest, row["actor"], row["event_us"],
        row["recorded_us"], bytes.fromhex(row["previous"]), bytes.fromhex(row["hash"]),
    )  # fmt: skip


async def test_what_lay_face_down_is_for_whom_it_was_granted(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.person("dealer"), await here.person("supervisor")
        await here.open(number, supervisor, dealer, SQUEEZES)
        await supervisor.done(number, {"type": "ChangeDealer", "dealer": dealer.name})
        await supervisor.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000, "seated": True}
        await dealer.done(number, wager)
        await supervisor.done(number, {"type": "PermitSqueeze", "box": 1})
        await dealer.deal(number, "8S 6D KH")
        name = (await supervisor.get("/rounds", table=number))["rounds"][0]["round"]
        without, granted = await here.person("surveillance"), await here.person("surveillance", sees_face_down=True)
        path = f"/rounds/{name}/face-down"
        assert (await supervisor.refused("GET", path))["code"] == "not_allowed"
        assert (await without.refused("GET", path))["code"] == "no_grant"
        assert (await granted.get(path))["cards"] == []  # the round is open: nobody sees it
        remedy = {"type": "Void", "scope": "round", "reason": "other"}
        sign = {"type": "SignRemedy", "remedy": remedy, "seen": await seal(supervisor, number, remedy)}
        for signer in (supervisor.name, await here.account("supervisor")):
            await supervisor.done(number, sign, signer)
        cards = (await granted.get(path))["cards"]
        assert {each["card"] for each in cards} == {"8S", "KH"}
        assert await seen_by(database, name) == [(granted.name, name)] * 2  # the open round, too
        told = "\n".join((await supervisor.get(f"/rounds/{name}/story"))["lines"])
        assert "face down" in told and "as is known by now" not in told and "8S" not in told


async def seen_by(database: Database, name: str) -> list[tuple[str, str]]:
    """Who was shown what lay face down in this round, as the log of the house has it."""
    async with database.connection("reader") as connection:
        found = await entries(connection, STREAM, schema.events.c.type == "FaceDownSeen")
    told = [event_of(entry) for entry in found]
    return [(event.name, event.round) for event in told if isinstance(event, FaceDownSeen) and event.round == name]


async def seal(supervisor: Terminal, number: str, remedy: Answered) -> str:
    """The seal of what the remedy comes to."""
    shown = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json={"remedy": remedy})
    return str(shown["seal"])


async def test_the_newest_events_of_a_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        every = (await supervisor.get(f"/tables/{number}/events", limit=200))["events"]
        path = f"/tables/{number}/events"
        assert (await supervisor.get(path, newest=3))["events"] == every[-3:]
        assert (await supervisor.get(path, newest=200))["events"] == every
        last = every[-1]["version"]
        assert (await supervisor.get(path, newest=3, after=last - 1))["events"] == every[-1:]
        assert (await supervisor.get(path, newest=3, after=last))["events"] == []
