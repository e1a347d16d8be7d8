"""What came while a table held and was too much to be kept at hand: it stands in the log, and is read from there."""

from app.game.core.seals import Opened
from app.game.core.state import LaidBy
from app.game.events import CameMeanwhile
from app.store.codec import decode_record
from app.store.database import Database
from app.store.log_reader import sealed_of

# So much is read at once.
FETCHED = 250
# What was spooled last is found first, so that few rows are looked at, and no day has to be named.
_FIRST = """
SELECT payload FROM events
WHERE stream = $1 AND type = 'CameMeanwhile' AND (payload->>'spooled')::boolean
ORDER BY version DESC OFFSET $2 LIMIT $3
"""


class Spool:
    """What is spooled of one table."""

    def __init__(self, database: Database, stream: str) -> None:
        self._database, self._stream = database, stream

    async def first(self, spooled: int) -> tuple[tuple[LaidBy, ...], tuple[Opened, ...]]:
        """The first of so many, and the cards that they are."""
        count = min(spooled, FETCHED)
        async with self._database.connection("app") as connection:
            rows = await connection.fetch(_FIRST, self._stream, spooled - count, count)
        came: list[CameMeanwhile] = [decode_record(row["payload"]) for row in reversed(rows)]
        cards = [each.commitment for each in came if each.commitment is not None]
        async with self._database.connection("vault") as vault:
            opened = await sealed_of(vault, self._stream, cards)
        return tuple([LaidBy(each.commitment, each.doubt, each.alarm, each.place) for each in came]), tuple(
            opened.values()
        )
