"""Bets as they are entered: what is outside the limits is said before it is sent, and nothing hides anything."""

import json
import re

from playwright.sync_api import Request, Route, expect

from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.terminal import Terminal

ACT = "act-canberra-2005"


def test_a_chip_that_breaks_a_limit_says_so_before_it_is_tapped(house: ScreensHouse, screens: Screens) -> None:
    """$10 to $500 in steps of $5, and chips of $2.50; side bets from $5."""
    table = house.table(ACT, chips_cents=(2_50, 5_00, 50_000))
    dealer = Terminal(screens.dealer(table))
    dealer.tap("place 1A")
    dealer.has("chip 250", "minimum $10")
    dealer.has("chip 500", "minimum $10")
    expect(dealer.control("chip 50000").locator("small")).to_have_count(0)
    before = table.version()
    dealer.tap("chip 500")
    dealer.has("place 1A", "$5: minimum $10")
    assert table.version() == before, "nothing was sent"
    dealer.tap("chip 500")
    dealer.has("place 1A", "$10")
    dealer.has("chip 250", "steps of $5")
    dealer.has("chip 50000", "maximum $500")
    dealer.tap("kind perfect_pairs")
    dealer.has("chip 250", "minimum $5")
    dealer.has("chip 50000", "maximum $100")
    assert [each["main_cents"] for each in table.view()["places"]] == [10_00]


def test_an_amount_that_breaks_a_limit_says_so_while_it_is_keyed(house: ScreensHouse, screens: Screens) -> None:
    table = house.table(ACT)
    dealer = Terminal(screens.dealer(table))
    dealer.hold("place 1A")
    warning = dealer.page.locator(".keyed-warning")
    for digits, words in (("7", "minimum $10"), ("2", "steps of $5"), ("5", "maximum $500")):
        dealer.tap(f"key {digits}")
        expect(warning).to_have_text(f"Outside the limits: {words}")
    dealer.tap("key ⌫", "key ⌫", "key 5")
    expect(warning).to_have_text("")
    dealer.tap("keyed done")
    dealer.has("place 1A", "$75")


def test_a_house_with_real_shoes_has_no_button_for_a_simulated_one(house: ScreensHouse, screens: Screens) -> None:
    """The demo alone sets what it takes."""
    table = house.table(shoe_ready=False)
    dealer = Terminal(screens.dealer(table))
    dealer.lacks("press shoe")
    answer = dealer.page.request.post(f"{house.url}/demo/hands/{table.number}", data={"seen": 0})
    assert answer.status == 404


def test_where_the_minimum_is_the_boxs_two_small_bets_are_taken(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("sg-pontoon-plus-v5")
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 5_00).bet("1B", 5_00)
    assert [each["main_cents"] for each in table.view()["places"]] == [5_00, 5_00]


def test_repeat_all_hides_neither_no_more_bets_nor_a_side_bet(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    for box in (1, 2):
        table.wager(box, 25_00)
        table.wager(box, 10_00, kind="perfect_pairs")
    table.deal("9S", "9H", "7D", "9C", "8D")
    for box in (1, 2):
        dealer.says(f"Box {box}:")
        dealer.tap("Stand")
    table.deal("KS")
    dealer.tap("tick all")
    table.wager(1, 25_00)
    expect(dealer.control("CloseBets")).to_be_visible()
    dealer.has("repeat all", "$45 as last round")
    shown = dealer.control("place 1A")
    expect(shown).to_contain_text(re.compile(r"\$25.*\+ PP \$10\?"))
    dealer.tap("repeat all")
    expect(shown.locator(".side")).to_have_text([" PP $10"])
    expect(dealer.control("kind perfect_pairs")).to_have_count(0)
    dealer.tap("place 1A")
    expect(dealer.control("kind perfect_pairs")).to_have_count(1)
    dealer.tap("CloseBets")
    table.deal("2S")
    expect(dealer.control("standing 1A").locator(".side")).to_have_text([" PP $10"])


def test_no_more_bets_stays_while_the_last_round_is_paid(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    table.wager(1, 25_00)
    table.wager(2, 25_00)
    table.deal("9S", "9H", "7D", "9C", "8D")
    for box in (1, 2):
        dealer.says(f"Box {box}:")
        dealer.tap("Stand")
    table.deal("KS")
    dealer.says("Pay and take")
    table.wager(1, 25_00)
    for name in ("tick all", "repeat all", "CloseBets"):
        expect(dealer.control(name)).to_be_visible()


def test_the_terminal_of_a_demo_has_a_button_that_presses_the_simulated_shoe(
    house: ScreensHouse, screens: Screens
) -> None:
    """The server of a demo says so with the page; what was tapped is asked of the demo with what was seen."""
    table = house.table()
    dealer, asked = Terminal(screens.dealer(table)), list[Request]()

    def pressed(route: Route) -> None:
        asked.append(route.request)
        route.fulfill(status=200, json={})

    dealer.page.add_init_script(
        "document.addEventListener('readystatechange', () => (document.documentElement.dataset.demo = ''))"
    )
    dealer.page.route("**/demo/hands/*", pressed)
    dealer.page.reload()
    expect(dealer.control("press shoe")).to_contain_text("Draw a card")
    with dealer.page.expect_response("**/demo/hands/*"):
        dealer.tap("press shoe")
    assert [(each.method, each.url) for each in asked] == [("POST", f"{house.url}/demo/hands/{table.number}")]
    assert json.loads(asked[0].post_data or "")["seen"] > 0


def test_a_side_bet_that_is_listed_twice_is_there_once(house: ScreensHouse, screens: Screens) -> None:
    table = house.table(side_bets=("perfect_pairs", "perfect_pairs"))
    dealer = Terminal(screens.dealer(table))
    dealer.tap("place 1A")
    expect(dealer.control("kind main")).to_have_count(1)
    expect(dealer.control("kind perfect_pairs")).to_have_count(1)
