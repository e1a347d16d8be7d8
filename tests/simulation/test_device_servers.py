"""Lines through device servers that others wrote: socat as a bare TCP port, ser2net with RFC 2217; where present."""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.devices.moments import AheadClock
from tests.simulation.playing import Playing, playing
from tests.simulation.simulator import simulators

START_S = 20.0
SER2NET = """connection: &shoe
  accepter: telnet(rfc2217),tcp,127.0.0.1,{port}
  connector: serialdev,{path},9600n81,local
  options:
    kickolduser: false
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@asynccontextmanager
async def running(*command: str, port: int) -> AsyncIterator[None]:
    """The program, from when somebody can connect to it."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await asyncio.wait_for(_listens(port), START_S)
        yield
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), START_S)


async def _listens(port: int) -> None:
    """Until the port is bound: to connect would take the one place that a device server has."""
    while f":{port:04X} 00000000:0000 0A" not in await asyncio.to_thread(Path("/proc/net/tcp").read_text):
        await asyncio.sleep(0.02)


def needs(program: str) -> str:
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{program} is not installed here")
    return found


@pytest.mark.parametrize("dialect", ["table-link", "angel-eye", "bee-tek"])
@pytest.mark.parametrize("server", ["socat", "ser2net"])
async def test_a_round_through_a_device_server(
    server: str, dialect: str, database: Database, settings: Settings, number: str, tmp_path: Path
) -> None:
    program, port = needs(server), free_port()
    async with simulators("shoe", "--dialect", dialect, "--listen", "pty", "--decks", "8", "--seed", "11") as devices:
        path = devices[0].url.partition("?")[0]
        if server == "socat":
            listen = f"TCP-LISTEN:{port},bind=127.0.0.1,reuseaddr,fork"
            command: tuple[str, ...] = (program, listen, f"FILE:{path},raw,echo=0")
            url = f"socket://127.0.0.1:{port}"
        else:
            configuration = tmp_path / "ser2net.yaml"
            configuration.write_text(SER2NET.format(port=port, path=path))
            command = (program, "-n", "-c", str(configuration), "-P", str(tmp_path / "pid"))
            url = f"rfc2217://127.0.0.1:{port}?baud=9600"
        async with (
            running(*command, port=port),
            playing(database, settings, number, "nz-division-15", devices, {"shoe": url}) as here,
        ):
            await here.open()
            await here.bet(1, 2)
            await here.deal("9S", "8H", "7D", "KC", "QD")
            await here.play_on()
            assert here.table.round is not None
            assert here.table.round.complete
            assert here.table.held is None
            truth = await here.shoe.ask("/state")
            assert sum(truth["machine"]["cards"]["left"].values()) == here.table.shoe.left


async def _dropped(here: Playing, least: int) -> None:
    """Wait until the driver was taken and dropped so often."""
    while (await here.shoe.ask("/state"))["line"]["dropped"] < least:
        await asyncio.sleep(0.02)


async def test_ten_cards_lost_behind_one_that_takes_and_drops(
    database: Database, settings: Settings, number: str
) -> None:
    """The number of the eleventh fits. A supervisor is asked once, enters the ten, and the eleventh has its turn."""
    now, lost = AheadClock(), ("2S", "3S", "4S", "5S", "6S", "7S", "2H", "3H", "4H", "5H")
    shoe = ("shoe", "--dialect", "angel-eye", "--listen", "tcp://127.0.0.1:0", "--decks", "8", "--seed", "12")
    async with (
        simulators(*shoe) as devices,
        playing(database, settings, number, "nz-division-15", devices, clock=now) as here,
    ):
        await here.open()
        await here.bet(1, 2, 3, 4, 5, 6, 7)
        await here.deal("9S")
        await here.shoe.fault("take-and-drop")
        await here.shoe.stack(*lost, "KD")
        await here.shoe.press(len(lost))
        for dropped in (1, 2, 3):
            now.ahead_s += 3.0
            await _dropped(here, dropped)
        await here.shoe.ask("/replug", {})
        await here.until(lambda: here.health()[0].connected, "for the line")
        await here.shoe.press()
        await here.until(lambda: here.table.laid_by, "for the card behind the doubt")
        assert here.table.held is not None
        assert (here.table.held.irregularity, here.table.held.detail) == ("device_doubt", "line_was_down")
        for card in lost:
            await here.resolved("enter_card", card)
        await here.resolved("continue")
        await here.until(lambda: not here.table.laid_by, "for its turn")
        assert here.table.held is None
        assert here.table.round is not None
        assert here.table.round.boxes[3].hands[0].cards == ("4S", "KD")
        truth = await here.shoe.ask("/state")
        assert sum(truth["machine"]["cards"]["left"].values()) == here.table.shoe.left
