"""What surveillance looks back with: rounds by time, alarm and amounts, timelines, frames, clocks, and signed heads."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from app.settings import Settings
from app.store.chain import row_hash
from app.store.database import Database
from app.store.signed_heads import read_line
from tests.api.here import Terminal, serving
from tests.api.test_past import LOST, WON, entry_of, evening, found
from tests.api.test_tables import VOIDS

Rounds = list[dict[str, Any]]


async def rounds_of(person: Terminal, number: str) -> Rounds:
    """The rounds of the table, the first first."""
    return list(reversed((await person.get("/rounds", table=number))["rounds"]))


async def test_a_round_says_what_it_came_to(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        won, lost, other = await rounds_of(supervisor, number)
        told = ("staked_cents", "paid_cents", "taken_cents", "largest_cents", "paper", "corrected", "alarms")
        # 25.00 won at 1:1; 10.00 and 15.00 lost
        assert [won[each] for each in told] == [2_500, 2_500, 0, 2_500, False, False, 0]
        assert [lost[each] for each in told] == [1_000, 0, 1_000, 0, False, False, 0]
        assert [other[each] for each in told] == [1_500, 0, 1_500, 0, False, False, 0]
        assert won["opened_us"] < won["ended_us"] < lost["opened_us"]


async def test_rounds_are_found_by_the_time_of_day(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, _ = await evening(here, number)
        first, second, third = await rounds_of(supervisor, number)
        assert await found(supervisor, number, from_us=second["opened_us"] + 1) == [3, 2]
        assert await found(supervisor, number, to_us=second["opened_us"]) == [2, 1]
        between = {"from_us": second["opened_us"] + 1, "to_us": third["opened_us"] - 1}
        assert await found(supervisor, number, **between) == [2]
        assert await found(supervisor, number, to_us=first["opened_us"] - 1) == []
        wrong = await supervisor.refused("GET", "/rounds", params={"from_us": 1})
        assert wrong["code"] == "bad_request"


async def test_rounds_are_found_by_alarms(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number)
        await dealer.play_round(number, LOST)
        await dealer.done(number, {"type": "OpenBetting"})
        await dealer.ok("POST", f"/tables/{number}/call", json={"words": "A bettor disagrees."})
        assert await found(supervisor, number, alarm="called") == [2]
        assert await found(supervisor, number, alarm="jam") == []
        assert [each["alarms"] for each in await rounds_of(supervisor, number)] == [0, 1]
        none = await supervisor.refused("GET", "/rounds", params={"alarm": "fire"})
        assert none["code"] == "bad_request"


async def test_a_round_that_was_put_right_says_so(database: Database, settings: Settings, number: str) -> None:
    """One while it is on; another, that is over, by two supervisors: its sums are those of now."""
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, VOIDS)
        await dealer.play_round(number, WON, 2_500)
        await dealer.done(number, {"type": "OpenBetting"})
        remedy = {"type": "Void", "scope": "earlier", "reason": "fraud", "words": "Marked cards."}
        shown = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json={"remedy": remedy, "round": 1})
        sign = {"type": "SignRemedy", "remedy": remedy, "seen": str(shown["seal"]), "round": 1}
        for signer in (supervisor.name, await here.account("supervisor")):
            await supervisor.done(number, sign, signer)
        void, other = await rounds_of(supervisor, number)
        assert (void["state"], void["corrected"], other["corrected"]) == ("void", True, False)
        assert [void[each] for each in ("staked_cents", "paid_cents", "largest_cents")] == [0, 0, 0]


async def test_a_timeline_says_who_did_what_where(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        _, surveillance = await evening(here, number)
        first = (await rounds_of(surveillance, number))[0]
        line = (await surveillance.get(f"/rounds/{first['round']}/timeline"))["events"]
        assert [each["version"] for each in line] == list(range(first["opened_version"], first["last_version"] + 1))
        assert {each["lane"] for each in line} == {"game", "money", "taps"}
        dealer = first["dealer"]
        assert {(each["actor"], *each["places"]) for each in line} == {(f"person:{dealer}", dealer)}
        for each in line:
            assert sum(move["cents"] for move in each["moves"]) == 0
        settled = next(each for each in line if each["type"] == "Settled")
        assert (settled["lane"], settled["device"]) == ("money", None)
        assert {"account": "bettor", "box": 1, "player": "1A", "cents": 5_000} in settled["moves"]
        plain = (await surveillance.get(f"/rounds/{first['round']}/events"))["events"]
        assert [each["words"] for each in plain] == [each["words"] for each in line]


async def test_a_timeline_goes_on_between_rounds_page_by_page(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        _, surveillance = await evening(here, number)
        whole: Rounds = []
        after: int | None = 0
        while after is not None:
            page = await surveillance.get(f"/tables/{number}/timeline", after=after, limit=20)
            assert page["table"] == number
            whole, after = whole + page["events"], page["next"]
        assert [each["version"] for each in whole] == list(range(1, len(whole) + 1))
        assert {each["round"] is None for each in whole} == {True, False}
        behind = await surveillance.get(f"/tables/{number}/timeline", after=len(whole))
        assert (behind["events"], behind["next"]) == ([], None)


SHOE = f"shoe-{uuid4().hex[:6]}"
ALARM, NOISE = b" <Alarm:Cover open> ", b"\x00\xff"


async def kept(database: Database, number: str, frames: Sequence[tuple[bytes | None, int, int | None]]) -> None:
    """Frames of this table's shoe, each with its time and that of the device's own clock."""

    def moment(us: int | None) -> datetime | None:
        return None if us is None else datetime.fromtimestamp(us / 1_000_000, UTC)

    async with database.connection("app") as connection:
        for n, (frame, at_us, device_us) in enumerate(frames, 1):
            at = moment(at_us)
            assert at is not None
            await connection.execute(
                "INSERT INTO device_frames (device, day, n, at, device_at, sent, why, key, stream, command, size,"
                " commitment, frame) VALUES ($1, $2, $3, $4, $5, false, 'event', NULL, $6, NULL, 3, NULL, $7)",
                SHOE, at.date(), n, at, moment(device_us), f"table:{number}", frame,
            )  # fmt: skip


async def test_frames_of_any_time_are_decoded_page_by_page(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        surveillance = await here.person("surveillance")
        await dealer.play_round(number, LOST)
        (only,) = await rounds_of(surveillance, number)
        later = only["ended_us"] + 60_000_000
        frames = [(ALARM, later, None), (NOISE, later + 1, later + 31), (None, later + 2, later + 22)]
        await kept(database, number, frames)
        path, time = f"/tables/{number}/frames", {"from_us": later, "to_us": later + 9}
        page = await surveillance.get(path, **time)
        assert [(each["at_us"], each["decoded"]) for each in page["frames"]] == [
            (later, "alarm token, text Cover open"), (later + 1, None), (later + 2, None),
        ]  # fmt: skip
        assert [each["sealed"] for each in page["frames"]] == [False, False, True]
        assert page["frames"][0]["frame"] == ALARM.hex() and page["frames"][2]["frame"] is None
        assert page["clocks"] == [
            {
                "device": SHOE, "dialect": None, "role": None, "frames": 3, "timed": 2,
                "least_us": 20, "median_us": 20, "greatest_us": 30,
            }
        ]  # fmt: skip
        first = await surveillance.get(path, limit=2, **time)
        rest = await surveillance.get(path, limit=2, after=first["next"], **time)
        assert first["frames"] + rest["frames"] == page["frames"] and rest["next"] is None
        assert (await surveillance.get(f"/rounds/{only['round']}/frames"))["frames"] == []
        for wrong in ({"from_us": later, "to_us": later - 1}, {"from_us": later, "to_us": later + 2 * 86_400_000_000}):
            assert (await surveillance.refused("GET", path, params=wrong))["code"] == "bad_request"


async def test_the_heads_around_a_round_prove_its_rows(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, _ = await here.dealt(number)
        auditor, sign = await here.person("auditor"), here.server.tables.signer.sign_now
        await sign()
        for _ in range(3):
            await dealer.play_round(number, LOST)
            await dealer.play_round(number, WON)
            await sign()
        middle = (await rounds_of(auditor, number))[3]
        around = await heads(auditor, number, middle["opened_version"], middle["last_version"])
        before, after = around["before_version"], around["after_version"]
        assert before < middle["opened_version"] <= middle["last_version"] <= after
        lines = [read_line(text) for text in around["lines"]]
        assert [lines[0].number, lines[-1].number] == [around["before_line"], around["after_line"]]
        signed = {(head.stream, head.version): head.hash for line in lines for head in line.heads}
        rows = (await auditor.get(f"/tables/{number}/rows", after=before, limit=200))["rows"]
        chain = signed[around["stream"], before]
        for row in rows[: after - before]:
            entry = entry_of(row)
            assert entry.previous == chain and row_hash(entry) == entry.hash
            chain = entry.hash
        assert chain == signed[around["stream"], after]


async def heads(person: Terminal, number: str, first: int, last: int) -> dict[str, Any]:
    """The heads around these versions."""
    return dict(await person.get(f"/tables/{number}/signed-heads", first=first, last=last))


async def test_where_nothing_is_signed_there_is_nothing(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.dealt(number)
        auditor = await here.person("auditor")
        around = await heads(auditor, number, 1, 3)
        assert (around["before_line"], around["before_version"]) == (None, None)
        await here.server.tables.signer.sign_now()
        around = await heads(auditor, number, 1, 3)
        assert around["before_line"] is None and around["after_version"] >= 3
