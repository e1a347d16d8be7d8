"""What an owner of the database may do to the commands, the vault, the heads and the books."""

import asyncio

import pytest

from tests.tampering.acts import run
from tests.tampering.copies import ALL, House

STEP = 1 if ALL else 19


def test_the_body_of_each_command(house: House) -> None:
    commands = [row for row in house.clean["commands"] if row[9]]
    chosen = commands[::STEP]
    for stream, id_, _day, _round, body, *_rest in chosen:
        sql = "UPDATE commands SET body = $3 WHERE stream = $1 AND id = $2"
        found = asyncio.run(house.found_after(run(sql, stream, id_, body.replace("{", "{ ", 1))))
        assert [each.what for each in found.found][:1] == ["command"], (body, found)
    print(f"commands: {len(chosen)} bodies changed, found: all")


THE_COMMAND = "id = (SELECT id FROM commands WHERE events > 0 ORDER BY stream, first_version LIMIT 1 OFFSET 20)"
ANOTHER = (
    "INSERT INTO commands SELECT stream, gen_random_uuid(), day, round, body, question, actor, answer, {}, events,"
    " recorded_at FROM commands"
)
BESIDE = {
    "question": "UPDATE commands SET question = 'another' WHERE question IS NOT NULL",
    "id": "UPDATE commands SET id = gen_random_uuid() WHERE :command",
    "day": "UPDATE commands SET day = day + 1 WHERE :command",
    "actor": "UPDATE commands SET actor = 'another' WHERE :command",
    "first version": "UPDATE commands SET first_version = first_version + 1 WHERE :command",
    "events": "UPDATE commands SET events = events + 1 WHERE :command",
    "time": "UPDATE commands SET recorded_at = recorded_at + interval '1 us' WHERE :command",
    "round": "UPDATE commands SET round = 'another' WHERE :command",
    "refusal": "UPDATE commands SET answer = replace(answer::text, 'late', 'kate')::json WHERE answer::text ~ 'late'",
    "deleted command": "DELETE FROM commands WHERE :command",
    "forged command": f"{ANOTHER.format('first_version')} WHERE :command",
    "command behind the end": f"{ANOTHER.format(1000)} WHERE :command",
    "card": "UPDATE sealed SET card = CASE card WHEN '2C' THEN '3C' ELSE '2C' END",
    "salt": "UPDATE sealed SET salt = set_byte(salt, 3, (get_byte(salt, 3) + 1) % 256)",
    "commitment": "UPDATE sealed SET commitment = reverse(commitment)",
    "version of a card": "UPDATE sealed SET version = version + 1",
    "day of a card": "UPDATE sealed SET day = day + 1",
    "card behind the end": "UPDATE sealed SET version = 1000",
    "head": "UPDATE stream_heads SET hash = sha256(hash)",
    "version of a head": "UPDATE stream_heads SET version = version + 1",
    "checkpoint of a head": "UPDATE stream_heads SET checkpoint_version = 1",
    "no head": "DELETE FROM stream_heads WHERE stream = 'table:7'",
    "head without events": "INSERT INTO stream_heads SELECT 'table:9', 1, 5, hash, 0, checkpoint_day FROM stream_heads"
    " LIMIT 1",
    "no events": "DELETE FROM events WHERE stream = 'table:8'",
    "book": "UPDATE rulesets SET text = text || ' '",
    "name of a book": "UPDATE rulesets SET ruleset = 'another'",
    "no book": "DELETE FROM rulesets",
}


@pytest.mark.parametrize("what", BESIDE)
def test_what_lies_beside_the_events(house: House, what: str) -> None:
    found = asyncio.run(house.found_after(run(BESIDE[what].replace(":command", THE_COMMAND))))
    assert not found.clean
    assert all([each.found != each.expected for each in found.found])


def test_a_card_taken_out_of_the_vault_is_counted(house: House) -> None:
    found = asyncio.run(house.found_after(run("DELETE FROM sealed")))
    assert found.clean
    assert found.counts.not_in_vault == len(house.clean["sealed"]) - 2, "two came with commands that were refused"
