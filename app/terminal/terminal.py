"""The one way in for what people ask of a table.

An order is read strictly, the policy is asked, whoever signs shows who he is, what the house knows is filled in, and
the table is asked. Roles are looked at first; duty when the command's turn has come, since the dealer may have been
relieved while it waited. A command that comes again is answered as it was, whatever has changed since.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from app.game import commands as c
from app.game.core.state import Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.signed_remedies import signed
from app.people.authentication import People
from app.people.caller import Caller
from app.people.throttle import Throttle
from app.printable import is_printable
from app.problems.problem import Problem
from app.table.actor import TableActor
from app.table.house_keeping import HouseKeeping
from app.table.open_tables import Tables
from app.table.requests import Answer, Request
from app.table_id import TableId
from app.terminal.again import same
from app.terminal.coming import Coming
from app.terminal.duty import Asking, Command
from app.terminal.failures import as_problems
from app.terminal.filling_in import filled_in
from app.terminal.order_parsing import Order, SignRemedy, TypeCard, command_name, read_order
from app.terminal.order_records import Records
from app.terminal.remedy_signatures import Remedies
from app.terminal.sets_at_table import Leaving
from app.terminal.signatures import REBUILD, check_apart, signers_of, two_people

LONGEST_NUMBER = 64
# What is refused is kept like what is done. Nobody taps so much in vain, and nobody does so much: whoever turns
# something on and off in a circle fills the log no faster.
REFUSED, DONE, WITHIN_US = 600, 6_000, 60_000_000


class Ordered(NamedTuple):
    """What became of an order that was accepted: the table's version after it, the first of its events and how many.
    `again`: it had been answered before."""

    id: UUID
    version: int
    first_version: int
    events: int
    again: bool


class Terminal:
    """Asks tables in people's names."""

    def __init__(
        self,
        tables: Tables,
        people: People,
        house: HouseKeeping,
        now_us: Callable[[], int],
        table_elsewhere: Callable[[str], str | None] = lambda _dealer: None,
    ) -> None:
        self._tables, self._people, self._house = tables, people, house
        self._records = Records(tables.database, now_us)
        self._remedies = Remedies(self._records, tables.live)
        self._known: set[str] = set()
        self._refused, self._done = Throttle(REFUSED, WITHIN_US), Throttle(DONE, WITHIN_US)
        self._coming = Coming(tables.live, table_elsewhere)
        self.leaving = Leaving()

    async def table(self, number: str) -> TableActor:
        """The table, which is brought back if it had stopped; raises Problem."""
        with as_problems(number):
            return await self._table(number)

    async def order(self, caller: Caller, number: str, order: dict[str, Any]) -> Ordered:
        """What became of the order at this table; raises Problem."""
        caller, read = self._people.now(caller), read_order(order)
        self._people.used(caller)
        try:
            with as_problems(number):
                return _ordered(read.id, await self._answer(caller, number, read))
        except Problem as problem:
            if problem.code in ("not_allowed", "not_on_duty"):
                self._people.refused(caller, f"command.{command_name(read)}", problem.code, caller.where)
            raise

    async def _answer(self, caller: Caller, number: str, order: Order) -> Answer:
        asking = Asking(caller, number, command_name(order), self._people.today(), self._people.now)
        asking.check_role()
        self._check_not_too_many(caller)
        actor = await self._table(number)
        if order.signed_by:
            asking.check_before_signing(actor.table)
        signers = await signers_of(self._people, caller, order, number)
        command = await self._command(caller, number, order, signers)
        words = " with ".join([caller.actor, *[signer.name for signer in signers]])
        answer = await self._ask(asking, Request(order.id, None, words, order.question), command, number, signers)
        if asking.refusal is not None:
            raise asking.refusal
        if answer.again:
            await self._check_same(number, order, words, command)
        else:
            (self._done if answer.refused is None else self._refused).take(caller.actor, _now_us())
        return answer

    def _check_not_too_many(self, caller: Caller) -> None:
        """Raise if this person has been refused, or has done, too much within a minute."""
        for kept, most, became in ((self._refused, REFUSED, "refused"), (self._done, DONE, "carried out")):
            if kept.full(caller.actor, _now_us()):
                words = f"{most} of your orders were {became} within a minute, each of which is kept: wait a minute."
                raise Problem("too_many_tries", words)

    async def _table(self, number: str) -> TableActor:
        """A number that no table has takes no lease."""
        self._tables.check_not_cut_off(TableId(number))
        if number not in self._known:
            nameable = len(number) <= LONGEST_NUMBER and is_printable(number)
            if not nameable or not (number in self._tables.live() or await self._tables.knows(number)):
                raise Problem("no_such_table", f"There is no table {number[:LONGEST_NUMBER]!r}.")
            self._known.add(number)
        return await self._tables.open(number)

    async def _command(self, caller: Caller, number: str, order: Order, signers: tuple[Caller, ...]) -> Command:
        """The command with all that the person does not say."""
        house = self._house.now
        meant = filled_in(order, caller, signers, house)
        if isinstance(meant, c.Resolve) and meant.choice == REBUILD and signers:
            names = two_people(caller, signers, command_name(order))
            check_apart(house, names)
            await self._remedies.check_rebuilders(number, names)
        if not isinstance(meant, SignRemedy):
            return meant
        before = signed(self._tables.live()[number].table, meant.seen)
        check_apart(house, (caller.name, signers[0].name, *before))
        return await self._remedies.command(number, order.id, meant, signers[0].name)

    async def _ask(
        self, asking: Asking, request: Request, command: Command, number: str, signers: tuple[Caller, ...]
    ) -> Answer:
        devices = self._tables.devices
        if not devices.attends(number):
            raise Problem("stopping", f"This server lets go of table {number}.")
        besides = partial(self._check_besides, request.id, command, number)

        def may(table: Table, rules: Ruleset) -> bool:
            return asking.may(command, signers, self._house.now, table, rules, besides)

        desk = devices.desk(number)
        try:
            if isinstance(command, TypeCard):
                return await desk.type_card(request, command.card, may)
            return await desk.ask(request._replace(command=command), may)
        finally:
            self._coming.came(request.id)

    def _check_besides(self, id_: UUID, command: Command, number: str, table: Table) -> None:
        """Raise for what other tables and the register are about just now."""
        if isinstance(command, c.ChangeDealer):
            self._coming.check(id_, command, number, table)
        if isinstance(command, c.BringSet):
            self.leaving.check(command)

    async def _check_same(self, number: str, order: Order, words: str, command: Command) -> None:
        """Raise if the id belongs to another command."""
        kept = await self._records.command(number, order.id)
        if kept is not None and not same(command, order.question, words, kept):
            raise Problem("id_reused", f"{order.id} belongs to another command: nothing was done. Use a new id.")


def _now_us() -> int:
    """For how long something lasted; nobody sets this clock."""
    return time.monotonic_ns() // 1_000


def _ordered(id_: UUID, answer: Answer) -> Ordered:
    """The answer; a refusal is the core's, with the version that it was refused at."""
    version, refused = answer.first_version + answer.events - 1, answer.refused
    if refused is not None:
        details = {"box": refused.box, "step": refused.step, "version": version}
        raise Problem(refused.code, refused.message, refused.clause, details)
    return Ordered(id_, version, answer.first_version, answer.events, answer.again)
