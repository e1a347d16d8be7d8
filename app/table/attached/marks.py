"""Where the session of a device left off: kept for the vault's role alone, since it may hold what lies face down."""

import json

from app.devices.session import Mark
from app.store.database import Database

_MARK = "SELECT n, mark FROM device_marks WHERE device = $1 ORDER BY n DESC LIMIT 1"
_LAST = "SELECT coalesce(max(n), 0) FROM device_frames WHERE device = $1"


async def left_off(database: Database, device: str) -> tuple[Mark | None, int]:
    """The mark, if the device has told anything yet, and the number of its last frame. A mark says when the device was
    `attached`: since it was detached it may have been anywhere."""
    async with database.connection("vault") as vault:
        row = await vault.fetchrow(_MARK, device)
    async with database.connection("app") as connection:
        last: int = await connection.fetchval(_LAST, device)
    return (json.loads(row["mark"]), max(last, row["n"])) if row is not None else (None, last)
