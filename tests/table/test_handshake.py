"""What answers and cannot be used is named: whoever stands before it has to know what to do."""

from app.settings import Settings
from app.store.database import Database
from tests.devices.table_link_device import Device as Plugged
from tests.devices.waiting import until
from tests.table.wired import Wired, wired

IDENTIFY = 0x05


def why(at: Wired) -> str:
    health = at.health()
    return health.why if health is not None else ""


async def test_a_device_of_another_version_says_so_until_it_is_changed(
    database: Database, settings: Settings, number: str
) -> None:
    async with wired(database, settings, number, made=lambda shoe: shoe.refuse.update({IDENTIFY: b"\xf0\x02"})) as at:
        await until(lambda: "version 2" in why(at), "the words")
        assert not at.running()
        at.device.refuse.clear()
        await until(at.running, "the shoe")
        assert why(at) == ""


async def test_a_device_that_does_not_say_who_it_is(database: Database, settings: Settings, number: str) -> None:
    async with wired(database, settings, number, made=lambda shoe: shoe.refuse.update({IDENTIFY: b"\xf2"})) as at:
        await until(lambda: "it answers F2" in why(at), "the words")


async def test_a_device_of_another_kind(database: Database, settings: Settings, number: str) -> None:
    """That it is bound helps nothing."""

    def shuffler(device: Plugged) -> None:
        device.family = 2

    async with wired(database, settings, number, made=shuffler) as at:
        await until(lambda: "is no shoe: it says shuffler" in why(at), "the words")
