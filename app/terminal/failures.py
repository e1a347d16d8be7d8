"""What a caller is told when a table cannot answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.problems.problem import Problem
from app.store.leases import HeldElsewhere
from app.store.shared_log import LogBusy
from app.store.writer import LOST, Fenced, Unavailable
from app.table.actor import Busy, Frozen, NotStorable, OtherBody, Stopped
from app.table.open_tables import LogBroken


@contextmanager
def as_problems(number: str) -> Iterator[None]:
    """Whatever keeps the table from answering, as the problem that it is for who asked."""
    try:
        yield
    except HeldElsewhere as error:
        where = f", at {error.address}" if error.address else ""
        message = f"Table {number} is kept by another server{where}."
        raise Problem("held_elsewhere", message, details={"address": error.address or None}) from error
    except (Stopped, Fenced) as error:
        message = f"Table {number} is not kept here any more: ask again, and it is found where it is."
        raise Problem("held_elsewhere", message, details={"address": None}) from error
    except (Busy, LogBusy) as error:
        raise Problem("busy", f"Table {number} has more to answer than it can now.") from error
    except (Frozen, LogBroken) as error:
        raise Problem("frozen", f"Table {number} stands still; its record is whole. Call a technician.") from error
    except OtherBody as error:
        raise Problem("id_reused", "This id belongs to another command: nothing was done.") from error
    except NotStorable as error:
        raise Problem("bad_request", "The command holds a text or number that cannot be kept.") from error
    except (Unavailable, *LOST) as error:
        raise Problem("database_away", "It is not known whether this is recorded: ask again with this id.") from error
