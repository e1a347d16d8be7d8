"""The house behind the screens does what the tests of the screens need of it."""

from typing import Any

import pytest

from app.books.rulebook import ruleset_ids
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_table_is_ready_for_wagers(house: ScreensHouse, book: str) -> None:
    table = house.table(book)
    table.wager(1, 25_00)
    table.deal("5S", "9H", "6D")
    assert table.cards(1) == ["5S", "6D"]


def test_two_screens_of_two_people(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(dialect="angel-eye", line="tcp")
    dealer, sign = screens.new("dealer").sign_in(table.dealer), screens.new("sign").as_display(house.display(table))
    assert _me(dealer)["name"] == table.dealer.who
    assert _me(sign)["table"] == table.number


def _me(screen: Any) -> Any:
    return screen.go("/api/v1/sessions/current").page.evaluate("() => JSON.parse(document.body.innerText)")


def test_a_cable_is_pulled_and_put_back(house: ScreensHouse) -> None:
    table = house.table()
    table.wager(1, 25_00)
    table.deal("5S")
    table.unplug()
    table.replug()
    table.deal("9H", "6D")
    assert table.cards(1) == ["5S", "6D"]


def test_the_server_is_killed_and_comes_back(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    table.wager(1, 25_00)
    table.deal("5S")
    screen = screens.new().sign_in(table.dealer)
    house.kill()
    house.start()
    table.deal("9H", "6D")
    assert table.cards(1) == ["5S", "6D"]
    assert _me(screen)["name"] == table.dealer.who


def test_a_reader_reads_the_hole_card(house: ScreensHouse) -> None:
    table = house.table("ma-pontoon-21-v3", hole_card="reader")
    table.wager(1, 25_00)
    table.deal("5S", "KH", "6D", "AS")
    table.insert("AS")
    table.until("complete")
