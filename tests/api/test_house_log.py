"""The log of the house over HTTP, in words and as it was hashed; and the keys with which signed heads are checked."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from app.people.tokens import hash_of
from app.settings import Settings
from app.store.chain import GENESIS, row_hash
from app.store.database import Database
from app.store.signed_heads import read_line
from app.store.signing_keys import VerifyingKey
from tests.api.here import OTHER_PIN, PIN, Answered, Terminal, serving
from tests.api.test_past import entry_of
from tests.api.test_proofs import changed


async def whole(person: Terminal, path: str, kind: str, limit: int = 200) -> list[Answered]:
    """Everything that there is, page by page."""
    found: list[Answered] = []
    while page := (await person.get(path, after=len(found), limit=limit))[kind]:
        found += page
    return found


async def test_what_happened_in_the_house_is_told_in_pages(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, office = await here.person("dealer"), await here.person("administrator")
        surveillance = await here.person("surveillance")
        assert (await dealer.refused("GET", "/people"))["code"] == "not_allowed"
        await office.ok("PUT", f"/people/{dealer.name}/pin", json={"pin": OTHER_PIN})
        keeping = here.server.house
        await here.until(lambda: not keeping.waiting, "for the notes")
        told = await whole(surveillance, "/house/events", "events", 4)
        assert [each["version"] for each in told] == list(range(1, len(told) + 1))
        said = [(each["type"], each["words"]) for each in told]
        assert any([type_ == "SignedIn" and dealer.name in words for type_, words in said])
        assert ("Refusal", f"person:{dealer.name} at 127.0.0.1 was refused people.list: not_allowed") in said
        assert ("PinWasSet", f"{dealer.name} has a new PIN; every session has ended") in said
        assert [each["actor"] for each in told if each["type"] == "PinWasSet"][
            -1
        ] == f"person:{office.name} at 127.0.0.1"
        assert (await office.get("/house/events", limit=3))["events"] == told[-3:], "without a version the newest"
        assert (await office.get("/house/events", after=len(told)))["events"] == []


@pytest.mark.parametrize(
    ("role", "path"), [("dealer", "events"), ("supervisor", "events"), ("administrator", "rows"), ("dealer", "rows")]
)
async def test_it_is_not_for_everybody(database: Database, settings: Settings, role: str, path: str) -> None:
    async with serving(database, settings) as here:
        person = await here.person(role)  # type: ignore[arg-type]
        assert (await person.refused("GET", f"/house/{path}"))["code"] == "not_allowed"
        auditor = await here.person("auditor")
        assert (await auditor.refused("GET", f"/house/{path}?limit=201"))["code"] == "bad_request"


async def test_whoever_has_the_rows_verifies_the_chain_of_the_house(own: tuple[Database, Settings]) -> None:
    async with serving(*own) as here:
        dealer, auditor = await here.person("dealer"), await here.person("auditor")
        rows, previous = await whole(auditor, "/house/rows", "rows", 3), GENESIS
        for row in rows:
            entry = entry_of(row)
            assert row_hash(entry) == entry.hash and entry.previous == previous
            previous = entry.hash
        assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))
        assert {row["stream"] for row in rows} == {"house"}
        head = await here.server.house_log.read()
        assert (rows[-1]["version"], previous) == (head.version, head.head)
        kept = json.loads(next(row["payload"] for row in reversed(rows) if dealer.name in row["payload"]))
        assert kept["session"]["token_hash"] == hash_of(
            dealer.token
        )  # 0010: of 128 bits of chance, and of nothing else
        text = "".join(auditor.texts)
        assert not [secret for secret in (PIN, dealer.token, auditor.token, "argon2") if secret in text]


async def test_what_is_not_as_it_was_written_is_not_told(own: tuple[Database, Settings]) -> None:
    database, _ = own
    async with serving(*own) as here:
        auditor = await here.person("auditor")
        await changed(database, "house", 2)
        assert (await auditor.refused("GET", "/house/events"))["code"] == "record_broken"
        assert (await auditor.get("/house/events", after=2))["events"]


async def test_the_lines_are_checked_with_the_keys_that_are_handed_out(own: tuple[Database, Settings]) -> None:
    database, settings = own
    settings = settings._replace(signing_key=settings.data.parent / "keys of its own" / "signing.pem")
    async with serving(database, settings) as here:
        auditor = await here.person("auditor")
        await here.server.tables.signer.sign_now()
        [key] = (await auditor.get("/signing-keys"))["keys"]
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key["raw"]))
        assert load_pem_public_key(key["pem"].encode()) == public and key["signs_now"] is True
        lines = [read_line(each) for each in (await auditor.get("/signed-heads"))["lines"]]
        assert lines and {line.key for line in lines} == {key["key"]}
        assert all([line.is_of(VerifyingKey(key["key"], public)) for line in lines])
        folder = settings.signing_key_path.parent
        other = (folder / "signing.pub").rename(folder / "until-2027.pub")
        [old] = (await auditor.get("/signing-keys"))["keys"]
        assert old == {**key, "signs_now": False}
        other.write_text("no key")
        assert (await auditor.refused("GET", "/signing-keys"))["code"] == "record_broken"
        assert "PRIVATE" not in "".join(auditor.texts)
        assert (await (await here.person("administrator")).refused("GET", "/signing-keys"))["code"] == "not_allowed"
