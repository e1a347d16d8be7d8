"""The bot's hand on a simulated shoe, which is a process of its own; about two seconds for its start."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from device_simulators.bot.arguments import TableAsked, new_parser, tables_asked
from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.people import Person, read_staff
from device_simulators.bot.terminal.shoe import PressedShoe
from tests.simulation.simulator import Simulator, simulators

PEOPLE = '{"dealers": {"ann": "640271", "bob": "918350", "cat": "207468"}, "supervisor": {"sue": "573829"}}'


class Hand:
    """A hand that keeps what it tapped."""

    def __init__(self) -> None:
        self.tapped: list[str] = []

    async def tap(self, command: Json) -> None:
        self.tapped.append(command["type"])


def with_shoe(act: Callable[[PressedShoe, Simulator, Hand], Awaitable[None]], dialect: str = "table-link") -> None:
    async def run() -> None:
        async with simulators("shoe", "--seed", "4", "--dialect", dialect) as (simulator,):
            hand, shoe = Hand(), PressedShoe(simulator.side_channel, seed=4)
            shoe.give_to(hand)
            try:
                await act(shoe, simulator, hand)
            finally:
                shoe.close()

    asyncio.run(run())


async def drawn_of(simulator: Simulator) -> list[str]:
    """The cards that have left, in order."""
    return [each["card"] for each in (await simulator.ask("/state"))["machine"]["cards"]["drawn"]]


@pytest.mark.parametrize(("dialect", "tapped"), [("table-link", []), ("bee-tek", ["DrawCutCard"])])
def test_the_cutting_card_comes_alone_and_is_tapped_where_the_shoe_has_no_word(dialect: str, tapped: list[str]) -> None:
    async def act(shoe: PressedShoe, simulator: Simulator, hand: Hand) -> None:
        await shoe.load(1, cut_depth=46)
        for cards in (1, 2):
            await shoe.press()
            assert len(await drawn_of(simulator)) == cards
            assert hand.tapped == []
        await shoe.press()
        assert len(await drawn_of(simulator)) == 2
        assert hand.tapped == tapped
        await shoe.press()
        assert len(await drawn_of(simulator)) == 3
        assert hand.tapped == tapped

    with_shoe(act, dialect)


def test_cards_are_stacked_as_far_as_they_are_there() -> None:
    async def act(shoe: PressedShoe, simulator: Simulator, _hand: Hand) -> None:
        await shoe.load(1, cut_depth=None)
        await shoe.stack(["AS", "AS", "KH"])  # of one deck there is one
        await shoe.press()
        await shoe.press()
        assert await drawn_of(simulator) == ["AS", "KH"]
        assert await shoe.last_card() == "KH"

    with_shoe(act)


def test_each_load_is_shuffled_anew() -> None:
    async def act(shoe: PressedShoe, simulator: Simulator, _hand: Hand) -> None:
        orders = []
        for _ in range(2):
            await shoe.load(2, cut_depth=None)
            cards = (await simulator.ask("/state"))["machine"]["cards"]
            assert cards["behind_cut_card"] is None
            orders.append(cards["next"])
        assert orders[0] != orders[1]
        assert sorted(orders[0]) == sorted(orders[1])

    with_shoe(act)


# --- what the bot is told on its command line


def arguments(*tables: str, more: tuple[str, ...] = ()) -> list[TableAsked]:
    named = [part for table in tables for part in ("--table", table)]
    return tables_asked(new_parser().parse_args(["--server", "http://x", "--people", "p", *more, *named]))


def test_tables_are_named_in_two_ways() -> None:
    assert arguments("7=act-canberra-2005=http://s/shoe", "8=nz-division-15=http://t/shoe=http://t/reader") == [
        TableAsked("7", "act-canberra-2005", "http://s/shoe"),
        TableAsked("8", "nz-division-15", "http://t/shoe", "http://t/reader"),
    ]
    more = ("--book", "sg-pontoon-plus-v5", "--shoe", "http://s/shoe")
    assert arguments("7", more=more) == [TableAsked("7", "sg-pontoon-plus-v5", "http://s/shoe")]


@pytest.mark.parametrize("table", ["7", "7=nz-division-15", "7=whist=http://s/shoe", "7=a=b=c=d"])
def test_a_table_that_is_not_said_whole_is_refused_in_words(table: str) -> None:
    with pytest.raises(ValueError, match=f"--table {table}"):
        arguments(table)


def test_nobody_deals_at_two_tables(tmp_path: Path) -> None:
    (tmp_path / "people.json").write_text(PEOPLE)
    staff = read_staff(tmp_path / "people.json", 2)
    assert [each.who for each in staff.of_table(0, 2).dealers] == ["ann", "cat"]
    assert [each.who for each in staff.of_table(1, 2).dealers] == ["bob"]
    assert staff.of_table(1, 2).supervisor == Person("sue", "573829")
    with pytest.raises(ValueError, match="4 tables need as many dealers, and there are 3"):
        read_staff(tmp_path / "people.json", 4)


@pytest.mark.parametrize("text", ["640271", "[]", '{"dealers": {"ann": "640271"}}', '{"dealers": 1, "supervisor": {}}'])
def test_a_file_that_does_not_say_who_works_there_is_refused_without_its_words(text: str, tmp_path: Path) -> None:
    (tmp_path / "people.json").write_text(text)
    with pytest.raises(ValueError, match="does not say who works at the tables") as refused:
        read_staff(tmp_path / "people.json", 1)
    assert "640271" not in f"{refused.value}"
    assert "640271" not in repr(Person("ann", "640271"))
