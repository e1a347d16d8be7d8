"""What nobody may find: PINs and tokens, wherever they were used."""

# ruff: noqa: S608 - the names of tables in the statements come from the database

import json
import time

import asyncpg
import pytest
from argon2 import extract_parameters
from argon2.low_level import Type

from app.game.core.records import replace
from app.people.pins import HASHER, Pins, check_pin, seal_of
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database, Role
from tests.people.houses import ADA_PIN, DANA, DANA_PIN, HERE, OFFICE, WRONG_PIN, problem_of, server, staffed

Own = tuple[Database, Settings]


async def everything(database: Database) -> str:
    """Every row of every table of the database as text."""
    async with database.connection("owner") as owner:
        names = await owner.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        rows = [await owner.fetch(f"SELECT t::text AS row FROM {each['tablename']} AS t") for each in names]
    return "\n".join(row["row"] for found in rows for row in found)


async def test_neither_pins_nor_tokens_are_in_the_database(own: Own) -> None:
    """After everything that somebody gives a PIN or gets a token for; what the search would find, it finds."""
    async with server(own) as at:
        assert at.setup_token is not None
        first = await at.people.set_up(at.setup_token, "ada", "Ada", ADA_PIN, HERE)
        await at.people.add(OFFICE, replace(DANA, shown="Dana of the night"), DANA_PIN)
        done = await at.people.sign_in("dana", DANA_PIN, HERE)
        await problem_of(at.people.sign_in("dana", WRONG_PIN, HERE))
        await problem_of(at.people.sign_in("604175", WRONG_PIN, HERE))
        await problem_of(at.people.caller("made-up-token", HERE))
        await problem_of(at.people.set_up("made-up-setup", "eve", "Eve", ADA_PIN, HERE))
        await at.people.for_one_act("dana", DANA_PIN, "act", HERE)
        await at.people.set_pin(OFFICE, "dana", "620974")
        sign = await at.people.add_display(OFFICE, "t7-sign", "7")
        ticket = at.people.ticket(first.caller)
    text = await everything(own[0])
    secrets = [
        at.setup_token, first.token, done.token, sign, ticket, ADA_PIN, DANA_PIN, WRONG_PIN, "620974", "604175",
        "made-up-token", "made-up-setup",
    ]  # fmt: skip
    assert [each for each in secrets if each in text] == []
    assert "Dana of the night" in text and "$argon2id$" in text and HERE in text


async def test_the_log_holds_no_hash_of_a_pin(own: Own) -> None:
    """Only the seal of one, with a salt in it that is not in the log."""
    async with staffed(own) as at:
        seals = {each.name: each.pin_seal for each in at.house.people}
    async with own[0].connection("app") as app:
        kept = {row["person"]: row["hash"] for row in await app.fetch("SELECT person, hash FROM pins")}
        log = await app.fetch("SELECT payload, checkpoint FROM events UNION ALL SELECT body, answer FROM commands")
    assert {name: seal_of(hash_) for name, hash_ in kept.items()} == seals
    salts_and_hashes = [part for hash_ in kept.values() for part in hash_.split("$")[-2:]]
    assert not [part for part in salts_and_hashes if part in json.dumps([tuple(row) for row in log])]


@pytest.mark.parametrize("role", ["reader", "vault"])
async def test_only_the_apps_role_reads_pins(own: Own, role: Role) -> None:
    async with own[0].connection(role) as connection:
        for sql in ("SELECT count(*) FROM pins", "COPY pins TO STDOUT", "UPDATE pins SET hash = hash",
                    "INSERT INTO pins VALUES ('eve', '$argon2id$', now())", "DELETE FROM pins"):  # fmt: skip
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(sql)


async def test_the_apps_role_removes_no_pin_and_keeps_none_that_is_not_hashed(own: Own) -> None:
    async with own[0].connection("app") as app:
        for sql in ("DELETE FROM pins", "TRUNCATE pins"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await app.execute(sql)
        with pytest.raises(asyncpg.CheckViolationError):
            await app.execute("INSERT INTO pins VALUES ('eve', '482913', now())")


# --- how a PIN is hashed


def test_pins_are_hashed_as_is_recommended_at_least() -> None:
    """Argon2id with 19 MiB twice over is the least that is recommended; each hash has a salt of its own."""
    hashes = [HASHER.hash(ADA_PIN) for _ in range(2)]
    found = extract_parameters(hashes[0])
    assert found.type is Type.ID and found.version == 19
    assert found.memory_cost >= 19 * 1024 and found.time_cost >= 2
    assert found.salt_len >= 16 and found.hash_len >= 32
    assert hashes[0] != hashes[1]


async def test_a_name_that_nobody_has_costs_as_much(own: Own) -> None:
    """In time of the processor, which other work on the machine does not change."""

    pins = Pins(own[0])
    try:
        seals: list[str] = []

        async def tell(seal: str) -> None:
            seals.append(seal)

        await pins.keep("dana", DANA_PIN, tell)

        async def cost_s(name: str, seal: str, pin: str) -> float:
            since_s = time.process_time()
            for _ in range(5):
                await pins.fits(await pins.kept(name, seal), pin)
            return time.process_time() - since_s

        known = await cost_s("dana", seals[0], WRONG_PIN)
        assert 0.5 < await cost_s("", "", WRONG_PIN) / known < 2
        assert 0.5 < await cost_s("dana", "another seal", DANA_PIN) / known < 2
    finally:
        pins.close()


@pytest.mark.parametrize("pin", ["482913", "730284", "924068", "83017429", "830174295061"])
def test_a_pin_that_will_do(pin: str) -> None:
    check_pin(pin, "dana", "4711", None)


@pytest.mark.parametrize(
    "pin",
    ["", "48291", "4829130482913", "48291a", "\uff14\uff18\uff12\uff19\uff11\uff13", "482 913", "111111",
     "000000000000", "123456", "456789", "789012", "654321", "987654", "210987", "482917", "4829170"],
)  # fmt: skip
def test_a_pin_that_will_not(pin: str) -> None:
    with pytest.raises(Problem, match="A PIN"):
        check_pin(pin, "dana", "482917", None)
