"""How long a server waits for the database: each wait has a name here, and docs/durability.md says what follows it.

A connection that is lost ends its wait at once; these are for one that does not answer. With leases of 10 s or more a
silent connection is replaced before the lease runs out.
"""

from typing import NamedTuple

# Whoever is to close a connection politely does not wait longer for its answer.
CLOSE_S = 1.0
# Longer than PostgreSQL lets anybody's query run who asks by the API.
READING_S = 60.0
# A table whose opening did not come to an end has more time at the next attempt, up to this.
LONGEST_OPENING_S = 60.0


class Deadlines(NamedTuple):
    """In seconds; None: no end. `connect`: a connection that is opened. `statement`: each statement that writes or that
    a table waits for; `reading`: each of whoever only looks. `renew`: the one that renews the leases. `opening`: a
    table that is brought back, the first time. The writer asks its connection for a sign of life when it was `idle` for
    so long."""

    connect_s: float
    statement_s: float | None
    reading_s: float | None
    renew_s: float
    idle_s: float
    opening_s: float


# Of commands, which people watch and end.
PATIENT = Deadlines(60.0, None, None, 60.0, 60.0, 60.0)


def of_lease(lease_s: float) -> Deadlines:
    """Those of a server whose leases last so long; on a busy machine some take a while however short leases are."""
    return Deadlines(
        connect_s=max(lease_s / 5, 2.0),
        statement_s=max(lease_s / 2, 5.0),
        reading_s=READING_S,
        renew_s=lease_s / 2,
        idle_s=lease_s / 4,
        opening_s=max(lease_s / 4, 2.5),
    )
