"""Sockets that a test holds in its hand: they take what comes, or do not, as the test says."""

import asyncio
from typing import Any

import orjson

from app.people.caller import Caller
from app.realtime.audience import Audience
from app.realtime.forms import Form
from app.realtime.outlet import Message, Outlet
from app.realtime.subscriber import Subscriber


class Line:
    """The far end of one socket. While it is full, whoever sends waits."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self._room = asyncio.Event()
        self._room.set()

    async def send(self, message: Message) -> None:
        """Take the message, once there is room."""
        await self._room.wait()
        self.sent.append(message)

    def fill(self) -> None:
        """Take nothing more."""
        self._room.clear()

    def drain(self) -> None:
        """Take everything again."""
        self._room.set()

    @property
    def texts(self) -> list[str]:
        """The texts that came."""
        return [each["text"] for each in self.sent if each["type"] == "websocket.send"]

    @property
    def said(self) -> list[dict[str, Any]]:
        """The messages that came."""
        return [orjson.loads(text) for text in self.texts]

    @property
    def closed(self) -> tuple[int, str] | None:
        """How it was closed."""
        found = [(each["code"], each["reason"]) for each in self.sent if each["type"] == "websocket.close"]
        assert len(found) <= 1
        return found[0] if found else None


def subscriber(line: Line, audience: Audience, form: Form = "whole") -> Subscriber:
    """Somebody of this audience at the far end, who has asked for views in this form."""
    return Subscriber(Caller("somebody", frozenset(), "", "test"), audience, "1", Outlet(line.send), form=form)


async def settled(outlet: Outlet) -> None:
    """Wait until all that can go out is out."""
    while outlet.waiting:
        await asyncio.sleep(0)
