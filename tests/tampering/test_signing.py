"""Keys and the signer: one chain of lines, whatever is stopped and whoever else signs."""

import asyncio
import logging
import stat
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from app.settings import Settings, read_settings
from app.store.signed_heads import Line, read_line, text_hash
from app.store.signer import Signer
from app.store.signing_keys import KeyRefused, keys_beside, signing_key, verifying_keys
from app.surveillance.verifying import Findings, verify
from app.table.open_tables import Tables
from tests.store.housed import HousedTables
from tests.tampering.copies import BOOK, House, lines_of, restored
from tests.tampering.playing import play

DEADLINE_S = 20.0


@pytest.fixture
def kept(house: House) -> Iterator[House]:
    """The house, as it was again afterwards."""
    yield house
    asyncio.run(as_it_was(house))


async def as_it_was(house: House) -> None:
    connection = await house.admin()
    await restored(connection, house.clean)
    await connection.close()
    house.settings.heads_path.write_bytes(house.file)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE_S):
        while not condition():
            await asyncio.sleep(0.01)


# --- keys


def test_the_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "signing.pem"
    key = signing_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert signing_key(path).id == key.id
    assert list(verifying_keys(keys_beside(path))) == [key.id]
    assert sorted(each.name for each in path.parent.iterdir()) == ["signing.pem", "signing.pub"]


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "signing.pem"
    signing_key(path)
    path.chmod(0o640)
    with pytest.raises(KeyRefused, match=r"can be read by others \(mode 0640\).*chmod 600"):
        signing_key(path)


def test_whoever_starts_at_the_same_moment_has_the_same_key(tmp_path: Path) -> None:
    path, ids, barrier = tmp_path / "keys" / "signing.pem", [], threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        ids.append(signing_key(path).id)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ids) == 8
    assert len(set(ids)) == 1


def test_a_key_that_was_replaced_is_noticed(tmp_path: Path) -> None:
    path, other = tmp_path / "keys" / "signing.pem", tmp_path / "others" / "signing.pem"
    old, new = signing_key(path), signing_key(other)
    path.write_bytes(other.read_bytes())
    with pytest.raises(KeyRefused, match="not the public half"):
        signing_key(path)
    path.with_suffix(".pub").rename(path.with_name("until-november.pub"))
    assert signing_key(path).id == new.id
    assert set(verifying_keys(keys_beside(path))) == {old.id, new.id}


@pytest.mark.parametrize("text", ["", "not a key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_what_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "signing.pem"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(KeyRefused, match="no private key in PEM"):
        signing_key(path)


# --- the signer


async def with_signer(house: House, act: Callable[[Signer, Tables], Awaitable[None]], every_s: float = 60.0) -> None:
    tables = HousedTables(house.database, house.settings)
    tables.signer = Signer(house.database, house.settings, every_s)
    await tables.start()
    try:
        await act(tables.signer, tables)
    finally:
        await tables.close()


def lines(house: House) -> list[bytes]:
    return lines_of(house.settings.heads_path.read_bytes())


def signed(house: House) -> set[tuple[str, int]]:
    """Every stream and version that a line of the file has."""
    found = [read_line(line.decode().rstrip("\n")) for line in lines(house)]
    return {(head.stream, head.version) for line in found for head in line.heads}


def verified(house: House, file: Path | None = None) -> Findings:
    return asyncio.run(verify(house.database, house.settings, heads_file=file))


def test_nothing_is_signed_when_nothing_moved(kept: House) -> None:
    async def act(signer: Signer, _tables: Tables) -> None:
        assert await signer.sign_now() is None

    asyncio.run(with_signer(kept, act))
    asyncio.run(with_signer(kept, act))
    assert kept.settings.heads_path.read_bytes() == kept.file


def test_a_line_has_the_heads_that_moved_and_no_others(kept: House) -> None:
    async def act(signer: Signer, tables: Tables) -> None:
        version = await play(tables, "70", BOOK, 41, 20)
        await signer.sign_now()
        line = read_line(lines(kept)[-1].decode().rstrip("\n"))
        assert [(head.stream, head.version) for head in line.heads] == [("table:70", version)]

    asyncio.run(with_signer(kept, act))


def test_a_shoe_that_ended_is_signed_at_once_and_the_rest_at_the_end(kept: House) -> None:
    before = len(lines_of(kept.file))

    async def act(_signer: Signer, tables: Tables) -> None:
        version = await play(tables, "71", BOOK, 42, 20)
        await until(lambda: len(lines(kept)) > before)
        line = read_line(lines(kept)[before].decode().rstrip("\n"))
        assert line.heads[0].version < version, "signed when the new shoe began, and not at the end"

    asyncio.run(with_signer(kept, act))
    assert verified(kept).unsigned_events == 0


def test_the_minute_signs_by_itself(kept: House) -> None:
    async def act(_signer: Signer, tables: Tables) -> None:
        version = await play(tables, "73", BOOK, 44, 20)
        await until(lambda: ("table:73", version) in signed(kept))

    asyncio.run(with_signer(kept, act, every_s=0.1))


CRASHES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "before the file was written": lambda all_: all_[:-1],
    "while the file was written": lambda all_: [*all_[:-1], all_[-1][:40]],
    "before the end of the line was written": lambda all_: [*all_[:-1], all_[-1][:-1]],
    "and the file was never made": lambda _all: [],
}


@pytest.mark.parametrize("when", CRASHES)
def test_a_crash_between_database_and_file_is_mended_at_the_next_start(kept: House, when: str) -> None:
    kept.settings.heads_path.write_bytes(b"".join(CRASHES[when](lines_of(kept.file))))
    asyncio.run(with_signer(kept, nothing))
    assert kept.settings.heads_path.read_bytes() == kept.file
    assert verified(kept).clean


async def nothing(_signer: Signer, _tables: Tables) -> None:
    """Start and stop."""


def test_a_database_from_a_backup_gets_its_lines_back_and_verify_goes_on_saying_so(
    kept: House, caplog: pytest.LogCaptureFixture
) -> None:
    async def act() -> None:
        connection = await kept.admin()
        await restored(connection, kept.yesterday)
        await connection.close()
        await with_signer(kept, nothing)

    with caplog.at_level(logging.ERROR):
        asyncio.run(act())
    assert "the database lacks signed heads" in caplog.text
    assert kept.settings.heads_path.read_bytes().startswith(kept.file)
    found = verified(kept)
    assert {each.what for each in found.found} == {"signed head"}


def test_the_database_takes_no_line_from_the_file_that_nobody_of_the_house_has_signed(
    kept: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever can write the file has put it there; the database would keep it for ever."""
    last, other = read_line(lines_of(kept.file)[-1].decode().rstrip("\n")), signing_key(tmp_path / "signing.pem")
    forged = Line(last.number + 1, last.time_us + 1, last.heads, text_hash(last.text()), other.id).signed(other)
    kept.settings.heads_path.write_bytes(kept.file + forged.text().encode() + b"\n")
    with caplog.at_level(logging.ERROR):
        asyncio.run(with_signer(kept, nothing))
    assert "is signed with no key that lies in" in caplog.text

    async def newest() -> int:
        async with kept.database.connection("reader") as reader:
            return int(await reader.fetchval("SELECT max(number) FROM head_signatures"))

    assert asyncio.run(newest()) == last.number


def test_nothing_is_signed_on_top_of_a_line_that_was_changed(kept: House, caplog: pytest.LogCaptureFixture) -> None:
    *before, last = lines_of(kept.file)
    line = read_line(last.decode().rstrip("\n"))
    changed = [*before, line._replace(time_us=line.time_us + 1).text().encode() + b"\n"]
    kept.settings.heads_path.write_bytes(b"".join(changed))

    async def act(_signer: Signer, tables: Tables) -> None:
        await play(tables, "74", BOOK, 45, 20)

    with caplog.at_level(logging.ERROR):
        asyncio.run(with_signer(kept, act))
    assert "the heads are not signed" in caplog.text
    assert lines(kept) == changed
    assert not verified(kept).clean


def test_two_servers_sign_one_chain(kept: House, tmp_path: Path) -> None:
    """Each with a key and a file of its own, at the same moment again and again."""
    second = tmp_path / "second"
    settings = kept.settings._replace(signing_key=second / "signing.pem", heads_file=second / "heads.jsonl")

    async def act(signer: Signer, tables: Tables) -> None:
        other = Signer(kept.database, settings)
        await play(tables, "90", BOOK, 50, 20)
        await signer.sign_now()
        await other.start()
        for seed in range(51, 56):
            await play(tables, f"9{seed}", BOOK, seed, 20)
            await asyncio.gather(signer.sign_now(), other.sign_now())
        await asyncio.gather(play(tables, "91", BOOK, 60, 100, (signer,)), play(tables, "92", BOOK, 61, 100, (other,)))
        await signer.close()
        await play(tables, "93", BOOK, 62, 20)
        assert await other.sign_now() is not None
        await other.close()

    asyncio.run(with_signer(kept, act))
    keys = [*keys_beside(kept.settings.signing_key_path), second / "signing.pub"]
    mine, others = kept.settings.heads_path.read_bytes(), settings.heads_path.read_bytes()
    assert mine.startswith(others)
    signed_by = {read_line(line.decode().rstrip("\n")).key for line in lines(kept)[len(lines_of(kept.file)) :]}
    print(f"{len(lines(kept))} lines, signed by {len(signed_by)} servers")
    assert len(signed_by) == 2
    assert asyncio.run(verify(kept.database, kept.settings, keys=keys)).clean


def test_the_signer_outlives_its_connection(kept: House) -> None:
    async def act(signer: Signer, tables: Tables) -> None:
        await play(tables, "75", BOOK, 46, 20)
        admin = await kept.admin()
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'tablekeeper app' AND query LIKE '%head_signatures%'"
        )
        await admin.close()
        version = await play(tables, "76", BOOK, 47, 20)
        signer.nudge()
        await until(lambda: ("table:76", version) in signed(kept))

    asyncio.run(with_signer(kept, act))
    assert verified(kept).clean


def test_settings_say_where_key_and_file_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLEKEEPER_DATA", str(tmp_path))
    assert read_settings() == Settings(tmp_path)
    assert read_settings().signing_key_path == tmp_path / "keys" / "signing.pem"
    assert read_settings().heads_path == tmp_path / "heads" / "signed-heads.jsonl"
    monkeypatch.setenv("TABLEKEEPER_SIGNING_KEY", "/mnt/key.pem")
    monkeypatch.setenv("TABLEKEEPER_HEADS_FILE", "/mnt/heads.jsonl")
    assert read_settings().signing_key_path == Path("/mnt/key.pem")
    assert read_settings().heads_path == Path("/mnt/heads.jsonl")
