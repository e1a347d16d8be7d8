"""What many tables need in the benchmarks of the server: a simulated shoe each on a line of TCP, and a supervisor."""

from uuid import uuid4

from app.house.refusal_in_words import RefusedInWords
from app.house.state import Device
from app.house.subjects.devices.commands import AttachDevice
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from device_simulators.bot.terminal.people import Person
from tests.bot.house import SUPERVISOR, House


async def with_shoes(database: Database, settings: Settings, ports: dict[str, int]) -> None:
    """A shoe for each table, on this port of this machine."""
    log = HouseLog(database, settings.gaming_day)
    for number, port in ports.items():
        device = Device(f"t{number}-shoe", number, "shoe", "angel-eye", f"socket://127.0.0.1:{port}")
        answer = await log.ask(uuid4(), AttachDevice(device), "bench")
        assert not isinstance(answer, RefusedInWords), answer


async def supervisor_token(here: House) -> str:
    """A supervisor, signed in."""
    await here.add_person(SUPERVISOR, "supervisor")
    return await token(here, SUPERVISOR)


async def token(here: House, person: Person) -> str:
    """This person's token."""
    return await here.office.token_of(person)
