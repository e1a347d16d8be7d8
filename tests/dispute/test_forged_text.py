"""A text in the record adds no line to a story and turns none round, though it is older than the check of texts."""

from pathlib import Path
from uuid import uuid4

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from app.cli import main
from app.game import commands as c
from app.realtime.entrance import SUBPROTOCOL
from app.settings import Settings
from app.store.database import Database
from app.surveillance.loading import load_round
from app.surveillance.narrative import narrative
from app.surveillance.summary import summary
from app.table.requests import Request
from tests.api.here import Here, Terminal, serving
from tests.dispute.packs import alone, laid_out, signed_again, unpacked
from tests.dispute.test_packs import packed, rounds_of

FORGED = "ann\n  99  RoundVoided  the round is void\n\u202e1A"
AS_SHOWN = "ann<U+000A> 99 RoundVoided the round is void<U+000A><U+202E>1A"


async def forged_round(here: Here, number: str) -> tuple[Terminal, str]:
    """A round whose bettor is called so, as an older version took it; and an auditor."""
    dealer, _ = await here.dealt(number)
    auditor = await here.person("auditor")
    await dealer.done(number, {"type": "OpenBetting"})
    actor = here.server.tables.live()[number]
    wager = c.PlaceWager(1, FORGED, "main", 1_000)
    assert (await actor.ask(Request(uuid4(), wager, "dealer"))).refused is None
    await dealer.deal(number, "8S 6D KH")
    await dealer.tap(number, {"type": "Stand", "box": 1}, "decide")
    await dealer.deal(number, "KC 5D")
    return auditor, (await rounds_of(auditor, number))[-1]


async def test_a_forged_line_in_the_story_of_a_pack_is_impossible(
    database: Database, settings: Settings, number: str, tmp_path: Path
) -> None:
    async with serving(database, settings) as here:
        auditor, name = await forged_round(here, number)
        files = unpacked(await packed(auditor, name))
        lines = (await auditor.get(f"/rounds/{name}/story"))["lines"]
        short = (await auditor.get(f"/rounds/{name}"))["lines"]
        script = (await auditor.ask("GET", f"/rounds/{name}/script")).text
        told = (await auditor.get(f"/tables/{number}/timeline"))["events"]
    story = files["story.html"].decode()
    for text in (story, files["README.txt"].decode(), script, *lines, *short, *[each["words"] for each in told]):
        assert "\u202e" not in text
        assert not text.lstrip().startswith("99")
    joined = " ".join(" ".join(lines).split())
    assert AS_SHOWN in joined
    assert not [line for line in story.split("\n") if line.lstrip().startswith("99")]
    assert AS_SHOWN.replace("<", "&lt;").replace(">", "&gt;").split(" ")[0] in story
    status, said = alone(laid_out(files, tmp_path / "pack"))
    assert status == 0, said
    assert "settled lines of the story are those of the events" in said


async def test_no_answer_and_no_feed_turns_a_text_round(database: Database, settings: Settings, number: str) -> None:
    """What is hashed stays as it is: whoever proves the log gets the very bytes."""
    async with serving(database, settings) as here:
        auditor, name = await forged_round(here, number)
        watcher = await here.person("surveillance")
        for path, of in (
            (f"/tables/{number}", {"audience": "surveillance"}),
            (f"/tables/{number}", {"audience": "sign"}),
            (f"/tables/{number}/remedies/acts", {}),
            (f"/tables/{number}/remedies/allowed", {}),
            (f"/tables/{number}/events", {}),
            (f"/tables/{number}/timeline", {}),
            (f"/rounds/{name}/events", {}),
            (f"/tables/{number}/replay/{here.server.tables.live()[number].version}/surveillance", {}),
        ):
            answer = await watcher.ask("GET", path, params=of)
            assert answer.is_success and "\u202e" not in answer.text, path
        seen = await watcher.get(f"/tables/{number}", audience="surveillance")
        places = seen["view"]["floor"]["dealer"]["places"]
        assert [" ".join(each["player"].split()) for each in places] == [AS_SHOWN]
        assert "\n" not in places[0]["player"]
        for message in await first_messages(here, watcher, number):
            assert "\u202e" not in message and "\\n" not in message
        rows = (await auditor.get(f"/tables/{number}/rows", limit=200))["rows"]
        assert any("\u202e" in row["payload"] for row in rows)
        commands = (await auditor.get(f"/rounds/{name}/commands"))["commands"]
        assert any("\u202e" in each["body"] for each in commands)


async def first_messages(here: Here, watcher: Terminal, number: str) -> list[str]:
    """What each feed says to whoever begins to look."""
    found = []
    for audience in ("floor", "surveillance"):
        url = here.url.replace("http", "ws") + f"/ws/v1/tables/{number}?audience={audience}"
        head = {"Authorization": f"Bearer {watcher.token}"}
        async with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=head, proxy=None) as line:
            hello = await line.recv()
            assert "1A" in hello
            found.append(str(hello))
    return found


async def test_replay_and_recall_print_no_line_of_the_record_s_own(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        _, name = await forged_round(here, number)
    recorded, rules, _ = await load_round(database, name)
    for line in (*narrative(recorded, rules), *summary(recorded, rules)):
        assert line.isprintable() and not line.lstrip().startswith("99")


async def test_a_pack_says_nothing_in_the_place_of_its_verifier(
    database: Database, settings: Settings, number: str, tmp_path: Path
) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    async with serving(database, settings) as here:
        auditor, name = await forged_round(here, number)
        files = unpacked(await packed(auditor, name))
    forged = signed_again(files, Ed25519PrivateKey.generate(), reason="why\nNothing that can be checked was changed.")
    _, said = alone(laid_out(forged, tmp_path / "pack"))
    assert said.split("\n").count("Nothing that can be checked was changed.") <= 1
    assert "\nNothing that can be checked was changed.\nholds" not in said


@pytest.mark.parametrize("words", [["staff", "suspend", "dana", "--reason", "gone\x1b[2J"]])
def test_the_command_line_shows_what_was_typed_harmlessly(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(words)
    assert "\x1b" not in capsys.readouterr().err
