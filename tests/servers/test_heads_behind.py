"""Each server has a file of the signed heads, into which the others' lines come a little later. `verify` takes that for
what it is, and still finds a file that was cut or rewritten."""

import asyncio
from pathlib import Path

from app.cli.endings import FOUND
from tests.bot.house import House
from tests.command_line import run
from tests.servers.apart import Apart, apart, verified
from tests.serving.house import NUMBER
from tests.store.live import BOOK

TO_COME = "are not in this server's file yet"


def test_a_file_that_is_behind_what_another_server_signed_is_whole_until_it_is_cut() -> None:
    with apart() as servers:
        file = _signed_by_one_alone(servers)
        done = verified(servers.two)
        assert done.returncode == 0, done.stdout
        assert TO_COME in done.stdout and "Nothing was changed" in done.stdout
        whole = file.read_bytes()
        for cut in (whole.splitlines(keepends=True)[:-1], [whole[:-20]], []):
            file.write_bytes(b"".join(cut))
            _is_found(servers.two, "the file ends before it: lines were removed from the file")
        file.write_bytes(whole.replace(b'"time_us":1', b'"time_us":2', 1))
        _is_found(servers.two, "as in the database")
        file.write_bytes(whole)
        _comes_in_at_the_next_start(servers.two, file)


def _signed_by_one_alone(servers: Apart) -> Path:
    """Both have signed; then the second dies, and the first signs more. The second's file."""
    servers.one.add_staff()
    servers.one.start()
    asyncio.run(servers.one.add_table(NUMBER, BOOK, {}))
    servers.one.end()  # it signs when it stops
    servers.two.start()
    servers.one.start()
    servers.two.kill()
    asyncio.run(servers.one.add_table("8", BOOK, {}))
    servers.one.end()
    file = servers.two.data / "heads" / "signed-heads.jsonl"
    there = servers.one.data / "heads" / "signed-heads.jsonl"
    mine, others = file.read_bytes(), there.read_bytes()
    assert mine and others.startswith(mine) and len(mine) < len(others), "the second is behind"
    return file


def _is_found(here: House, words: str) -> None:
    done = verified(here)
    assert done.returncode == FOUND, done.stdout
    assert words in done.stdout


def _comes_in_at_the_next_start(here: House, file: Path) -> None:
    before = file.read_bytes()
    here.start()
    assert file.read_bytes().startswith(before) and len(file.read_bytes()) > len(before)
    done = verified(here)
    assert done.returncode == 0, done.stdout
    assert TO_COME not in done.stdout


def test_a_file_that_is_named_has_to_have_all() -> None:
    """An auditor's copy is completed by no server."""
    with apart() as servers:
        file = _signed_by_one_alone(servers)
        done = run("verify", "--heads", str(file), environment=servers.two.environment)
        assert done.returncode == FOUND, done.stdout
        assert "the file ends before it" in done.stdout
