"""Running a command on the database of the settings, with its errors in words and its progress on the terminal."""

import asyncio
import errno
import getpass
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import asyncpg

from app.cli.endings import Refusal
from app.cli.output import say
from app.printable import shown
from app.settings import BadSetting, Settings, read_settings
from app.store.database import Database
from app.store.database_url import DatabaseRefused
from app.store.embedded import EmbeddedError
from app.store.log_reader import BadRoundName
from app.store.upgrading import check_version

Result = TypeVar("Result")
Work = Callable[[Database, Settings], Coroutine[Any, Any, Result]]
BAR = 30
MOST_LETTERS = 64
# Whoever reads the result has gone, or its disk is full: not the database, and told by `main`.
_OUTPUT = (errno.EPIPE, errno.ENOSPC)


def who_types() -> str:
    """The user of this machine, for the record; a container's may have a number and no name. The environment can say
    any text: it stands there as it is shown."""
    try:
        return shown(getpass.getuser()[:MOST_LETTERS])
    except (KeyError, OSError):
        return f"user-{os.getuid()}"


def on_database(work: Work[Result], *, current: bool = True) -> Result:
    """Do it on the database, which has to be at this version unless the work is about that."""
    logging.basicConfig(level=logging.WARNING)
    try:
        settings = read_settings()
        with Database(settings, say) as database:
            return asyncio.run(_checked(work, database, settings, current=current))
    except (BadSetting, DatabaseRefused, EmbeddedError, BadRoundName) as error:
        raise Refusal(str(error)) from error
    except asyncpg.InsufficientPrivilegeError as error:
        raise Refusal(f"the database does not let this login do that: {error}; see docs/database.md") from error
    except (OSError, asyncpg.PostgresConnectionError, asyncpg.InvalidPasswordError) as error:
        if isinstance(error, OSError) and error.errno in _OUTPUT:
            raise
        raise Refusal(f"the database cannot be reached: {error}; see TABLEKEEPER_DATABASE_URL") from error


async def _checked(work: Work[Result], database: Database, settings: Settings, *, current: bool) -> Result:
    if current:
        await check_version(database)
    return await work(database, settings)


def progress(done: int, total: int) -> None:
    """A bar on the terminal; nothing where nobody watches."""
    if not sys.stderr.isatty():
        return
    filled = BAR * done // total if total else BAR
    end = "\n" if done >= total else ""
    print(f"\r[{'#' * filled}{' ' * (BAR - filled)}] {done} of {total}", end=end, file=sys.stderr, flush=True)
