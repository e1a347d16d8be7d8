"""Who gets in: tickets, tokens, origins, subprotocols; and with which code everybody else is turned away."""

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from app.people.caller import Caller
from app.settings import Settings
from app.store.database import Database
from app.table.actor import TableActor
from tests.realtime.here import Here, Screen, opened, serving
from tests.store.housed import HousedTables
from tests.store.live import ready


async def code_of(url: str, token: str | None = None, origin: str | None = None) -> tuple[int, str]:
    """How a socket is closed that gets nothing."""
    async with opened(url, token, origin) as connection:
        with pytest.raises(ConnectionClosedError) as closed:
            await connection.recv()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


async def status_of(url: str, origin: str | None = None, protocol: str | None = "tables.v1") -> int:
    """The answer to a handshake that is refused."""
    with pytest.raises(InvalidStatus) as refused:
        async with opened(url, None, origin, protocol):
            pass
    return refused.value.response.status_code


async def test_who_does_not_say_who_it_is_gets_nothing(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        for url in (here.url(number, "sign"), here.url(None)):
            assert (await code_of(url))[0] == 4401
            assert (await code_of(f"{url}&ticket=none"))[0] == 4401
            assert (await code_of(url, "nobody's"))[0] == 4401


async def test_a_ticket_is_good_once(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        boss = await here.person(number, "supervisor")
        url = f"{here.url(number, 'floor')}&ticket={here.people.ticket(boss)}"
        async with opened(url) as connection:
            await Screen(connection, "floor").first("hello")
            assert (await code_of(url))[0] == 4401


async def test_a_bearer_token_opens_a_socket(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        _, token = await here.signed_in(number, "supervisor")
        for url, audience in ((here.url(number, "floor"), "floor"), (here.url(None), "wall")):
            async with opened(url, token) as connection:
                screen = Screen(connection, audience)
                await screen.first("hello" if audience == "floor" else "floor_hello")
                assert connection.subprotocol == "tables.v1"


async def test_a_page_of_another_host_gets_nothing(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        boss = await here.person(number, "supervisor")
        for origin in ("https://elsewhere.example", "null", f"https://127.0.0.1:{here.port}", "http://[", ""):
            url = f"{here.url(number, 'floor')}&ticket={here.people.ticket(boss)}"
            assert await status_of(url, origin) == 403, origin
        for origin in (f"http://127.0.0.1:{here.port}", "https://floor.example"):
            async with here.look(boss, number, "floor", origin) as screen:
                await screen.first("hello")


async def test_who_speaks_another_version_is_told_so(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        assert await status_of(here.url(number, "floor"), protocol=None) == 422
        assert await status_of(here.url(number, "floor"), protocol="tables.v2") == 422
        assert await status_of(here.url(number, "gallery")) == 422
        for views in ("", "1", "3", "02", "two"):
            assert await status_of(f"{here.url(number, 'floor')}&views={views}") == 422, views


async def refused(here: Here, caller: Caller, number: str | None, audience: str) -> tuple[int, str]:
    """How this caller's socket is closed."""
    return await code_of(f"{here.url(number, audience)}&ticket={here.people.ticket(caller)}")


async def test_roles_see_what_is_theirs(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, auditor = await here.person(number, "dealer"), await here.person(number, "auditor")
        await here.ready(number, dealer.name)
        await here.ready(f"{number}b")
        assert (await refused(here, dealer, number, "surveillance"))[0] == 4403
        assert (await refused(here, dealer, f"{number}b", "dealer"))[0] == 4403
        assert (await refused(here, dealer, None, ""))[0] == 4403
        assert (await refused(here, auditor, number, "sign"))[0] == 4403
        async with here.look(dealer, number, "dealer") as screen:
            await screen.first("hello")


async def test_a_sign_sees_its_table_only(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        await here.ready(number)
        await here.ready(f"{number}b")
        boss = await here.person(number, "administrator")
        token = await here.people.add_display(boss, f"sign-{number}", number)
        async with opened(here.url(number, "sign"), token) as connection:
            hello = await Screen(connection, "sign").first("hello")
            assert "devices" not in hello and "alarms" not in hello
        for url in (here.url(f"{number}b", "sign"), here.url(number, "dealer"), here.url(None)):
            assert (await code_of(url, token))[0] == 4403


async def test_no_table_is_looked_for_for_whom_it_is_not(
    database: Database, settings: Settings, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sign that asks for any number would else have each looked for in the database, and a table of that number that
    stands brought back here."""
    async with serving(database, settings) as here:
        await here.ready(number)
        looked_for = []

        async def table(wanted: str) -> TableActor:
            looked_for.append(wanted)
            return await found(wanted)

        found = here.terminal.table
        monkeypatch.setattr(here.terminal, "table", table)
        boss = await here.person(number, "administrator")
        token = await here.people.add_display(boss, f"{number}-sign", number)
        _, of_dealer = await here.signed_in(number, "dealer")
        for url, shown in ((here.url("none", "sign"), token), (here.url(number, "floor"), of_dealer)):
            assert (await code_of(url, shown))[0] == 4403
        assert looked_for == []


async def test_there_is_no_such_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        for unknown in (number, "x" * 200, "%00"):
            assert (await refused(here, boss, unknown, "floor"))[0] == 4404, unknown
        assert not await here.tables.knows(number)


async def test_a_table_of_another_server_is_there(database: Database, settings: Settings, number: str) -> None:
    elsewhere = HousedTables(
        database, settings._replace(data=settings.data.parent / "elsewhere"), "http://there.example:1"
    )
    await elsewhere.start()
    try:
        await ready(elsewhere, number)
        async with serving(database, settings) as here:
            boss = await here.person(number, "supervisor")
            assert (await refused(here, boss, number, "floor")) == (4409, "http://there.example:1")
    finally:
        await elsewhere.close()
