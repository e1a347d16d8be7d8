"""A round from shuffle to settlement at a table with a simulated shoe, over each kind of line."""

import pytest

from app.settings import Settings
from app.store.database import Database
from tests.simulation.playing import playing
from tests.simulation.simulator import simulators

DIALECTS = ("table-link", "angel-eye", "bee-tek")
LINES = ("pty", "tcp://127.0.0.1:0", "rfc2217://127.0.0.1:0")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_round_is_dealt_and_settled(
    dialect: str, line: str, database: Database, settings: Settings, number: str
) -> None:
    arguments = ("shoe", "--dialect", dialect, "--listen", line, "--decks", "8", "--seed", "7")
    async with (
        simulators(*arguments) as devices,
        playing(database, settings, number, "sg-pontoon-plus-v5", devices) as here,
    ):
        await here.open()
        await here.bet(1, 2)
        await here.deal("9S", "8H", "7D", "KC", "QD")
        await here.play_on()
        while here.table.round is not None and not here.table.round.complete:
            await here.press()
        round_ = here.table.round
        assert round_ is not None
        assert [box.hands[0].cards for box in round_.boxes] == [("9S", "KC"), ("8H", "QD")]
        assert round_.dealer[0] == "7D"
        state = await here.shoe.ask("/state")
        drawn = 384 - sum(state["machine"]["cards"]["left"].values())
        assert drawn == 384 - here.table.shoe.left
        assert here.table.held is None
