"""The whole server lets go of its tables, whatever goes wrong on the way."""

import pytest

from app.server import Server
from app.settings import Settings
from app.store.database import Database
from tests.store.live import BOOK


async def test_tables_are_let_go_of_though_a_part_of_the_server_fails(
    database: Database, settings: Settings, number: str
) -> None:
    server = Server(settings, database)
    await server.start()
    await server.tables.open(number, BOOK)
    close = server.feeds.close

    async def broken() -> None:
        await close()
        raise ValueError("a defect")

    server.feeds.close = broken  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="a defect"):
        await server.close()
    assert server.tables.live() == {}
