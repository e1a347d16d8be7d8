"""Where the session of a device left off: kept for the vault's role alone, since it may hold what lies face down."""

import json

from app.devices.session_protocol import Mark
from app.store.database import Database
from app.store.house_log import STREAM as HOUSE

_MARK = "SELECT n, mark FROM device_marks WHERE device = $1 ORDER BY n DESC LIMIT 1"
_LAST = "SELECT coalesce(max(n), 0) FROM device_frames WHERE device = $1"
_ATTACHED = """
SELECT recorded_at FROM events
WHERE stream = $1 AND type = 'DeviceAttached' AND payload->'device'->>'name' = $2
ORDER BY version DESC LIMIT 1
"""


async def left_off(database: Database, device: str) -> tuple[Mark | None, int]:
    """The mark, if the device has told anything yet, and the number of its last frame. A mark says when the device was
    `attached`: since it was detached it may have been anywhere."""
    async with database.connection("vault") as vault:
        row = await vault.fetchrow(_MARK, device)
    async with database.connection("app") as connection:
        last: int = await connection.fetchval(_LAST, device)
    return (json.loads(row["mark"]), max(last, row["n"])) if row is not None else (None, last)


async def attached_us(database: Database, device: str) -> int:
    """When the device was last attached, in microseconds after the epoch; 0: never."""
    async with database.connection("app") as connection:
        at = await connection.fetchval(_ATTACHED, HOUSE, device)
    return int(at.timestamp() * 1_000_000) if at is not None else 0
