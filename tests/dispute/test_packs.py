"""Packs of rounds of every book, made by the real server and verified by their own script with nothing else there."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from app.books.rulebook import ruleset_ids
from app.cli import main
from app.house.subjects.people.events import DisputePackExported
from app.settings import Settings
from app.store import schema
from app.store.database import Database
from app.store.house_log import STREAM
from app.store.log_reader import entries, event_of
from app.surveillance.dispute import verify
from tests.api.here import Here, Terminal, serving
from tests.api.test_past import LOST, SQUEEZES, WON
from tests.dispute.packs import Files, alone, fingerprint, laid_out, rows_in, unpacked, zipped
from tests.store.live import all_played
from tests.store.plays import random_plays, scripts

SEED = 32
REASON = "A bettor disputes <b>box 1</b> & more"
FILES = {
    "MANIFEST.json", "MANIFEST.sig", "README.txt", "builds.json", "clocks.json", "commands.jsonl", "events.jsonl",
    "frames.jsonl", "keys.json", "rulebook.toml", "signed-heads.jsonl", "story.html", "verify.py",
}  # fmt: skip


async def packed(person: Terminal, name: str) -> bytes:
    """The pack of this round."""
    answer = await person.ask("POST", f"/rounds/{name}/dispute-pack", json={"reason": REASON})
    assert answer.is_success, answer.text
    return answer.content


async def rounds_of(person: Terminal, number: str) -> list[str]:
    """The rounds of the table, the first first."""
    listed = (await person.get("/rounds", table=number))["rounds"]
    return [each["round"] for each in reversed(listed)]


async def three_rounds(here: Here, number: str) -> tuple[Terminal, list[str]]:
    """Three rounds with signed heads between them, and an auditor."""
    dealer, _ = await here.dealt(number)
    auditor = await here.person("auditor")
    for cards in (LOST, WON, LOST):
        await here.server.tables.signer.sign_now()
        await dealer.play_round(number, cards)
    return auditor, await rounds_of(auditor, number)


async def test_a_pack_is_verified_on_a_clean_machine(
    database: Database, settings: Settings, number: str, tmp_path: Path
) -> None:
    async with serving(database, settings) as here:
        auditor, (_, name, _) = await three_rounds(here, number)
        files = unpacked(await packed(auditor, name))
    assert files.keys() == FILES | {"round.toml"}
    folder = laid_out(files, tmp_path / "pack")
    status, said = alone(folder, "--key", fingerprint(files))
    assert status == 0, said
    assert "Nothing that can be checked was changed." in said and "open:" not in said
    assert "from the signed head at version" in said and "to the signed head at version" in said
    status, said = alone(folder)
    assert (
        status == 0 and fingerprint(files) in said and "COMPARE IT" in said and "that the key is the casino's" in said
    )
    status, said = alone(folder, "--key", "00" * 32)
    assert status == 1 and "signed by somebody else" in said
    (tmp_path / "pack.zip").write_bytes(zipped(files))
    assert alone(folder, "../pack.zip")[0] == 0
    assert alone(folder, "../nothing.zip")[0] == 1


async def test_packs_of_rounds_of_every_book(database: Database, settings: Settings, tmp_path: Path) -> None:
    """With doubles and splits, void ones, put right ones, and such that were put right when they were over."""
    plays = [*scripts(SEED, 0), *random_plays(SEED, 2 * len(ruleset_ids()))]
    seen: set[str] = set()
    async with serving(database, settings) as here:
        actors = await all_played(here.server.tables, plays, f"pack{uuid4().hex[:6]}x")
        auditor = await here.person("auditor")
        for stream in actors:
            for name in await rounds_of(auditor, stream.removeprefix("table:")):
                files = unpacked(await packed(auditor, name))
                seen |= {row["type"] for row in rows_in(files)} | {files["rulebook.toml"].decode()}
                zip_ = tmp_path / f"{name}.zip"
                zip_.write_bytes(zipped(files))
                pack = verify.Pack(verify.Zip(str(zip_)), [fingerprint(files)])
                pack.verify()
    assert {"HandDoubled", "HandSplit", "EarlierRoundAmended", "RoundRewritten"} <= seen
    assert {"RoundVoided", "WagersVoided"} & seen
    assert len([each for each in seen if "clause" in each]) == len(ruleset_ids())


async def test_the_log_of_the_house_names_who_took_it(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        auditor, (name, *_) = await three_rounds(here, number)
        answer = await auditor.ask("POST", f"/rounds/{name}/dispute-pack", json={"reason": REASON})
        (noted,) = await exported(database, name)
        digest = answer.headers["X-Pack-SHA256"]
        assert noted == DisputePackExported(auditor.name, name, REASON, digest, "127.0.0.1")
        assert sha256(answer.content).hexdigest() == digest
        supervisor, surveillance = await here.person("supervisor"), await here.person("surveillance")
        wanted = {"json": {"reason": REASON}}
        assert (await supervisor.refused("POST", f"/rounds/{name}/dispute-pack", **wanted))["code"] == "not_allowed"
        for bad in ({}, {"reason": ""}, {"reason": "why?", "id": "1"}):
            assert (await surveillance.ask("POST", f"/rounds/{name}/dispute-pack", json=bad)).status_code in (400, 422)
        none = f"{name.rpartition('-')[0]}-999"
        assert (await surveillance.refused("POST", f"/rounds/{none}/dispute-pack", **wanted))["code"] == "no_such_round"
        assert len(await exported(database, name)) == 1


async def exported(database: Database, name: str) -> list[Any]:
    """Which packs of this round were taken, as the log of the house has it."""
    async with database.connection("reader") as connection:
        found = await entries(connection, STREAM, schema.events.c.type == DisputePackExported.__name__)
    told: list[Any] = [event_of(entry) for entry in found]
    return [event for event in told if event.round == name]


async def test_what_nobody_turned_up_is_in_no_file(database: Database, settings: Settings, number: str) -> None:
    """A squeezed hand in a round that is void: its cards were never shown. Also who may see them gets none."""
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, SQUEEZES)
        granted = await here.person("surveillance", sees_face_down=True)
        await supervisor.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000, "seated": True}
        await dealer.done(number, wager)
        await supervisor.done(number, {"type": "PermitSqueeze", "box": 1})
        await dealer.deal(number, "8S 6D KH")
        remedy = {"type": "Void", "scope": "round", "reason": "other"}
        shown = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json={"remedy": remedy})
        for signer in (supervisor.name, await here.account("supervisor")):
            await supervisor.done(number, {"type": "SignRemedy", "remedy": remedy, "seen": shown["seal"]}, signer)
        (name,) = await rounds_of(granted, number)
        hidden = (await granted.get(f"/rounds/{name}/face-down"))["cards"]
        files = unpacked(await packed(granted, name))
    assert {each["card"] for each in hidden} == {"8S", "KH"}
    for each in hidden:
        assert not [file for file, data in files.items() if each["salt"].encode() in data]
        assert each["commitment"].encode() in files["events.jsonl"]
        told = [file for file, data in files.items() if each["card"].encode() in data and file not in KNOWS_CARDS]
        assert told == []
    assert b"a card face down" in files["story.html"]


# A rule book names cards, and so does the story, which has the book.
KNOWS_CARDS = ("rulebook.toml",)


async def test_the_story_stands_alone_and_escapes_everything(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        auditor, (name, *_) = await three_rounds(here, number)
        files = unpacked(await packed(auditor, name))
    page = files["story.html"].decode()
    assert REASON not in page and "A bettor disputes &lt;b&gt;box 1&lt;/b&gt; &amp; more" in page
    assert not [each for each in ("<script", "src=", "href=", "url(", "@import", "http:", "https:") if each in page]
    assert page.count('class="card"') == 5  # two hands, and the card that the dealer drew
    for words in ("10.00", "What was settled", "Dealt by", "The book"):
        assert words in page


def test_the_command_line_makes_one_too(fresh: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    from app.store.upgrading import upgrade
    from tests.store.live import ask, bet_and_deal, ready
    from tests.store.live import serving as tables_of

    own = fresh()._replace(data=tmp_path)
    name: list[str] = []

    async def played(database: Database) -> None:
        await upgrade(database)
        async with tables_of(database, own) as tables:
            await ask(await ready(tables, "7"), *bet_and_deal())
            name.append("7-20261118-1")

    with Database(own, print) as database:
        asyncio.run(played(database))
    monkeypatch.setenv("TABLEKEEPER_DATA", str(own.data))
    monkeypatch.setenv("TABLEKEEPER_DATABASE_URL", str(own.database_url))
    file = tmp_path / "pack.zip"
    assert main(["dispute-pack", name[0], str(file), "--reason", REASON]) == 0
    files: Files = unpacked(file.read_bytes())
    assert json.loads(files["MANIFEST.json"])["made_by"].startswith("command line of ")
    assert verify.main([str(file), "--key", fingerprint(files)]) == 0
    assert main(["dispute-pack", name[0], str(file), "--reason", REASON]) == 2
    with Database(own, print) as database:
        assert len(asyncio.run(exported(database, name[0]))) == 1
