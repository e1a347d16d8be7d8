"""Of two rounds that differ only in a card that lies face down, every audience is sent the same, byte for byte.

Times, ids, hashes and the number of the table are taken out first, and with them the commitment that surveillance sees.
How often the server says that it lives is a matter of time, and so is at which versions it told of corrections, and how
devices and the wall came to be as they are in the end.
"""

import re
from collections.abc import Mapping
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from app.house.subjects.devices.commands import DetachDevice
from app.realtime.audience import AUDIENCES
from app.settings import Settings
from app.store.codec import encode
from app.store.database import Database
from tests.realtime.here import Screen, serving
from tests.simulation.playing import Playing, attach
from tests.simulation.simulator import simulators
from tests.simulation.test_hidden import MA, OTHERS, SG, SHOE, a_hole_card, a_squeezed_card, an_error_card
from tests.simulation.twins import SCRUBBED, Evening

EVENINGS = {
    "typed hole card": OTHERS["typed hole card"],
    "hole card": Evening(MA, a_hole_card, SHOE),
    "squeezed card": Evening(SG, a_squeezed_card, SHOE),
    "error card": Evening(SG, an_error_card, SHOE),
}
TIMED = ("heartbeat", "devices", "table", "corrections")
CLOCKS = r'"(at_us|server_us|since_us|heard_us)":\d+'


@pytest.mark.parametrize("name", EVENINGS)
async def test_nobody_can_tell_two_cards_apart(database: Database, settings: Settings, number: str, name: str) -> None:
    evening = EVENINGS[name]
    one, other = [await told(database, settings, f"{number}{card}", evening, card) for card in evening.cards]
    assert one.keys() == other.keys() == {*AUDIENCES, *[f"{each}, rules by hash" for each in AUDIENCES], "wall"}
    for audience, texts in one.items():
        assert texts == other[audience], audience
        assert len(texts) > 3 or audience == "wall"


async def told(
    database: Database, settings: Settings, number: str, evening: Evening, card: str
) -> Mapping[str, list[str]]:
    """What each audience is sent in the course of the evening."""
    async with AsyncExitStack() as stack:
        devices = await stack.enter_async_context(simulators(*evening.devices)) if evening.devices else []
        here = await stack.enter_async_context(serving(database, settings))
        for each in devices:
            await attach(here.house_log, number, each, each.url)
            detach = DetachDevice(f"t{number}-{each.kind}")
            stack.push_async_callback(here.house_log.ask, uuid4(), detach, "test")
        people = await here.person(number, "supervisor", "surveillance")
        actor = await here.tables.open(number, evening.book)
        playing = Playing(here.tables, actor, number, {each.kind: each for each in devices})
        await playing.until(lambda: len(playing.health()) == len(devices), "for the devices")
        await playing.until(lambda: all(each.state == "running" for each in playing.health()), "for the lines")
        screens: dict[str, Screen] = {}
        for audience in AUDIENCES:
            screens[audience] = await stack.enter_async_context(here.look(people, number, audience))
            named = here.look(people, number, audience, by_hash=True)
            screens[f"{audience}, rules by hash"] = await stack.enter_async_context(named)
        wall = await stack.enter_async_context(here.look(people, None))
        await wall.first("floor_hello")
        await evening.story(playing, card)
        for screen in screens.values():
            await screen.at(actor.version)
        return {name: _lasting(screen, number) for name, screen in screens.items()} | {
            "wall": await _at_last(wall, number, actor.version)
        }


def _lasting(screen: Screen, number: str) -> list[str]:
    """What was sent, but for what is a matter of time."""
    pairs = zip(screen.texts, screen.messages, strict=True)
    return [_scrubbed(text, number) for text, message in pairs if message["type"] not in TIMED]


async def _at_last(wall: Screen, number: str, version: int) -> list[str]:
    """How the wall shows the table in the end."""

    def shown() -> list[dict[str, object]]:
        summaries = [each["summary"] for each in wall.all("table")]
        return [each for each in summaries if (each["number"], each["version"]) == (number, version)]

    await wall.until(shown, "for the wall")
    return [_scrubbed(encode(shown()[-1]), number)]


def _scrubbed(text: str, number: str) -> str:
    for pattern, instead in (*SCRUBBED, (CLOCKS, "TIME")):
        text = re.sub(pattern, instead, text)
    return text.replace(number, "NUMBER")
