"""What a hand may do at the dealer's screen, with bettors behind; and the record put right."""

import re

from playwright.sync_api import expect

from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.terminal import Terminal


def stakes(table_view: dict, box: int, hand: int) -> dict[str, tuple[int, int]]:  # type: ignore[type-arg]
    """What lies on a hand: the wager and what was added, by bettor."""
    boxes = {each["number"]: each for each in table_view["boxes"]}
    return {each["player"]: (each["base_cents"], each["double_cents"]) for each in boxes[box]["hands"][hand]["stakes"]}


def test_a_double_that_a_bettor_behind_declines(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("1B", 10_00).bet("1C", 10_00)
    table.deal("5S", "9H", "6D")
    dealer.says("Box 1: hard 11.")
    dealer.tap("Double", "not 1B", "less 1C")
    dealer.key("5")
    dealer.has("less 1C", "$5")
    dealer.tap("Double shared")
    dealer.says("Next card: box 1.")
    assert stakes(table.view(), 1, 0) == {"1A": (25_00, 25_00), "1B": (10_00, 0), "1C": (10_00, 5_00)}
    table.deal("2C")
    expect(dealer.page.locator("[data-box='1'] .doubled")).to_have_text("Doubled 1A +$25, 1C +$5")
    dealer.has(next_rescue(table.view(), "1C"), "1C takes back")


def next_rescue(view: dict, player: str) -> str:  # type: ignore[type-arg]
    """The name of the control by which this bettor takes the double back."""
    return str(
        next(each["id"] for each in view["questions"] if each["question"] == "rescue" and each["player"] == player)
    )


def test_split_to_the_limit(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("sg-pontoon-plus-v5")
    dealer = Terminal(screens.dealer(table))
    dealer.bet("4A", 25_00).bet("4B", 10_00)
    table.deal("8S", "9H", "8H")
    dealer.says("Box 4: hard 16.")
    dealer.tap("Split", "keeps 4B first", "Split shared")
    assert [sorted(stakes(table.view(), 4, hand)) for hand in (0, 1)] == [["4A", "4B"], ["4A"]]
    table.deal("8D")
    dealer.tap("Split")
    if dealer.control("Split shared").count():
        dealer.tap("Split shared")
    table.deal("8C")
    dealer.tap("Split")
    if dealer.control("Split shared").count():
        dealer.tap("Split shared")
    expect(dealer.page.locator("[data-box='4'] .hand")).to_have_count(4)
    table.deal("8S")
    dealer.says("Box 4: hard 16.")
    dealer.lacks("Split")  # four hands are the most
    expect(dealer.control("Stand")).to_be_visible()


def test_insurance_bettor_by_bettor(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("1B", 10_00).bet("2A", 50_00)
    table.deal("5S", "KD", "AH", "6D", "9C")
    dealer.says("Offer insurance and surrender.")
    insure = {each["player"]: each["id"] for each in table.view()["questions"] if each["question"] == "insure"}
    dealer.tap(insure["1A"])
    dealer.hold(insure["2A"])
    dealer.key("10")
    surrender = next(
        each["id"] for each in table.view()["questions"] if each["question"] == "surrender" and each["box"] == 1
    )
    expect(dealer.control(surrender)).to_be_visible()
    dealer.tap("Proceed")
    dealer.lacks("Proceed", *insure.values())
    assert {each["player"]: each["insurance_cents"] for each in table.view()["places"]} == {
        "1A": 12_50,
        "1B": 0,
        "2A": 10_00,
    }


def test_a_missed_stand_is_put_right_in_one_tap(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("2A", 25_00)
    table.deal("9S", "5D", "9H", "8D", "6C")  # box 1 has 17 and stands; the tap is forgotten, and box 2 asks for a card
    table.deal("2C")
    dealer.shows(1, "9S", "8D", "2C")
    dealer.has("stood 1.1", "That card was not for box 1")
    before = dealer.taps
    dealer.tap("stood 1.1")
    assert dealer.taps == before + 1
    dealer.shows(1, "9S", "8D")
    dealer.shows(2, "5D", "6C", "2C")
    dealer.says("Box 2: hard 13.")


def test_the_last_tap_is_undone(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("2A", 25_00)
    table.deal("9S", "5D", "9H", "8D", "6C")
    dealer.tap("Stand")
    dealer.says("Box 2: hard 11.")
    dealer.has("undo", re.compile("stand", re.IGNORECASE))
    dealer.tap("undo")
    dealer.says("Box 1: hard 17.")
