"""What is done to the signed lines, in the database and in the file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from app.store.signed_heads import FIRST_PREVIOUS, Line, read_line, text_hash
from app.store.signing_keys import signing_key, verifying_keys
from app.surveillance.verifying.findings import Report
from app.surveillance.verifying.signed_lines import DATABASE, FILE, Lines
from tests.tampering.acts import run
from tests.tampering.copies import ALL, Act, House, lines_of


def test_each_line_in_the_database(house: House) -> None:
    lines = house.clean["head_signatures"]
    for number, text in lines:
        for at in range(number % 5, len(text), 5 if ALL else 193):
            other = text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]
            sql = "UPDATE head_signatures SET line = $2 WHERE number = $1"
            found = asyncio.run(house.found_after(run(sql, number, other)))
            assert found.first_bad[DATABASE].version == number, found


def test_each_line_in_the_file(house: House) -> None:
    for at in range(0, len(house.file), 7 if ALL else 331):
        found = asyncio.run(house.found_after(file_is(house, flipped(house.file, at))))
        number = house.file[:at].count(b"\n") + 1
        assert FILE in found.first_bad, (at, found)
        assert found.first_bad[FILE].version == number, (at, found)


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def file_is(house: House, data: bytes) -> Act:
    async def act(_connection: asyncpg.Connection) -> None:
        house.settings.heads_path.write_bytes(data)

    return act


OF_FILE: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "the last is gone": lambda lines: lines[:-1],
    "one in the middle is gone": lambda lines: lines[:2] + lines[3:],
    "the first is gone": lambda lines: lines[1:],
    "two are swapped": lambda lines: [lines[1], lines[0], *lines[2:]],
    "one is there twice": lambda lines: [*lines, lines[-1]],
    "the last is cut off": lambda lines: [*lines[:-1], lines[-1][:-30]],
    "something follows": lambda lines: [*lines, b"{"],
    "nothing is left": lambda _lines: [],
}


@pytest.mark.parametrize("what", OF_FILE)
def test_lines_of_the_file(house: House, what: str) -> None:
    data = b"".join(OF_FILE[what](lines_of(house.file)))
    assert not asyncio.run(house.found_after(file_is(house, data))).clean


OF_DATABASE = {
    "the last is gone": "DELETE FROM head_signatures WHERE number = (SELECT max(number) FROM head_signatures)",
    "the first is gone": "DELETE FROM head_signatures WHERE number = 1",
    "all are gone": "DELETE FROM head_signatures",
    "another number": "UPDATE head_signatures SET number = 1000 WHERE number = 8",
}


@pytest.mark.parametrize("what", OF_DATABASE)
def test_lines_of_the_database(house: House, what: str) -> None:
    assert not asyncio.run(house.found_after(run(OF_DATABASE[what]))).clean


def test_lines_signed_again_with_another_key(house: House, tmp_path: Path) -> None:
    """The forger has the database and this host, and his own key; the auditor has the public key that he was given."""
    of_the_auditor = tmp_path / "auditor.pub"
    of_the_auditor.write_bytes(house.settings.signing_key_path.with_suffix(".pub").read_bytes())
    other = signing_key(tmp_path / "forged" / "signing.pem")

    async def act(connection: asyncpg.Connection) -> None:
        texts, previous = [], FIRST_PREVIOUS
        for number, text in house.clean["head_signatures"]:
            texts.append(read_line(text)._replace(previous=previous, key=other.id).signed(other).text())
            previous = text_hash(texts[-1])
            await connection.execute("UPDATE head_signatures SET line = $2 WHERE number = $1", number, texts[-1])
        house.settings.heads_path.write_text("".join([f"{text}\n" for text in texts]))

    found = asyncio.run(house.found_after(act, keys=[of_the_auditor]))
    assert {each.what for each in found.found} == {"key"}
    assert len(found.found) == len(house.clean["head_signatures"])
    assert found.last_signed_us is None


HOUR_US = 3_600_000_000


def test_a_key_that_was_replaced_signs_nothing_more(tmp_path: Path) -> None:
    """Servers may have two for a while; after that whoever has the old one could go on with it."""
    old, new = [signing_key(tmp_path / name / "signing.pem") for name in ("old", "new")]
    signed = [(old, 0), (old, 30), (new, 31), (old, 40), (new, 41), (old, 63), (new, 64), (new, 120)]
    report, previous = Report(), FIRST_PREVIOUS
    lines = Lines(report, FILE, verifying_keys([tmp_path / name / "signing.pub" for name in ("old", "new")]))
    for number, (key, hours) in enumerate([*signed, (old, 121)], 1):
        line = Line(number, hours * HOUR_US, (), previous, key.id).signed(key)
        assert lines.line(line.text()) is not None
        previous = text_hash(line.text())
    [finding] = report.findings(own_keys=False).found
    assert (finding.version, finding.what, finding.expected) == (9, "key", f"{new.id}, which has replaced it")
