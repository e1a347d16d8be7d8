"""A face-down card reaches nobody before it is turned up: of two evenings that differ only in it, everybody sees the
same. And what lies in the vault is the vault's alone."""

import os
from itertools import cycle

import asyncpg
import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import TableConfig
from app.settings import Settings
from app.store.database import Database
from tests.simulation.playing import Playing
from tests.simulation.twins import VAULT, Evening, Story, readable, told

MA, NZ, SG = "ma-pontoon-21-v3", "nz-division-15", "sg-pontoon-plus-v5"
SHOE, TABLE = ("shoe", "--seed", "7"), ("table", "--seed", "7")
DIALECTS = ("table-link", "angel-eye", "bee-tek")


# --- the stories, each up to where the card lies face down


async def a_hole_card(here: Playing, card: str) -> None:
    await here.open(TableConfig(hole_card="blind"))
    await here.bet(1)
    await here.deal("9S", "8C", "2H", card, "2C")
    assert here.table.round is not None and here.table.round.hole is not None


async def a_hole_card_that_was_read(here: Playing, card: str) -> None:
    await here.open(TableConfig(hole_card="reader"))
    await here.bet(1)
    await here.deal("9S", "AC", "2H", card)
    reader = here.devices["reader"]
    await here.done(c.Proceed(), here.questions()[0].id)
    await here.armed()
    await reader.ask("/insert", {"card": card})
    await here.until(lambda: here.table.round is not None and here.table.round.hole_read is not None, "for the bit")


async def a_burnt_card(here: Playing, card: str) -> None:
    await here.open_to_burn(TableConfig(burn=True) if here.actor.rules.id == NZ else TableConfig())
    await here.deal(card)
    assert len(here.table.shoe.burnt) == 1
    await here.bet(1)
    await here.deal("9S", "8C", "2H")


async def a_squeezed_card(here: Playing, card: str) -> None:
    await here.open()
    await here.bet(1, 2)
    await here.done(c.PermitSqueeze(1))
    await here.deal(card, "8H", "7D", "9C", "QD")
    round_ = here.table.round
    assert round_ is not None and len(round_.boxes[0].hands[0].down) == 2


async def an_error_card(here: Playing, card: str) -> None:
    await here.open()
    await here.deal(card)
    assert here.table.held is not None and here.table.held.irregularity == "error_card_unseen"
    await here.resolved("use_as_next")
    assert len(here.table.kept) == 1
    await here.bet(1)


async def cards_laid_by(here: Playing, card: str) -> None:
    await here.open()
    await here.bet(1)
    await here.deal("9S", "8C", "2H")
    await here.done(c.DoubtDevice("reports_lost"))
    await here.deal(card, "3C")
    assert len(here.table.laid_by) == 2


async def an_unread_hole_card(here: Playing, card: str) -> None:
    await here.open(TableConfig(hole_card="blind"))
    await here.bet(1)
    await here.deal("9S", "8C", "2H")
    await here.shoe.fault("unreadable")
    await here.deal(card)
    assert here.table.held is not None and here.table.held.detail == "card_unread"
    await here.resolved("enter_card", card)
    assert here.table.round is not None and here.table.round.hole is not None
    again = await here.do(c.Resolve("enter_card", card=Card(card)), None, "supervisor:one")
    assert again.refused is not None
    await here.deal("2C")


async def a_typed_hole_card(here: Playing, card: str) -> None:
    await here.open_by_hand(TableConfig(hole_card="reader"), "3C")
    await here.bet(1)
    for each in ("9S", "AC", "2H", card):
        assert (await here.type_card(each)).refused is None
    await here.done(c.Proceed(), here.questions()[0].id)
    again = await here.type_card(card)
    assert again.refused is not None and again.refused.code == "peek_first"


async def a_hole_card_that_somebody_asks_for(here: Playing, card: str) -> None:
    await a_hole_card(here, card)
    await here.refused_to_turn_up()


async def a_squeezed_card_that_somebody_asks_for(here: Playing, card: str) -> None:
    await here.open()
    await here.bet(1)
    await here.done(c.PermitSqueeze(1))
    await here.deal(card)
    await here.refused_to_turn_up()


async def a_keyed_hole_card(here: Playing, card: str) -> None:
    """Typed while the line is down, and told by the shoe when it is back."""
    await here.open(TableConfig(hole_card="blind"))
    await here.bet(1)
    await here.deal("9S", "8C", "2H")
    await here.shoe.stack(card)
    await here.unplugged()
    await here.shoe.press()
    assert (await here.type_card(card)).refused is None
    assert len(here.table.keyed) == 1
    await here.shoe.ask("/replug", {})
    await here.until(lambda: not here.table.keyed, "for the shoe's word")
    await here.deal("2C")


WITH_ANY_SHOE: dict[str, tuple[str, Story]] = {
    "hole card": (MA, a_hole_card_that_somebody_asks_for),
    "burnt card": (MA, a_burnt_card),
    "squeezed card": (SG, a_squeezed_card),
    "error card": (SG, an_error_card),
    "cards laid by": (NZ, cards_laid_by),
    "unread hole card": (MA, an_unread_hole_card),
}
# The reader says the same of both cards.
OTHERS: dict[str, Evening] = {
    "card for the reader": Evening(MA, a_hole_card_that_was_read, TABLE, ("5D", "9H")),
    "burnt card, NZ": Evening(NZ, a_burnt_card, SHOE),
    "squeezed card asked for": Evening(SG, a_squeezed_card_that_somebody_asks_for, SHOE),
    "typed hole card": Evening(MA, a_typed_hole_card),
    "keyed hole card": Evening(MA, a_keyed_hole_card, SHOE),
}


async def alike(database: Database, settings: Settings, number: str, evening: Evening) -> None:
    """Nobody but the vault can tell the two evenings apart."""
    one, other = [await told(database, settings, f"{number}{card}", evening, card) for card in evening.cards]
    assert one.views and one.views == other.views
    assert one.logs == other.logs
    assert one.health == other.health
    assert one.rows.keys() == other.rows.keys() >= {"events", "commands", "cards", "device_frames"}
    for name, rows in one.rows.items():
        assert rows == other.rows[name], name
    assert len(one.sealed) == len(other.sealed)
    assert sorted(set(one.sealed) ^ set(other.sealed)) == sorted(evening.cards), "it lay face down"
    assert bool(one.vault["sealed_frames"]) == bool(evening.devices)


def stories() -> list[tuple[str, str]]:
    """Each story with a shoe of one dialect, in turn; `HIDDEN=all`: with every one."""
    if os.environ.get("HIDDEN") == "all":
        return [(story, dialect) for story in WITH_ANY_SHOE for dialect in DIALECTS]
    return list(zip(WITH_ANY_SHOE, cycle(DIALECTS), strict=False))


@pytest.mark.parametrize(("story", "dialect"), stories())
async def test_a_face_down_card_of_a_shoe_changes_nothing(
    story: str, dialect: str, database: Database, settings: Settings, number: str
) -> None:
    book, play = WITH_ANY_SHOE[story]
    # A shoe that no other test has had: what is stored of an earlier one would count as its own.
    serial = ("--serial", f"SH-{number}")
    devices = ("shoe", "--dialect", dialect, "--seed", "7", *serial, "--copies", "1")
    await alike(database, settings, number, Evening(book, play, devices))


@pytest.mark.parametrize("story", OTHERS)
async def test_a_face_down_card_changes_nothing(
    story: str, database: Database, settings: Settings, number: str
) -> None:
    await alike(database, settings, number, OTHERS[story])


async def test_a_difference_is_seen_at_all(database: Database, settings: Settings, number: str) -> None:
    """The comparison finds a card that lies open, in the views and in the database."""

    async def open_card(here: Playing, card: str) -> None:
        await here.open()
        await here.bet(1)
        await here.deal(card)

    evening = Evening(SG, open_card, SHOE)
    one, other = [await told(database, settings, f"{number}{card}", evening, card) for card in evening.cards]
    assert one.views != other.views
    differ = {name for name, rows in one.rows.items() if rows != other.rows[name]}
    assert differ >= {"events", "commands", "cards", "device_frames"}


# --- the vault


@pytest.mark.parametrize("role", ["app", "reader"])
async def test_the_vault_is_closed_to_everybody_else(role: str, database: Database) -> None:
    async with database.connection("owner") as owner:
        parts = [row["name"] for row in await owner.fetch(_PARTS)]
    assert len(parts) > len(VAULT), "each of them has partitions"
    async with database.connection(role) as connection:  # type: ignore[arg-type]
        for name in (*VAULT, *parts):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.fetch(ALL.format(name))
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.fetch(COPY.format(name))
        assert not await connection.fetch("SELECT FROM pg_stats WHERE tablename = ANY ($1)", [*VAULT, *parts])
    assert not set(VAULT) & set(await readable(database, role))


ALL, COPY = 'SELECT * FROM "{}"', 'COPY "{}" TO STDOUT'
_PARTS = """
SELECT inhrelid::regclass::text AS name FROM pg_inherits
WHERE inhparent::regclass::text IN ('sealed', 'sealed_frames', 'device_marks')"""
