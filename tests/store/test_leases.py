"""Whether this process may still write: by its own clock, which nothing sets."""

from datetime import date
from uuid import uuid4

from app.store.database import Database
from app.store.leases import Leases

LASTS_S = 10.0


async def test_a_lease_is_over_when_its_time_has_run_out(database: Database, stream: str) -> None:
    now_s = [100.0]
    leases = Leases(database, uuid4(), "http://127.0.0.1:1", LASTS_S, lambda _stream: None, lambda: now_s[0])
    await leases.acquire(stream, date(2026, 11, 18))
    for after_s, held in ((0.0, True), (LASTS_S - 0.1, True), (LASTS_S, False), (LASTS_S * 2, False)):
        now_s[0] = 100.0 + after_s
        assert leases.holds(stream) == held, after_s
    await leases.close()


async def test_a_lease_counts_from_when_it_was_asked_for(database: Database, stream: str) -> None:
    """The database counts from when it gave the lease, which was later: the answer may have taken long."""
    now_s = [100.0]

    def clock() -> float:
        now_s[0] += 1.0
        return now_s[0]

    leases = Leases(database, uuid4(), "http://127.0.0.1:1", LASTS_S, lambda _stream: None, clock)

    def held(at_s: float) -> bool:
        now_s[0] = at_s - 1.0
        return leases.holds(stream)

    await leases.acquire(stream, date(2026, 11, 18))  # asked for at 101
    assert (held(101.0 + LASTS_S - 0.1), held(101.0 + LASTS_S)) == (True, False)
    now_s[0] = 200.0
    await leases.renew_now()  # asked for at 201
    assert (held(201.0 + LASTS_S - 0.1), held(201.0 + LASTS_S)) == (True, False)
    await leases.close()
