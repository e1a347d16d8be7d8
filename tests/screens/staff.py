"""Who works in the house of the screens: accounts of every role, under names that are made up."""

from itertools import count
from random import SystemRandom
from typing import Literal

from app.people.pins import check_pin
from app.problems.problem import Problem
from device_simulators.bot.terminal.people import Person

Role = Literal["dealer", "supervisor", "surveillance", "administrator", "auditor"]
_NUMBERS = count(1)


def new_person(role: Role) -> Person:
    """Somebody new, with a PIN by chance."""
    return Person(f"{role}-{next(_NUMBERS)}", _new_pin())


def _new_pin() -> str:
    while True:
        pin = "".join(SystemRandom().choices("0123456789", k=6))
        try:
            check_pin(pin)
        except Problem:
            continue
        return pin
