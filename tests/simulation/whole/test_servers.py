"""Two and three servers: seeds of which each runs twice, faults of the ways to PostgreSQL that each server has to get
over, and errors in the server that are found because of them."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest

import app.server
import app.store.writer
import app.table.open_tables
from app.store.appending import statement
from app.store.deadlines import PATIENT
from app.store.leases import Leases
from app.table.open_tables import Tables
from app.table_id import TableId
from tests.simulation.whole.link import FAULTS, Kind
from tests.simulation.whole.places import LEASE_S, Place
from tests.simulation.whole.running import House
from tests.simulation.whole.trouble import Trouble
from tests.simulation.whole.world import World

Patch = pytest.MonkeyPatch
Act = Callable[[World], Awaitable[None]]
SEED = "22"
# Longer than a table may be without an answer, and until the ways are whole again.
LONG_S = LEASE_S + 15.0
TABLE = "1"


@pytest.mark.parametrize(("seed", "servers"), [("2", 2), ("5", 2), ("12", 3)])
def test_a_seed_breaks_nothing_and_has_the_same_log_when_it_is_run_again(seed: str, servers: int, here: House) -> None:
    first, second = [here.run(seed, 2, tables=2, servers=servers) for _ in range(2)]
    assert (first.broken, second.broken) == ("", "")
    assert first.digest == second.digest
    assert first.rounds >= 4
    assert first._replace(last=()) == second._replace(last=())


# --- one fault, and nothing else


def only(patch: Patch, act: Act) -> None:
    """In each round this goes wrong, and nothing else."""

    async def run(self: Trouble, _seconds: float) -> None:
        await act(self._world)

    patch.setattr(Trouble, "run", run)


def keeper(world: World) -> Place:
    """The machine whose server keeps the table."""
    return next(place for place in world.places if place.keeps(TABLE))


async def struck(world: World, places: Iterable[Place], kind: Kind, seconds: float = LONG_S) -> None:
    """Their ways are like this for so long, and for a little longer everybody goes on."""
    await asyncio.sleep(0.5)
    world.struck(f"link: {kind}")
    for place in places:
        place.strike(kind, seconds)
    await asyncio.sleep(seconds + 5.0)


@pytest.mark.parametrize("kind", FAULTS)
def test_what_is_wrong_with_the_way_of_one_server_is_got_over(kind: Kind, here: House, monkeypatch: Patch) -> None:
    only(monkeypatch, lambda world: struck(world, [keeper(world)], kind))
    assert here.run(SEED, 1, tables=1, servers=2).broken == ""


@pytest.mark.parametrize("servers", [2, 3])
def test_connections_that_stand_still_at_all_servers_are_got_over(
    servers: int, here: House, monkeypatch: Patch
) -> None:
    """New ones work."""
    only(monkeypatch, lambda world: struck(world, world.places, "old frozen"))
    assert here.run(SEED, 1, tables=1, servers=servers).broken == ""


def test_a_server_that_can_renew_and_not_write_gives_its_tables_up(here: House, monkeypatch: Patch) -> None:
    """The connection that renews the leases stands; that of the writer is lost, and a new one is not answered."""

    async def act(world: World) -> None:
        await asyncio.sleep(LEASE_S / 2)  # leases were renewed
        place = keeper(world)
        assert place.server is not None
        writing: Any = place.server.tables.writer._connection
        going = asyncio.ensure_future(struck(world, [place], "new unanswered"))
        await asyncio.sleep(0.6)
        writing.break_off()
        await going

    only(monkeypatch, act)
    assert here.run(SEED, 1, tables=1, servers=2).broken == ""


# --- errors that are planted


def _never_gives_a_connection_up(patch: Patch) -> Act:
    """A server waits for whatever it has asked, as long as that takes."""
    for module in (app.server, app.table.open_tables):
        patch.setattr(module, "of_lease", lambda _lease_s: PATIENT)
    return lambda world: struck(world, world.places, "old frozen")


def _keeps_its_clients(patch: Patch) -> Act:
    """A server without the database sends nobody elsewhere."""
    patch.setattr(Tables, "cut_off", lambda _self: None)
    return lambda world: struck(world, [keeper(world)], "cut")


NEW_EPOCH_FOR_ANYBODY = """
UPDATE stream_heads SET epoch = epoch + 1 WHERE stream = $1 AND $2::uuid IS NOT NULL RETURNING epoch, version, hash"""


def _appends_after_its_lease(patch: Patch) -> Act:
    """A server believes that its leases last for ever, and PostgreSQL does not look at the epoch."""

    async def renewed(self: Leases, _connection: Any) -> None:
        self._renewed_at = self._clock()

    def without_epoch(*given: Any) -> Any:
        sql, values = statement(*given)
        return sql.replace("epoch = $2::bigint", "$2::bigint > 0").replace("AND h.epoch = a.epoch", ""), values

    patch.setattr(Leases, "holds", lambda self, stream: stream in self._until)
    patch.setattr(Leases, "run_out", property(lambda _self: False))
    patch.setattr(Leases, "_renew_once", renewed)
    patch.setattr(app.store.writer, "statement", without_epoch)
    patch.setattr(app.store.writer, "_NEW_EPOCH", NEW_EPOCH_FOR_ANYBODY)
    return lambda world: struck(world, [keeper(world)], "frozen", LEASE_S + 2.0)


def _never_takes_over(patch: Patch) -> Act:
    """What another server has left is nobody's."""
    patch.setattr("app.table.sharing.Sharing._wanted", lambda _self: [])
    open_ = Tables.open

    async def opens(self: Tables, number: str, ruleset_id: str | None = None) -> Any:
        self.check_not_cut_off(TableId(number))
        if ruleset_id is None and number not in self.live():
            raise TimeoutError
        return await open_(self, number, ruleset_id)

    patch.setattr(Tables, "open", opens)
    return lambda world: struck(world, [keeper(world)], "cut")


PLANTED: dict[str, tuple[Callable[[Patch], Act], str]] = {
    "never gives a connection up": (_never_gives_a_connection_up, "available: a table answers within"),
    "keeps its clients": (_keeps_its_clients, "available: a table answers within"),
    "appends after its lease": (_appends_after_its_lease, "leases: nobody appends where another server has the lease"),
    "never takes over": (_never_takes_over, "available: a table answers within"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_error_that_is_planted_is_found(name: str, here: House, monkeypatch: Patch) -> None:
    plant, found = PLANTED[name]
    only(monkeypatch, plant(monkeypatch))
    outcome = here.run(SEED, 1, tables=1, servers=2)
    assert re.search(found, outcome.broken), outcome.broken
