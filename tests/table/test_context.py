"""In whose name a table says what it says."""

from uuid import uuid4

import structlog

from app.game import commands as c
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from app.table.requests import Published, Request
from tests.store.live import BOOK, serving


async def test_a_table_does_not_go_on_in_the_name_of_the_request_that_opened_it(
    database: Database, settings: Settings, number: str
) -> None:
    seen: list[object] = []

    def hear(_published: Published) -> None:
        seen.append(structlog.contextvars.get_contextvars())

    async with serving(database, settings) as tables:
        with structlog.contextvars.bound_contextvars(request="ab12"):
            actor = await tables.open(number, BOOK)
        actor.listen(hear)
        await actor.ask(Request(uuid4(), c.OpenTable(TableConfig()), "test"))
    assert seen == [{}]
