"""Raises alarms, and has people take and acknowledge them.

What tables, devices and the house tell becomes causes (`causes`, `pace`, `away`), and each cause a command to the
house, noted behind everything else: no table ever waits for it, and while the database is away the newest causes wait.
The house opens one alarm for the same thing. A table's alarms are raised by the server that keeps it; one that has
lost the table meanwhile, and finds that out with the database back, says no more how it is there.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple
from uuid import UUID, uuid4, uuid5

from app.alarms.away import AWAY_S, Away
from app.alarms.causes import TELLING, Cause, of_observation, of_published, of_set, of_standing_hold
from app.alarms.idle_tables import Pace
from app.devices.observations import Observation
from app.house.alarm_kinds import FACTS
from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.state import Alarm, House, alarm_of, open_alarm
from app.house.subjects.alarms.commands import AcknowledgeAlarm, RaiseAlarm, TakeAlarm
from app.house.subjects.alarms.decide import MOST_OPEN, MOST_WORDS
from app.people.caller import Caller
from app.problems.problem import Problem
from app.settings import Settings
from app.store.house_log import HouseAt, HouseLog
from app.store.shared_log import LogBusy
from app.store.writer import LOST
from app.table.actor import TableActor
from app.table.house_keeping import HouseKeeping
from app.table.in_turn import in_turn
from app.table.open_tables import Tables
from app.table.requests import Published
from app.table_id import TableId

log = logging.getLogger("tablekeeper.alarms")
LOOKS_EVERY_S = 1.0
# Ids of commands that come of one thing, so that it is the same command for ever.
RAISED = UUID("8e0f7ab2-3f0c-5f4e-9b8a-64d1a4d0c4b7")
# The table of an alarm that is about none.
HOUSE = ""


class AlarmKeeper:
    """The alarms of the tables that this server keeps, and of the house. `looks_every_s`: how often devices and logs
    are looked at; `away_s`: for how long a device may be away."""

    def __init__(
        self,
        tables: Tables,
        house: HouseKeeping,
        house_log: HouseLog,
        now_us: Callable[[], int],
        settings: Settings,
    ) -> None:
        self._tables, self._house, self._log, self._now_us = tables, house, house_log, now_us
        self._threshold_cents = settings.payment_threshold_cents
        self._pace = Pace(settings.pace_s, self._stalled)
        self.looks_every_s, self.away_s = LOOKS_EVERY_S, AWAY_S
        self._looked_at: dict[str, _Looked] = {}
        self._in_trouble: set[str] = set()
        self._silent: set[str] = set()
        self._counted: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raise alarms from now on."""
        self._tables.listen(self._published)
        self._tables.devices.hear(self._heard)
        self._house.listen(self._house_changed)
        self._house_changed(self._house.now)
        self._task = asyncio.create_task(self._look_on(), name="alarms")

    async def close(self) -> None:
        """Look no more; what was raised is noted as far as that goes."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._pace.close()

    # --- what people ask

    async def call(self, caller: Caller, number: str, words: str = "") -> Alarm:
        """A supervisor is called to the table; whoever calls again is told of the open call."""
        if number not in self._tables.live() and number not in self._tables.in_trouble():
            raise Problem("no_such_table", f"This server keeps no table {number}.")
        said = words.strip() or f"A supervisor is called to table {number}."
        before = open_alarm(self._house.now, "called", number, "")
        if before is not None:
            return before
        at = await self._ask(RaiseAlarm("called", number, "", said, self._now_us()), caller, may_be="alarm_open")
        called = open_alarm(at.state, "called", number, "")
        if called is None:
            raise Problem("busy", "Somebody has just seen to another call of this table: call again.")
        return called

    async def take(self, caller: Caller, alarm_number: int) -> Alarm:
        """The caller looks after the alarm from now on."""
        taken = alarm_of((await self._ask(TakeAlarm(alarm_number, caller.name), caller)).state, alarm_number)
        assert taken is not None, "it was open when it was taken"
        return taken

    async def acknowledge(self, caller: Caller, alarm_number: int, words: str) -> None:
        """It is done: the caller says what was found, and what was done about it."""
        await self._ask(AcknowledgeAlarm(alarm_number, caller.name, words), caller)

    async def _ask(self, command: HouseCommand, caller: Caller, may_be: str = "") -> HouseAt:
        """The house after the command; after a refusal that `may_be`, the house as it is."""
        try:
            answer = await self._log.ask(uuid4(), command, f"{caller.actor} at {caller.where}")
            at = await self._log.read() if isinstance(answer, RefusedInWords) and answer.code == may_be else answer
        except LogBusy as error:
            raise Problem("busy", str(error)) from error
        except LOST as error:
            raise Problem("database_away", "The database is away: nothing was recorded. Ask again.") from error
        if isinstance(at, RefusedInWords):
            raise Problem(at.code, at.message)
        self._house.moved(at)
        return at

    # --- what is told

    def _published(self, number: str, published: Published) -> None:
        if self._task is None:
            return
        self._pace.went_on(number, published.table, published.version)
        for cause in of_published(published, self._threshold_cents):
            self._raise(number, cause)

    def _heard(self, table: TableId, observation: Observation) -> None:
        if self._task is None or not isinstance(observation, TELLING):
            return
        actor = self._tables.live().get(table.number)
        cause = of_observation(observation, actor.table) if actor is not None else None
        if cause is not None:
            self._raise(table.number, cause)

    def _house_changed(self, house: House) -> None:
        """Sets that were counted out with another number of cards than they should have."""
        causes = [(stock.table or HOUSE, of_set(stock)) for stock in house.card_sets if stock.state == "counted_out"]
        found = {cause.once: (table, cause) for table, cause in causes if cause is not None}
        for once in found.keys() - self._counted:
            self._raise(*found[once])
        self._counted = set(found)

    def _stalled(self, number: str, round_: int, version: int) -> None:
        words = f"nothing has happened in round {round_} for too long"
        self._raise(number, Cause("pace", f"round {round_}", words, once=f"round {round_} at {version}"))

    # --- what is looked at again and again

    async def _look_on(self) -> None:
        while True:
            try:
                await self._look()
            except Exception:  # whatever it is, it must not end the looking
                log.exception("the tables could not be looked at for alarms")
            await asyncio.sleep(self.looks_every_s)

    async def _look(self) -> None:
        self._look_at_the_logs()
        self._look_at_the_silent()
        live = self._tables.live()
        for gone in self._looked_at.keys() - live.keys():
            del self._looked_at[gone]
            self._pace.forget(gone)
        async for number, actor in in_turn(live.items()):
            self._look_at(number, actor)

    def _look_at_the_logs(self) -> None:
        """Tables that stand still, and heads that are not signed."""
        trouble, signer = self._tables.in_trouble(), self._tables.signer.trouble
        if signer:
            trouble[HOUSE] = f"the heads are not signed: {signer}"
        for table in trouble.keys() - self._in_trouble:
            self._raise(table, Cause("chain", "", trouble[table]))
        self._in_trouble = set(trouble)

    def _look_at_the_silent(self) -> None:
        """Raise an alarm for each table that has become silent."""
        silent = set(self._tables.silent())
        for table in silent - self._silent:
            self._raise(
                table, Cause("silent", "", "it has not answered for 5 s; the server's log says where it stands")
            )
        self._silent = silent

    def _look_at(self, number: str, actor: TableActor) -> None:
        looked = self._looked_at.get(number)
        if looked is None or looked.actor is not actor:
            looked = self._begin(number, actor)
        if actor.table.closed:  # nobody deals there
            return
        if not self._tables.leases.holds(TableId(number).stream):  # its devices may have gone to another server
            return
        try:
            devices = self._tables.devices.of(number)
        except KeyError:  # it is being opened
            return
        for cause in looked.away.look(devices.health(), time.monotonic()):
            self._raise(number, cause)

    def _begin(self, number: str, actor: TableActor) -> "_Looked":
        """A table has come here: what holds it, and whether somebody waits."""
        self._looked_at[number] = looked = _Looked(actor, Away(self.away_s))
        for cause in of_standing_hold(actor.table):
            self._raise(number, cause)
        if not self._pace.watches(number):
            self._pace.went_on(number, actor.table, actor.version)
        return looked

    # ---

    def _raise(self, table: str, cause: Cause) -> None:
        house, words = self._house.now, cause.words[:MOST_WORDS]
        if open_alarm(house, cause.kind, table, cause.about) is not None:
            return
        log.warning("table %s: alarm, %s: %s", table, cause.kind, words)
        if len(house.alarms) >= MOST_OPEN:
            log.error("%d alarms are open, and this one is not among them: acknowledge some", len(house.alarms))
            return
        command = RaiseAlarm(cause.kind, table, cause.about, words, self._now_us())
        id_ = uuid5(RAISED, f"{table}/{cause.kind}/{cause.once}") if cause.once else None
        self._house.note(command, id_, partial(self._is_ours, table) if FACTS[cause.kind].lasts else None)

    async def _is_ours(self, table: str) -> bool:
        """Whether this server keeps the table, as far as the database knows, or is at a loss to open it."""
        tables, stream = self._tables, TableId(table).stream
        if table in tables.live() and not tables.leases.holds(stream):
            await tables.leases.renew_now()
        if tables.leases.holds(stream) or table in tables.silent():
            return True
        log.warning("table %s: it is kept by another server by now, which raises its alarms", table)
        return False


class _Looked(NamedTuple):
    """A table that is looked at, and its devices."""

    actor: TableActor
    away: Away
