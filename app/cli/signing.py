"""Two people who sign at the command line: each with name and PIN, judged as at a screen."""

import argparse
import getpass
import sys
import time
from collections.abc import Sequence
from uuid import uuid4

from app.cli.endings import Refusal
from app.house.state import Person
from app.house.subjects.alarms.commands import RaiseAlarm
from app.house.subjects.people.commands import NoteRefusal
from app.house.subjects.sessions.commands import SignForAct
from app.people.account_commands import Accounts
from app.people.attempt_source import Source
from app.people.caller import Caller
from app.people.door import Door
from app.people.guesses import alarm_of
from app.people.pins import Pins
from app.people.policy import check
from app.people.refusal_log import Refusals
from app.people.roll import Roll
from app.people.slots import Slots
from app.problems.problem import Problem
from app.settings import Settings
from app.store.database import Database
from app.store.house_log import HouseLog
from app.terminal.signatures import check_apart

WHERE = "command line"
Signer = tuple[str, str]


def add_signers(parser: argparse.ArgumentParser) -> None:
    """Add the two who sign to a command."""
    parser.add_argument("--by", action="append", default=[], metavar="NAME", help="who signs; given twice")
    parser.add_argument("--pins-stdin", action="store_true", help="read both PINs from standard input, a line each")


def asked_signers(options: argparse.Namespace) -> list[Signer]:
    """Two names with their PINs, which are typed: arguments can be seen by everybody here."""
    names: list[str] = options.by
    if len(names) != len(set(names)) or len(names) != 2:
        raise Refusal("two different people sign: name both, --by NAME --by NAME")
    if options.pins_stdin:
        return [(name, sys.stdin.readline().strip()) for name in names]
    if not sys.stdin.isatty():
        raise Refusal("the PINs are typed at a terminal; from a pipe say --pins-stdin")
    return [(name, getpass.getpass(f"PIN of {name}: ")) for name in names]


async def two_signers(database: Database, settings: Settings, act: str, given: Sequence[Signer]) -> tuple[str, str]:
    """The names of the two, each of whom may do this alone at a screen; their signatures are in the house log."""
    log, pins, notes = HouseLog(database, settings.gaming_day), Pins(database), list[NoteRefusal | RaiseAlarm]()

    def guessing(person: Person | None, source: Source) -> None:
        notes.append(alarm_of(person, source, _now_us()))

    accounts = Accounts(log, pins)
    try:
        house = await accounts.read()
        roll = Roll(house)
        door = Door(accounts, pins, Slots(database), _nothing, roll.person, Refusals(notes.append), _now_us, guessing)
        first, second = [await _signed(accounts, door, act, each, settings) for each in given]
        if first == second:
            raise Refusal(f"two different people sign, and {first} is one")
        check_apart(house, (first, second))
    except Problem as problem:
        raise Refusal(str(problem)) from problem
    finally:
        for note in notes:
            await log.ask(uuid4(), note, WHERE)
        pins.close()
    return first, second


async def _signed(accounts: Accounts, door: Door, act: str, given: Signer, settings: Settings) -> str:
    person = await door.person(*given, act, Source(WHERE, WHERE, f"at the {WHERE}", "known"))
    if person.suspended:
        raise Refusal(f"{person.name} is suspended")
    check(Caller(person.name, frozenset(person.roles), "", WHERE), act, None, on_duty=False)
    now_us = _now_us()
    await accounts.ask(SignForAct(person.name, act, WHERE, now_us, f"{settings.gaming_day(now_us)}"), WHERE)
    return person.name


async def _nothing() -> None:
    """The house was read a moment ago."""


def _now_us() -> int:
    return time.time_ns() // 1_000
