"""The server is killed in the middle of rounds, with a card on its way, and started again; the bot goes on as a
terminal would, dealers relieve each other, and every settlement agrees. About twenty seconds: four starts."""

import asyncio
from dataclasses import replace

from device_simulators.bot.habits import EVENTFUL
from device_simulators.bot.play import play
from device_simulators.bot.report import Report
from device_simulators.bot.terminal.people import Staff, Tokens
from device_simulators.bot.terminal.shoe import PressedShoe
from device_simulators.bot.terminal.table import Place, ServedTable
from tests.bot.house import SUPERVISOR, House, house
from tests.bot.over_the_wire import Asked, staff, table_of

ROUNDS = 6
BOOK = "nz-division-15"
# The presses after which the server dies: at once, with the card on its way.
DEADLY = (5, 17, 30)


class DeadlyShoe(PressedShoe):
    """A shoe whose cards sometimes kill the server."""

    def __init__(self, here: House, side_channel: str) -> None:
        super().__init__(side_channel, seed=6)
        self._here = here
        self.presses = 0
        self.restarts: list[asyncio.Task[None]] = []

    async def press(self) -> None:
        """The next card; and perhaps the server's end, and its next beginning while the bot goes on."""
        await super().press()
        self.presses += 1
        if self.presses in DEADLY:
            self._here.kill()
            self.restarts.append(asyncio.create_task(asyncio.to_thread(self._here.start)))


async def _played(here: House, tokens: Tokens) -> tuple[Report, DeadlyShoe]:
    dealers = await staff(here, 1)
    async with table_of(here, Asked("1", BOOK, "table-link"), 1) as named:
        shoe = DeadlyShoe(here, named.split("=")[2])
        table = ServedTable(Place(here.url, "1", Staff(tuple(dealers), SUPERVISOR)), tokens, shoe)
        try:
            await table.open()
            report = await play(table, shoe, BOOK, 6, ROUNDS, habits=replace(EVENTFUL, new_dealer=0.5))
        finally:
            await table.close()
        await asyncio.gather(*shoe.restarts)
    return report, shoe


def test_the_bot_goes_on_through_the_death_of_the_server() -> None:
    tokens = Tokens()
    with house() as here:
        report, shoe = asyncio.run(_played(here, tokens))
        assert "Nothing was changed" in here.tablekeeper("verify")
    assert report.differences == [], report.text()
    assert report.rounds == ROUNDS
    assert shoe.presses > DEADLY[-1]
    assert len(shoe.restarts) == len(DEADLY)
    assert len(tokens.signed_in) > 2, "dealers relieved each other"
