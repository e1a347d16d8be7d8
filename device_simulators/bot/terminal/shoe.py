"""The simulated devices on the table, as hands work them, through their side channels."""

import asyncio
from collections import Counter
from typing import Any, Protocol

from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.service import Service

CANNOT_NOW = 409
# A shoe locks itself while the server has yet to confirm what it told.
AGAIN_S, TRIES = 0.05, 400
# Dialects without a word for the cutting card.
SILENT = ("bee-tek",)


class DeviceRefused(Exception):
    """A device would not do what was asked of it: says what and why."""


class Hand(Protocol):
    """The hand at the shoe, which can tap what the shoe does not tell."""

    async def tap(self, command: Json) -> None:
        """Say this at the terminal."""


class TableShoe(Protocol):
    """What a table of the server needs of its shoe, beside what the bot does with it."""

    def give_to(self, hand: Hand) -> None:
        """This is the hand that works it."""

    async def load(self, decks: int, cut_depth: int | None) -> None:
        """Take everything out and put a newly shuffled set in, with the cutting card so many from the back."""

    async def last_card(self) -> str:
        """The card that left last."""

    def close(self) -> None:
        """Let go of the shoe."""


class PressedShoe:
    """The simulated shoe of a table."""

    def __init__(self, side_channel: str, seed: int) -> None:
        self._service = Service(side_channel)
        self._seed = seed
        self._hand: Hand | None = None

    def give_to(self, hand: Hand) -> None:
        """This is the hand that works it."""
        self._hand = hand

    async def press(self) -> None:
        """Let the next thing out; a cutting card of which the shoe has no word for the server is tapped."""
        for _ in range(TRIES):
            status, said = await self._service.ask("POST", "/press", {"alone": True})
            if status != CANNOT_NOW or "locked itself" not in said["refused"]:
                break
            await asyncio.sleep(AGAIN_S)
        if not _done(status, said, "/press")["drawn"] and (await self._state())["dialect"] in SILENT:
            assert self._hand is not None, "nobody works this shoe"
            await self._hand.tap({"type": "DrawCutCard"})

    async def stack(self, cards: list[str]) -> None:
        """Move these cards to the front; those that are not in the shoe any more are left out."""
        left, chosen = Counter((await self._cards())["left"]), list[str]()
        for card in cards:
            if left[card]:
                left[card] -= 1
                chosen.append(card)
        await self._did("/stack", {"cards": chosen})

    async def load(self, decks: int, cut_depth: int | None) -> None:
        """A newly shuffled set goes in."""
        self._seed += 1
        await self._did("/load", {"decks": decks, "seed": self._seed})
        if cut_depth is not None:
            await self._did("/cut-card", {"cards_from_back": cut_depth})

    async def last_card(self) -> str:
        """The card that left last."""
        return str((await self._cards())["drawn"][-1]["card"])

    def close(self) -> None:
        """Let go of the shoe."""
        self._service.close()

    async def _cards(self) -> Any:
        return (await self._state())["machine"]["cards"]

    async def _state(self) -> Any:
        status, said = await self._service.ask("GET", "/state")
        assert status == 200, said
        return said

    async def _did(self, path: str, body: dict[str, Any]) -> Any:
        return _done(*await self._service.ask("POST", path, body), path)


class InsertedInto:
    """The hole-card reader of a table."""

    def __init__(self, side_channel: str) -> None:
        self._service = Service(side_channel)

    async def read(self, card: str) -> None:
        """Put the card in, as soon as the reader is armed."""
        for _ in range(TRIES):
            status, said = await self._service.ask("GET", "/state")
            assert status == 200, said
            if said["machine"]["armed"]:
                _done(*await self._service.ask("POST", "/insert", {"card": card}), "/insert")
                return
            await asyncio.sleep(AGAIN_S)
        raise DeviceRefused("the reader is never armed")

    def close(self) -> None:
        """Let go of the reader."""
        self._service.close()


def _done(status: int, said: Any, path: str) -> Any:
    if status != 200:
        raise DeviceRefused(f"{path}: {said}")
    return said
