"""A device proves with its own key that it is the one it says; another one puts its table in doubt."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from app.house.subjects.devices.commands import SendDeviceCommand
from app.settings import Settings
from app.store.database import Database
from app.table.attached.attesting import BadKey, key_of
from tests.alarms.kept import table_watched
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators
from tests.store.housed import house_of


@pytest.fixture
def key_file(settings: Settings, number: str) -> Iterator[Path]:
    """Where the server keeps the key of the table's shoe."""
    folder = settings.data / "device-keys"
    folder.mkdir(exist_ok=True)
    path = folder / f"t{number}-shoe"
    yield path
    path.unlink(missing_ok=True)


def put(path: Path, text: str, mode: int = 0o600) -> None:
    path.write_text(text)
    path.chmod(mode)


async def asked(here: Playing, wish: str) -> None:
    """Somebody wants it, and the server has answered."""
    house = house_of(here.tables)
    log = house._log
    await log.ask(uuid4(), SendDeviceCommand(f"t{here.number}-shoe", wish, "supervisor"), "test")
    number = (await log.read()).state.wished
    await here.until(lambda: house.now.wished == number and not house.now.wishes, "for the answer")


@pytest.mark.parametrize("has", ["its own key", "another key", "no key"])
async def test_a_shoe_proves_itself_or_puts_its_table_in_doubt(
    has: str, database: Database, settings: Settings, number: str, key_file: Path, tmp_path: Path
) -> None:
    key = secrets.token_bytes(32)
    (tmp_path / "shoe.key").write_bytes(key if has == "its own key" else secrets.token_bytes(32))
    put(key_file, key.hex())
    given = () if has == "no key" else ("--key-file", str(tmp_path / "shoe.key"))
    arguments = ("shoe", "--dialect", "table-link", "--listen", "pty", *given)
    async with (
        simulators(*arguments, "--decks", "8", "--seed", "31") as devices,
        playing(database, settings, number, "nz-division-15", devices) as here,
    ):
        await here.open()
        await asked(here, "attest")
        if has == "its own key":
            assert here.table.held is None
            return
        await here.until(lambda: here.table.held is not None, "for the doubt")
        assert here.table.held is not None
        assert (here.table.held.irregularity, here.table.held.detail) == ("device_doubt", "wrong_device")


async def test_a_shoe_that_could_not_prove_itself_before_it_was_in_use_is_looked_at_before_its_first_card(
    database: Database, settings: Settings, number: str, key_file: Path
) -> None:
    """At the start of a day no shoe is in use yet: nothing to compare, but an alarm, and a supervisor before a card."""
    async with (
        simulators("shoe", "--dialect", "table-link", "--listen", "pty", "--decks", "8", "--seed", "33") as devices,
        table_watched(database, settings, number, devices) as (here, alarms),
    ):
        await here.until(lambda: here.health()[0].state == "running", "for the shoe")
        put(key_file, secrets.token_bytes(32).hex())
        await asked(here, "attest")
        (alarm,) = await alarms.until_raised("wrong_device")
        assert alarm.about == here.name and "could not prove" in alarm.words
        await here.open()
        await here.until(lambda: here.table.held is not None, "for the doubt")
        assert here.table.held is not None and here.table.held.detail == "wrong_device"
        await here.resolved("continue")
        await asked(here, "attest")
        await here.until(lambda: here.table.held is not None, "for the next doubt")
        await alarms.until_raised("wrong_device")


async def test_a_shoe_that_starts_anew_proves_itself_again(
    database: Database, settings: Settings, number: str, key_file: Path, tmp_path: Path
) -> None:
    """Its line is there all the time."""
    key = secrets.token_bytes(32)
    (tmp_path / "shoe.key").write_bytes(key)
    put(key_file, key.hex())
    arguments = ("shoe", "--dialect", "table-link", "--listen", "pty", "--key-file", str(tmp_path / "shoe.key"))
    async with (
        simulators(*arguments, "--decks", "8", "--seed", "34") as devices,
        playing(database, settings, number, "nz-division-15", devices) as here,
    ):
        await here.until(lambda: here.health()[0].state == "running", "for the shoe")
        await here.open()
        assert here.table.held is None
        put(key_file, secrets.token_bytes(32).hex())  # as if it were another shoe
        await here.shoe.ask("/reboot", {})
        await here.until(lambda: here.table.held is not None, "for the doubt")
        assert here.table.held is not None and here.table.held.detail == "wrong_device"


async def test_a_shoe_without_a_key_is_not_asked_by_itself(database: Database, settings: Settings, number: str) -> None:
    async with (
        simulators("shoe", "--dialect", "table-link", "--listen", "pty", "--decks", "8", "--seed", "32") as devices,
        playing(database, settings, number, "nz-division-15", devices) as here,
    ):
        await here.open()
        assert here.table.held is None


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [("00" * 32, 0o644, "others"), ("00" * 31, 0o600, "64 hexadecimal"), ("key", 0o600, "64 hexadecimal")],
)
async def test_a_key_that_cannot_be_used_is_refused_in_words(text: str, mode: int, words: str, tmp_path: Path) -> None:
    put(tmp_path / "t7-shoe", text, mode)
    with pytest.raises(BadKey, match=words):
        key_of(tmp_path, "t7-shoe")
    assert key_of(tmp_path, "another") is None


def test_a_key_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    """Else nobody would ever be told that the device is not asked."""
    (tmp_path / "t7-shoe").mkdir(mode=0o700)
    with pytest.raises(BadKey, match="cannot be read"):
        key_of(tmp_path, "t7-shoe")
