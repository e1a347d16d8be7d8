"""The acts of a reconstruction that have amounts or hands of each bettor, and cards that lie face down."""

from playwright.sync_api import Locator, Page, expect

from tests.screens.floor import DESK, figures, next_round, opened, rebuild, sign, step
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.tables import Table

SECOND = "B"


def change(page: Page, number: int, summary: str) -> Locator:
    """What this act may be changed to, with the amounts or hands of this kind laid open."""
    step(page, number).locator(".act-words").click()
    page.get_by_role("button", name="Change").click()
    offers = page.locator(".offers").first
    offers.get_by_text(summary).click()
    return offers


def remove(page: Page, number: int) -> None:
    """Take this act out."""
    step(page, number).locator(".act-words").click()
    page.get_by_role("button", name="Remove", exact=True).click()


def doubled(house: ScreensHouse) -> Table:
    """Box 1 with two bettors has 5H 6C = 11 and doubles, both in full: 21, which wins against 17."""
    table = house.table()
    table.wager(1, 50_00)
    table.wager(1, 40_00, place=SECOND, seated=False)
    table.deal("5H", "7D", "6C")
    table.answer({"type": "Double", "box": 1, "amounts": [["1A", 50_00], ["1B", 40_00]]})
    table.deal("9S", "JC")
    table.until("complete")
    return table


def test_a_double_of_other_amounts(house: ScreensHouse, screens: Screens) -> None:
    """11 + 9 = 20 beats 17: 1B had added 20 to 40, not 40. By it he gets 20 less, and the float 20 more."""
    table = doubled(house)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page, "1B had added 20 only")
    expect(step(page, 4)).to_contain_text("doubled")
    offers = change(page, 4, "doubles for other amounts")
    field, put = offers.get_by_label("1B adds"), offers.get_by_role("button", name="Put in this double")
    expect(field).to_have_value("40")
    field.fill("41")
    expect(put).to_be_disabled()
    field.fill("20")
    put.click()
    page.get_by_role("button", name="Difference and signatures").click()
    assert figures(page) == {"1B (box 1)": "\N{MINUS SIGN}$20", "the float": "+$20"}


def test_a_split_where_a_bettor_behind_keeps_one_hand(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    table.wager(1, 50_00)
    table.wager(1, 40_00, place=SECOND, seated=False)
    table.deal("8H", "7D", "8C")
    table.answer({"type": "Split", "box": 1})
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page, "1B kept the first hand")
    offers = change(page, 4, "somebody behind keeps one wager")
    offers.get_by_label("1B", exact=True).select_option("Keeps the first hand")
    offers.get_by_role("button", name="Put in this split").click()
    expect(step(page, 4)).to_contain_text("1B")


def test_insurance_for_another_amount(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    table.wager(1, 50_00)
    table.deal("9H", "AD", "8C")
    table.answer({"type": "Insure", "box": 1, "player": "1A", "cents": 25_00})
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page, "It was 10 only")
    offers = change(page, 4, "insures for another amount")
    offers.get_by_label("1A insures for").fill("10")
    offers.get_by_role("button", name="Put in this insurance").click()
    expect(step(page, 4)).to_contain_text("$10")


def test_the_difference_changes_between_the_second_look_and_the_pin(house: ScreensHouse, screens: Screens) -> None:
    """The second person's screen hears nothing more of it: the server refuses the signature itself."""
    table, second = house.table(), house.hire("supervisor")
    table.wager(1, 50_00)
    table.deal("9H", "7D", "6C")
    page = opened(screens, house, f"/corrections/{table.number}/1")
    page.get_by_role("radio", name="Something else").check()
    page.get_by_role("button", name="A box or a hand is void").click()
    page.get_by_role("button", name="Box 1", exact=True).click()
    sign(page, house.supervisor)
    expect(page.get_by_role("heading", name="A second person signs")).to_be_visible()
    other = opened(screens, house, "/corrections", DESK, second)
    other.locator(".waiting", has_text=f"Table {table.number},").get_by_role("button").click()
    expect(other.locator(".second .seal")).to_be_visible()
    table.answer({"type": "Stand", "box": 1})
    sign(other, second)
    expect(other.locator(".second").get_by_role("alert").filter(has_text="changed")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="has changed meanwhile")).to_be_visible()
    signatures = table.view("surveillance", by=house.watcher)["signatures"]
    assert [each["by"] for each in signatures] == [house.supervisor.who]


def test_cards_that_lie_face_down_are_moved_by_their_backs(house: ScreensHouse, screens: Screens) -> None:
    """A squeeze in Singapore: neither the list nor the offers say which cards they are."""
    table = house.table("sg-pontoon-plus-v5")
    table.wager(1, 50_00)
    table.order({"type": "PermitSqueeze", "box": 1}, by=house.supervisor)
    table.deal("9H", "7D", "6C")
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page, "The second card was nobody's")
    acts = page.locator(".acts .act")
    expect(acts).to_have_count(3)
    expect(acts.nth(1)).to_contain_text("7D")
    remove(page, 3)
    expect(acts).to_have_count(2)
    page.locator(".acts-end").get_by_role("button", name="A card face down to box 1").click()
    expect(acts).to_have_count(3)
    assert not {"9H", "6C"} & set(page.locator(".editor").inner_text().split())


def test_the_hole_card_of_massachusetts_is_put_back_blind(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("ma-pontoon-21-v3", hole_card="blind")
    table.wager(1, 50_00)
    table.deal("9H", "7D", "6C", "5S")
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page, "The hole card came later")
    acts = page.locator(".acts .act")
    expect(acts).to_have_count(4)
    remove(page, 4)
    expect(acts).to_have_count(3)
    page.locator(".acts-end").get_by_role("button", name="A card face down to the dealer").click()
    expect(acts).to_have_count(4)
    assert "5S" not in page.locator(".editor").inner_text()
