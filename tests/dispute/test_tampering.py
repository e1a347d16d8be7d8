"""Whatever is changed in a pack is found: by one who only changes files, by one who writes the manifest anew, and by
one who signs it with a key of his own. Even who has the casino's key cannot change what was signed before."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.settings import Settings
from app.store.chain import row_hash
from app.store.database import Database
from app.store.signed_heads import read_line
from app.store.signing_keys import signing_key
from app.store.upgrading import upgrade
from app.surveillance.dispute import verify
from tests.api.here import serving
from tests.api.test_looking_back import ALARM, kept
from tests.api.test_past import entry_of
from tests.dispute.packs import (
    MANIFEST,
    SIGNATURE,
    Files,
    alone,
    fingerprint,
    laid_out,
    listed_again,
    rows_in,
    signed_again,
    unpacked,
    with_rows,
    zipped,
)
from tests.dispute.test_packs import packed, three_rounds

SEED = 99
FLIPS = 12
Made = tuple[Files, Ed25519PrivateKey]


@pytest.fixture(scope="module")
def made(honest: Database, settings: Settings) -> Made:
    """A pack of the middle one of three rounds, and the key of the house that made it."""

    async def pack() -> bytes:
        async with serving(honest, settings) as here:
            auditor, names = await three_rounds(here, "tampered")
            middle = (await auditor.get("/rounds", table="tampered"))["rounds"][1]
            frames = [(ALARM, middle["opened_us"] + 1_000, None), (None, middle["opened_us"] + 2_000, None)]
            await kept(honest, "tampered", frames)
            return await packed(auditor, names[1])

    asyncio.run(upgrade(honest))
    files = unpacked(asyncio.run(pack()))
    return files, signing_key(settings.signing_key_path).key


def found(files: Files, folder: Path) -> str:
    """What the verifier finds wrong with these files, for one who has the fingerprint; nothing: they hold."""
    pack = folder / "pack.zip"
    pack.write_bytes(zipped(files))
    try:
        checked = verify.Pack(verify.Zip(str(pack)), [FINGERPRINT[0]])
        checked.verify()
    except verify.Wrong as wrong:
        return str(wrong)
    except Exception as error:
        return f"not written so: {error!r}"
    return ""


FINGERPRINT = [""]


@pytest.fixture(autouse=True)
def _known(made: Made) -> None:
    FINGERPRINT[0] = fingerprint(made[0])


def test_as_it_was_made_it_holds(made: Made, tmp_path: Path) -> None:
    files, key = made
    assert found(files, tmp_path) == ""
    assert found(signed_again(files, key), tmp_path) == ""


def test_any_flipped_bit_of_any_file_is_found(made: Made, tmp_path: Path) -> None:
    files, _ = made
    random = Random(SEED)
    for name, data in files.items():
        for at in {0, len(data) - 1, *[random.randrange(len(data)) for _ in range(FLIPS)]}:
            changed = data[:at] + bytes((data[at] ^ 1 << random.randrange(8),)) + data[at + 1 :]
            assert found({**files, name: changed}, tmp_path), (name, at)


def test_the_script_itself_ends_with_1_whichever_file_was_changed(made: Made, tmp_path: Path) -> None:
    """Run alone, in a process of its own; its own bytes are among what it looks at."""
    files, _ = made
    for number, (name, data) in enumerate(sorted(files.items())):
        folder = laid_out({**files, name: data + b" "}, tmp_path / str(number))
        status, said = alone(folder, "--key", FINGERPRINT[0])
        assert (status, "DOES NOT: " in said) == (1, True), name


def test_a_file_that_is_missing_or_too_much_is_found(made: Made, tmp_path: Path) -> None:
    files, _ = made
    for name in files:
        assert found({each: data for each, data in files.items() if each != name}, tmp_path), name
    assert "not of the pack" in found({**files, "more.txt": b"more"}, tmp_path)


def test_a_manifest_that_was_written_anew_is_found(made: Made, tmp_path: Path) -> None:
    """Whatever is changed, and the manifest with it: the signature does not fit."""
    files, _ = made
    for name, data in files.items():
        if name not in (MANIFEST, SIGNATURE):
            assert "signature of the manifest" in found(listed_again({**files, name: data + b" "}), tmp_path), name


def test_another_key_is_found_by_its_fingerprint(made: Made, tmp_path: Path) -> None:
    files, _ = made
    other = Ed25519PrivateKey.generate()
    raw = other.public_key().public_bytes_raw()
    digest = sha256(raw).hexdigest()
    keys = [{"key": digest[:16], "fingerprint": digest, "raw": raw.hex(), "pem": ""}]
    forged = signed_again({**files, "keys.json": json.dumps(keys).encode()}, other)
    assert "signed by somebody else" in found(forged, tmp_path)
    both = signed_again({**files, "keys.json": json.dumps([*json.loads(files["keys.json"]), *keys]).encode()}, other)
    assert "not one to be believed" in found(both, tmp_path)
    lying = signed_again(
        {**files, "keys.json": json.dumps([{**keys[0], "fingerprint": FINGERPRINT[0]}]).encode()}, other
    )
    assert "that it is not" in found(lying, tmp_path)


# --- with the casino's own key, which signs the manifest anew: what the log's signed heads hold


def rehashed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All rows hashed anew, each upon the one before."""
    done: list[dict[str, Any]] = []
    for row in rows:
        now = {**row, "previous": done[-1]["hash"] if done else row["previous"]}
        done.append({**now, "hash": row_hash(entry_of(now)).hex()})
    return done


def paid_more(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The settlement pays ten times as much."""
    return [
        {**row, "payload": row["payload"].replace('"pays_cents":', '"pays_cents":1')}
        if row["type"] == "Settled"
        else row
        for row in rows
    ]


Change = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
OF_THE_LOG: dict[str, tuple[Change, str]] = {
    "an event changed": (paid_more, "was changed: its hash"),
    "and hashed anew": (lambda rows: rehashed(paid_more(rows)), "do not end in the signed head|is not the one that"),
    "an event removed": (lambda rows: [*rows[:5], *rows[6:]], "missing, doubled or out of order"),
    "the first removed": (lambda rows: rows[1:], "missing, doubled or out of order"),
    "the last removed": (lambda rows: rows[:-1], "missing, doubled or out of order"),
    "two swapped": (lambda rows: [*rows[:5], rows[6], rows[5], *rows[7:]], "missing, doubled or out of order"),
    "one doubled": (lambda rows: [*rows[:6], rows[5], *rows[6:]], "missing, doubled or out of order"),
    "one added at the end": (lambda rows: [*rows, {**rows[-1], "version": rows[-1]["version"] + 1}], "was changed"),
    "a column more": (lambda rows: [{**rows[0], "more": 1}, *rows[1:]], "has not the columns"),
    "of another log": (lambda rows: rehashed([{**rows[0], "stream": "table:8"}, *rows[1:]]), "is of another log"),
    "another time": (
        lambda rows: [{**rows[3], "event_us": 1} if row is rows[3] else row for row in rows],
        "was changed",
    ),
    "a chain of its own": (lambda rows: rehashed([{**rows[0], "previous": "00" * 32}, *rows[1:]]), "do not follow the"),
}


@pytest.mark.parametrize("name", OF_THE_LOG)
def test_who_has_the_key_cannot_change_the_log(made: Made, tmp_path: Path, name: str) -> None:
    files, key = made
    change, expected = OF_THE_LOG[name]
    wrong = found(signed_again(with_rows(files, change(rows_in(files))), key), tmp_path)
    assert any([each in wrong for each in expected.split("|")]), wrong


def without_line(files: Files, at: int) -> bytes:
    """The signed heads without one of their lines."""
    lines = files["signed-heads.jsonl"].splitlines(keepends=True)
    return b"".join([line for number, line in enumerate(lines) if number != at % len(lines)])


def test_who_has_the_key_cannot_take_heads_away(made: Made, tmp_path: Path) -> None:
    files, key = made
    for at in (0, -1):
        wrong = found(signed_again({**files, "signed-heads.jsonl": without_line(files, at)}, key), tmp_path)
        assert "signed head" in wrong
    line = files["signed-heads.jsonl"].replace(b'"time_us":1', b'"time_us":2', 1)
    assert "the signature does not fit" in found(signed_again({**files, "signed-heads.jsonl": line}, key), tmp_path)
    lines = files["signed-heads.jsonl"].splitlines(keepends=True)
    swapped = b"".join(reversed(lines))
    assert "not in order" in found(signed_again({**files, "signed-heads.jsonl": swapped}, key), tmp_path)


def test_a_line_of_heads_follows_the_line_before(made: Made, settings: Settings, tmp_path: Path) -> None:
    """A line that is signed with the very key of the house, and follows another than the one that lies here."""
    files, key = made
    texts = files["signed-heads.jsonl"].decode().splitlines()
    numbers = [read_line(text).number for text in texts]
    at = next(at for at, number in enumerate(numbers) if at and number == numbers[at - 1] + 1)
    signer = signing_key(settings.signing_key_path)
    texts[at] = read_line(texts[at])._replace(previous=bytes(32)).signed(signer).text()
    heads = "".join([f"{text}\n" for text in texts[: at + 1]]).encode()
    wrong = found(signed_again({**files, "signed-heads.jsonl": heads}, key), tmp_path)
    assert f"line {numbers[at]} of the signed heads does not follow line {numbers[at - 1]}" in wrong


def test_what_rests_on_the_log_is_held_against_it(made: Made, tmp_path: Path) -> None:
    """Commands, the book and the story, and what the manifest says of the round."""
    files, key = made
    changes: dict[str, tuple[str, bytes, bytes]] = {
        "not the one that was asked": ("commands.jsonl", b"1A", b"1B"),
        "rule book is not the one": ("rulebook.toml", b"a", b"b"),
        "settled lines of the story": ("story.html", b"<td>10.00</td>", b"<td>99.00</td>"),
    }
    for expected, (name, old, new) in changes.items():
        assert old in files[name], name
        changed = signed_again({**files, name: files[name].replace(old, new, 1)}, key)
        assert expected in found(changed, tmp_path), name
    manifest = json.loads(files[MANIFEST])
    changed_otherwise: tuple[dict[str, Any], ...] = (
        {"round": manifest["round"][:-1] + "9"}, {"opened_version": manifest["opened_version"] + 1},
        {"last_version": manifest["last_version"] + 1}, {"stretches": []}, {"stream": "table:8"},
    )  # fmt: skip
    for otherwise in changed_otherwise:
        assert found(signed_again(files, key, **otherwise), tmp_path), otherwise


def test_a_story_that_leaves_a_line_out_is_found(made: Made, tmp_path: Path) -> None:
    files, key = made
    head, table, rest = files["story.html"].partition(b'<table id="settled">')
    renamed = head + b'<table id="other">' + rest
    assert table and "settled lines" in found(signed_again({**files, "story.html": renamed}, key), tmp_path)


def test_a_zip_that_names_a_file_twice_is_found(made: Made, tmp_path: Path) -> None:
    import io
    import warnings
    import zipfile

    files, _ = made
    into = io.BytesIO(zipped(files))
    with warnings.catch_warnings(), zipfile.ZipFile(into, "a") as file:
        warnings.simplefilter("ignore")
        file.writestr("story.html", b"another story")
    (tmp_path / "twice.zip").write_bytes(into.getvalue())
    assert verify.main([str(tmp_path / "twice.zip")]) == 1


# --- packs that nobody made who means well

IMPOSTOR = "print('Nothing that can be checked was changed.')\nraise SystemExit(0)\n"


@pytest.mark.parametrize("module", ["__future__", "json", "hashlib", "unicodedata", "typing"])
def test_no_file_of_a_pack_stands_in_for_a_module(made: Made, tmp_path: Path, module: str) -> None:
    """The script may be a trusted one that was put into the folder of the pack."""
    files, _ = made
    folder = laid_out({**files, f"{module}.py": IMPOSTOR.encode()}, tmp_path / "pack")
    run = [sys.executable, "verify.py", "--key", FINGERPRINT[0]]
    done = subprocess.run(run, cwd=folder, env={}, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and f"{module}.py is not of the pack" in done.stdout, done.stdout + done.stderr


HUGE = 10**30


@pytest.mark.parametrize(
    "otherwise",
    [
        {"stretches": [{"first": 1, "last": HUGE, "before": None, "after": None}]},
        {"stretches": [{"first": -HUGE, "last": HUGE, "before": None, "after": None}]},
        {"stretches": [{"first": 1, "last": float("inf"), "before": None, "after": None}]},
        {"last_version": HUGE},
        {"opened_version": -HUGE, "last_version": HUGE},
        {"round": f"7-20261118-{'9' * 5_000}"},
    ],
    ids=["last", "both", "infinite", "of the round", "both of the round", "number"],
)
def test_no_number_keeps_the_script_busy_or_ends_it(
    made: Made, tmp_path: Path, otherwise: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    files, key = made
    assert found(signed_again(files, key, **otherwise), tmp_path)
    assert verify.main([str(tmp_path / "pack.zip")]) == 1
    assert "DOES NOT: " in capsys.readouterr().out


@pytest.mark.parametrize("story", [b"<![x[", b"<!DOCTYPE [<!x", b"<table id=settled><td>" * 2_000, b"&#xffffffffff;"])
def test_no_page_ends_the_script(made: Made, tmp_path: Path, story: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    files, key = made
    (tmp_path / "pack.zip").write_bytes(zipped(signed_again({**files, "story.html": story}, key)))
    assert verify.main([str(tmp_path / "pack.zip")]) == 1
    assert "DOES NOT: " in capsys.readouterr().out


def test_no_archive_ends_the_script(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files, _ = made
    whole = bytearray(zipped(files))
    at = whole.index(b"PK\x01\x02")
    whole[at + 6] = 99  # a version of zip that there is not
    (tmp_path / "pack.zip").write_bytes(whole)
    assert verify.main([str(tmp_path / "pack.zip")]) == 1
    assert "DOES NOT: " in capsys.readouterr().out


# --- what no signed head speaks for


LATER_US = 600_000_000


def said_of(files: Files, folder: Path) -> tuple[int, str]:
    """What the script of the pack says, with the fingerprint given, and its exit status."""
    return alone(laid_out(files, folder), "--key", FINGERPRINT[0])


def unsigned(files: Files, key: Ed25519PrivateKey, later_us: int) -> Files:
    """The same pack as it would be if nothing was signed since before the round, made so much after the round."""
    rows, manifest = rows_in(files), json.loads(files[MANIFEST])
    stretch = {**manifest["stretches"][0], "after": None}
    lines = files["signed-heads.jsonl"].splitlines(keepends=True)[:1]
    assert len(manifest["stretches"]) == 1
    otherwise = {"stretches": [stretch], "made_us": rows[0]["recorded_us"] + later_us}
    return signed_again({**files, "signed-heads.jsonl": b"".join(lines)}, key, **otherwise)


def test_events_that_are_not_signed_yet_are_open_and_older_ones_do_not_hold(made: Made, tmp_path: Path) -> None:
    files, key = made
    status, said = said_of(unsigned(files, key, 1_000_000), tmp_path / "young")
    assert (status, "are under no signed head" in said) == (0, True), said
    assert not said.endswith("Nothing that can be checked was changed.\n")
    status, said = said_of(unsigned(files, key, LATER_US), tmp_path / "old")
    assert (status, "older than two minutes when the pack was made" in said) == (1, True), said
    assert "Nothing that can be checked was changed" not in said


def test_an_old_event_behind_young_ones_that_are_not_signed_does_not_hold(made: Made, tmp_path: Path) -> None:
    files, key = made
    rows = rows_in(files)
    rows[5]["recorded_us"] -= LATER_US
    status, said = said_of(unsigned(with_rows(files, rehashed(rows)), key, 1_000_000), tmp_path / "pack")
    assert (status, "older than two minutes when the pack was made" in said) == (1, True), said


def test_a_pack_without_signed_heads_does_not_say_that_they_are_good(made: Made, tmp_path: Path) -> None:
    files, key = made
    rows = rows_in(files)
    stretch = {"first": rows[0]["version"], "last": rows[-1]["version"], "before": None, "after": None}
    without = {**files, "signed-heads.jsonl": b""}
    otherwise = {"stretches": [stretch], "made_us": rows[0]["recorded_us"] + LATER_US}
    status, said = said_of(signed_again(without, key, **otherwise), tmp_path / "pack")
    assert (status, "0 lines of signed heads" in said) == (1, False), said
    assert "the pack has no line of signed heads" in said


def test_events_that_were_signed_late_are_told(made: Made, settings: Settings, tmp_path: Path) -> None:
    files, key = made
    *before, last = files["signed-heads.jsonl"].decode().splitlines()
    line = read_line(last)
    late = line._replace(time_us=line.time_us + LATER_US).signed(signing_key(settings.signing_key_path)).text()
    heads = "".join([f"{text}\n" for text in [*before, late]]).encode()
    status, said = said_of(signed_again({**files, "signed-heads.jsonl": heads}, key), tmp_path / "pack")
    assert (status, "were first signed long after they were recorded" in said) == (0, True), said
    assert "what is open above could not be checked" in said


def test_without_a_fingerprint_nothing_is_said_of_the_casino(made: Made, tmp_path: Path) -> None:
    status, said = alone(laid_out(made[0], tmp_path / "pack"))
    assert (status, said.endswith("Whether they are the casino's was not checked: give --key.\n")) == (0, True), said
