"""Where a device's reports are recorded: the table's intake, as the driver sees it."""

from typing import Protocol

from app.devices.session_protocol import Captured, Report


class NotNow(Exception):
    """The report cannot be recorded at the moment, for the reason given; offer it again."""


class Gone(Exception):
    """This server does not keep the table any more, for the reason given; it needs no device."""


class Desk(Protocol):
    """The intake of one table."""

    async def record(self, report: Report) -> None:
        """Record the report: durable on return. Raises NotNow or Gone."""
        ...

    async def keep(self, captured: tuple[Captured, ...]) -> None:
        """Keep these bytes, in order: durable on return. Raises NotNow or Gone."""
        ...


def refusal(error: Exception) -> str:
    """Why the desk did not take something; the words of an unforeseen error may hold what must not be logged."""
    return str(error) if isinstance(error, NotNow) else f"a fault of the program, {type(error).__name__}"
