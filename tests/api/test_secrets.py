"""What no answer has in it: of a round with squeezed cards everything is asked by everybody, and every text looked
through."""

import json
import re
from collections.abc import Iterator
from typing import Any

from app.settings import Settings
from app.store.database import Database
from tests.api.here import PIN, Here, Terminal, serving

SQUEEZES = "sg-pontoon-plus-v5"
HEX_64 = re.compile(r"\b[0-9a-f]{64}\b")
# The hash of a public rule book stands on the sign; no other hash leaves surveillance and audit.
MAY_BE_HASHES = ("ruleset_hash", "hash")
FOR_PROOF = ("commitment", "salt", "opened", "frame", "signature", "previous", "payload", "token_hash", "pin_seal")


async def test_no_answer_tells_what_is_not_for_who_asks(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor, down = await squeezed(here, number)
        name = str((await supervisor.get("/rounds", table=number))["rounds"][0]["round"])
        people = [dealer, supervisor, await here.sign(number)]
        for person in people:
            await everything(person, number, name)
        await dealer.done(number, {"type": "TurnUpBox", "box": 1})
        await dealer.tap(number, {"type": "Stand", "box": 1}, "decide")
        await dealer.deal(number, "KC 5D")
        people += [await here.person("administrator"), await here.person("auditor"), await here.person("surveillance")]
        for person in people:
            await everything(person, number, name)
        for person in people:
            for text in person.texts:
                _check(text, person, down, whole=person in people[4:])
        print(f"{sum(len(person.texts) for person in people)} answers")


async def squeezed(here: Here, number: str) -> tuple[Terminal, Terminal, tuple[str, ...]]:
    """A table with a card face down before box 1."""
    dealer, supervisor = await here.dealt(number, SQUEEZES)
    await dealer.done(number, {"type": "OpenBetting"})
    wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000, "seated": True}
    await dealer.done(number, wager)
    await supervisor.done(number, {"type": "PermitSqueeze", "box": 1})
    await dealer.deal(number, "8S 6D KH")
    table = here.server.tables.live()[number].table
    assert table.round is not None
    lying = tuple([each.commitment for box in table.round.boxes for hand in box.hands for each in hand.down])
    assert lying
    return dealer, supervisor, lying


async def everything(person: Terminal, number: str, name: str) -> None:
    """Whatever there is to read, allowed or not."""
    for audience in ("sign", "dealer", "floor", "surveillance"):
        await person.ask("GET", f"/tables/{number}", params={"audience": audience})
        await person.ask("GET", f"/tables/{number}/replay/16/{audience}")
    for path in ("events", "rows", "corrections"):
        await person.ask("GET", f"/tables/{number}/{path}", params={"limit": 200} if path != "corrections" else {})
    for path in ("", "/story", "/script", "/events", "/commands", "/frames", "/face-down"):
        await person.ask("GET", f"/rounds/{name}{path}")
    for path in ("/tables", "/rounds", "/people", "/sessions", "/sessions/current", "/displays", "/devices", "/alarms"):
        await person.ask("GET", path)
    for path in ("/card-sets", "/server", "/rulesets", "/signed-heads", "/signing-keys", "/reports/rounds"):
        await person.ask("GET", path)
    for path in ("/house/events", "/house/rows", "/verifications/last"):
        await person.ask("GET", path)
    await person.ask("POST", f"/tables/{number}/orders", json=person.order({"type": "Hit", "box": 7}, person.name))


def _check(text: str, person: Terminal, down: tuple[str, ...], *, whole: bool) -> None:
    """`whole`: surveillance and audit, who see commitments; nobody sees a PIN, a token or what is made of them."""
    for secret in (PIN, person.token):
        assert secret not in text
    fields = list(_fields(text))
    assert not [name for name, _ in fields if name in ("token_hash", "pin_seal", "pin")]
    if whole:
        return
    assert not [name for name, value in fields if name in FOR_PROOF and value]
    assert not [commitment for commitment in down if commitment in text]
    hashes = [name for name, value in fields if isinstance(value, str) and HEX_64.search(value)]
    assert set(hashes) <= set(MAY_BE_HASHES), (person.name, hashes)


def _fields(text: str) -> Iterator[tuple[str, Any]]:
    """Every field of the answer with its value."""
    try:
        nodes = [json.loads(text)]
    except ValueError:
        nodes = []
    while nodes:
        node = nodes.pop()
        if isinstance(node, dict):
            yield from node.items()
            nodes += node.values()
        elif isinstance(node, list):
            nodes += node


def test_what_is_looked_for_would_be_found() -> None:
    assert HEX_64.search(f'"{"a1" * 32}"')
    assert list(_fields('{"a": [{"salt": "x"}]}')) == [("a", [{"salt": "x"}]), ("salt", "x")]
