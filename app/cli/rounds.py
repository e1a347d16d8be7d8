"""What the commands that look at recorded rounds share: how a round is named, and what can be wrong with it."""

from typing import Any

from app.cli.database_command import Work, on_database
from app.cli.endings import Refusal
from app.surveillance.loading import NoSuchRound, RoundBroken

ROUND = "a round, such as 7-20261118-1234: table, gaming day, number"


def on_record(work: Work[Any], *refused: type[Exception]) -> int:
    """Do it on the database; a round that cannot be read, and these errors besides, are refusals in words."""
    expected: tuple[type[Exception], ...] = (NoSuchRound, RoundBroken, *refused)
    try:
        on_database(work)
    except expected as error:
        raise Refusal(str(error)) from error
    return 0
