"""Who signs a void or a reconstruction, and what: by its seal alone, where just that waits for a second signature."""

from collections.abc import Callable, Mapping
from uuid import UUID

from app.game import commands as c
from app.game.core.state import RoundRecord, Table, Waiting
from app.game.subjects.remedies.anonymous_cards import meant, names_of
from app.problems.problem import Problem
from app.table.actor import TableActor
from app.terminal.hold_rebuilding import check_did_not_deal, check_words
from app.terminal.order_parsing import SignRemedy
from app.terminal.order_records import Records

Live = Callable[[], Mapping[str, TableActor]]


class Remedies:
    """Finds what a signature is about."""

    def __init__(self, records: Records, live: Live) -> None:
        self._records, self._live = records, live

    async def command(self, number: str, id_: UUID, said: SignRemedy, by: str) -> c.SignRemedy:
        """The signature with all that the one who signs does not say; raises Problem."""
        table = self._live()[number].table
        if said.remedy is not None:
            record = await self._record(number, said.round)
            remedy = meant(said.remedy, names_of(record or on_the_table(table), table))
            return await self._signature(number, table, by, said.seen, remedy, record)
        waiting = next((each for each in table.waiting if each.seal == said.seen), None)
        if waiting is not None:
            return await self._of_waiting(number, table, by, waiting)
        kept = await self._records.command(number, id_)  # it may have been answered, and waits no more
        if kept is not None and isinstance(kept.command, c.SignRemedy) and kept.command.seen == said.seen:
            return kept.command
        raise Problem("no_such_remedy", f"Nothing with this seal waits for a signature at table {number}.")

    async def _of_waiting(self, number: str, table: Table, by: str, waiting: Waiting) -> c.SignRemedy:
        current = table.round.number if table.round is not None else None
        record = await self._record(number, waiting.round if waiting.round != current else None)
        return await self._signature(number, table, by, waiting.seal, waiting.remedy, record)

    async def _record(self, number: str, round_: int | None) -> RoundRecord | None:
        return await self._records.earlier_round(number, round_) if round_ is not None else None

    async def _signature(
        self, number: str, table: Table, by: str, seen: str, remedy: c.Void | c.Reconstruct, record: RoundRecord | None
    ) -> c.SignRemedy:
        check_words(remedy)
        round_ = record.number if record is not None else table.round.number if table.round is not None else 0
        return c.SignRemedy(by, remedy, record, seen, await self._records.tapped(number, round_))

    async def check_rebuilders(self, number: str, names: tuple[str, ...]) -> None:
        """Raise if one of those who sign that the round on the table is rebuilt has dealt in it."""
        record = on_the_table(self._live()[number].table)
        check_did_not_deal(names, record, await self._records.tapped(number, record.number))


def on_the_table(table: Table) -> RoundRecord:
    """The round on the table as far as it is recorded; nothing where there is none."""
    return RoundRecord(table.round.number if table.round is not None else 0, table.opening or table, table.record)
