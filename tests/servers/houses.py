"""A table and a dealer for tests with several servers."""

import asyncio

from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.terminal.people import Person
from tests.bot.house import House
from tests.serving.house import BURNT, NUMBER, asked, client_of, open_question, with_a_shoe

DEALER = Person("dora", "463829")
ORDERS = f"/api/v1/tables/{NUMBER}/orders"
# So soon somebody who had no answer asks again.
TURNS_TO_IT_S = 0.05


def with_a_table(here: House, settings: Settings) -> None:
    """A table at which cards are typed, with a shoe in use, and an administrator; nothing is served yet."""
    with Database(settings, print) as database:
        asyncio.run(with_a_shoe(database, settings))
    here.add_administrator()


async def dealt_by_dora(here: House) -> str:
    """Dora deals there, and bets are open; her token."""
    await here.add_person(DEALER, "dealer")
    await here.ask("GET", "/sessions/current", by=DEALER)
    token = here.tokens[DEALER.who]
    async with client_of(here.url, {"authorization": f"Bearer {token}"}) as client:
        await asked(client, {"type": "ChangeDealer", "dealer": DEALER.who})
        await asked(client, {"type": "TypeCard", "card": BURNT}, await open_question(client))
        await asked(client, {"type": "OpenBetting"})
    return token
