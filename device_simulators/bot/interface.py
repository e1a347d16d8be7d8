"""What the bot needs of a table and of its shoe: nothing that a terminal at the table does not have.

The views and commands are plain JSON; docs/bot.md describes them.
"""

from typing import Any, Protocol

Json = dict[str, Any]


class TableInterface(Protocol):
    """The table, as a dealer's terminal has it."""

    async def view(self) -> Json:
        """The dealer's view as it is now."""

    async def wait(self, newer_than: int) -> Json:
        """The first view that is newer than this version."""

    async def do(self, command: Json) -> Json:
        """The answer to a command: whether it was accepted, and if not the code and the message."""


class ShoeInterface(Protocol):
    """The shoe on the table, as a hand can work it."""

    async def press(self) -> None:
        """Let the next thing out of the shoe: a card, or the cutting card."""

    async def stack(self, cards: list[str]) -> None:
        """Move these cards to the front, in this order; those that the shoe does not hold any more are left out."""
