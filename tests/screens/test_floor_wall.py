"""The wall of tables and the alarms: who needs somebody comes first, and what is seen to has an owner."""

import re

from playwright.sync_api import Page, expect

from tests.screens.floor import DESK, TABLET, call, held, missed_stand, opened
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.tables import Table

# A hand that does not leave the wall.
_HAND = """() => {
  const wall = document.querySelector(".wall-tables");
  const moves = () => wall.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  moves();  // at once: a call is on the wall before the first tick
  globalThis.hand = setInterval(moves, 100);
}"""
_HAND_GONE = "() => clearInterval(globalThis.hand)"


def order(page: Page, *tables: Table) -> list[str]:
    """These tables as they stand on the wall."""
    wanted = [table.number for table in tables]
    shown = page.locator(".wall-table").evaluate_all("all => all.map(each => each.dataset.table)")
    return [number for number in shown if number in wanted]


def in_order(page: Page, *tables: Table) -> None:
    """Wait until they stand on the wall in this order."""
    wanted = "".join([f".*<{table.number}>" for table in tables])
    page.wait_for_function(
        "wanted => new RegExp(wanted).test([...document.querySelectorAll('.wall-table')]"
        ".map(each => `<${each.dataset.table}>`).join(''))",
        arg=wanted,
    )


def unowned(house: ScreensHouse) -> int:
    return len([each for each in house.ask("GET", "/alarms")["alarms"] if each["owner"] is None])


def test_tables_that_need_somebody_come_first(house: ScreensHouse, screens: Screens) -> None:
    calm, holds, called = house.table(shoe_ready=False), house.table(), house.table(shoe_ready=False)
    held(holds)
    page = opened(screens, house, "")
    in_order(page, holds, calm, called)
    assert order(page, calm, holds, called)[0] == holds.number

    page.evaluate(_HAND)
    call(house, called)
    card = page.locator(f"[data-table='{called.number}']")
    expect(card).to_contain_text("Supervisor called")
    expect(card).to_contain_text("Nobody has it")
    assert order(page, calm, holds, called) == [holds.number, calm.number, called.number], "nothing moves under a hand"
    page.evaluate(_HAND_GONE)
    in_order(page, called, holds, calm)
    expect(page).to_have_title(f"({unowned(house)}) Wall · Floor")


def test_a_call_is_taken_and_acknowledged(house: ScreensHouse, screens: Screens) -> None:
    table, words = house.table(shoe_ready=False), "Box 2 counts its chips again."
    call(house, table, words)
    owner = house.hire("supervisor")
    page = opened(screens, house, "/alarms", TABLET, owner)
    line = page.locator(".alarm", has_text=words)
    line.get_by_role("button", name="Take").tap()
    expect(line).to_contain_text("You look after it")
    other = opened(screens, house, "/alarms").locator(".alarm", has_text=words)
    expect(other).to_contain_text(f"{owner.who} looks after it")
    expect(other.get_by_role("button", name="Acknowledge")).to_have_count(0)
    line.get_by_role("button", name="Acknowledge").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Acknowledge")).to_be_disabled()
    dialog.get_by_label("What was found").fill("The chips were counted: they are right.")
    dialog.get_by_role("button", name="Acknowledge").tap()
    expect(line).to_have_count(0)
    done = page.get_by_role("region", name="Acknowledged today")
    expect(done).to_contain_text("The chips were counted: they are right.")


def test_a_large_payment_is_acknowledged_with_the_pin(house: ScreensHouse, screens: Screens) -> None:
    table = house.table(maximum_cents=20_000_00)
    table.wager(1, 12_000_00)
    table.deal("9H", "7D", "QC")
    table.answer({"type": "Stand", "box": 1})
    table.deal("KD", "8S")
    person = house.hire("supervisor")
    page = opened(screens, house, f"/tables/{table.number}", DESK, person)
    line = page.locator(".alarm", has_text="Large payment")
    line.get_by_role("button", name="Acknowledge").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="The payment was checked: it is right.").click()
    dialog.get_by_label("PIN", exact=True).fill("000000")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("PIN", exact=True).fill(person.pin)
    page.keyboard.press("Enter")
    expect(line).to_have_count(0)


def test_a_table_as_it_is_and_what_is_ordered_there(house: ScreensHouse, screens: Screens) -> None:
    table, relief = house.table(), house.hire("dealer")
    missed_stand(table)
    page = opened(screens, house, "")
    page.locator(f"[data-table='{table.number}'] a").click()
    expect(page.locator("[data-box='3']")).to_contain_text("take $25")
    expect(page.get_by_role("region", name="Last events")).to_contain_text("every wager has its result")
    expect(page.get_by_role("region", name="Devices")).to_contain_text("running")

    page.get_by_text("Order a shuffle").click()
    page.get_by_role("button", name="Order it").click()
    expect(page.locator(".looked-head")).to_contain_text("Shoe being made ready")
    expect(page.get_by_role("button", name="Announce the final rounds")).to_be_disabled()

    page.get_by_role("button", name=f"Relieve {table.dealer.who}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name or badge").fill(relief.who)
    dialog.get_by_label("PIN", exact=True).fill(relief.pin)
    page.keyboard.press("Enter")
    expect(page.locator(".looked-head")).to_contain_text(re.compile(f"{relief.who}\\s*deals"))


def test_what_holds_a_table_is_resolved_there(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    held(table)
    page = opened(screens, house, f"/tables/{table.number}", TABLET)
    hold = page.get_by_role("region", name="The table holds")
    forbidden = hold.get_by_role("button", name="Discard")
    expect(forbidden).to_be_disabled()
    expect(forbidden).to_contain_text("forbidden by 16.5")
    table.order({"type": "UndoTap"})
    expect(hold).to_have_count(0)
    table.order({"type": "ReportDamage", "card": "9H"})
    hold.locator("button:enabled").first.tap()
    expect(hold).to_have_count(0)


def test_what_cannot_be_ordered_is_grey_with_why(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("sg-pontoon-plus-v5")
    page = opened(screens, house, f"/tables/{table.number}")
    actions = page.get_by_role("region", name="What you may do")
    recut = actions.get_by_role("button", name="Have it cut again")
    expect(recut).to_be_disabled()
    expect(recut).to_contain_text("There is no cut that could be done again. 5.5.4")
    squeeze = actions.get_by_role("button", name="Permit a box to squeeze")
    expect(squeeze).to_be_disabled()
    table.wager(2, 50_00)
    actions.get_by_text("Permit a box to squeeze").click()
    actions.get_by_role("button", name="Box 2").click()
    expect(squeeze).to_contain_text("3.12")
    actions.get_by_text("Order a shuffle").click()
    actions.get_by_label("Why").select_option("idle")
    expect(actions.get_by_role("button", name="Order it")).to_be_disabled()
    actions.get_by_label("Why").select_option("suspicion")
    expect(actions.get_by_role("button", name="Order it")).to_be_enabled()


def test_what_went_wrong_is_declared_with_all_that_it_needs(house: ScreensHouse, screens: Screens) -> None:
    """Two cards at once: the table holds, both are shown, and the player at the box says which is his."""
    table = house.table("sg-pontoon-plus-v5")
    table.wager(1, 50_00)
    table.deal("5H", "7D", "6C")
    table.answer({"type": "Hit", "box": 1})
    page = opened(screens, house, f"/tables/{table.number}")
    page.get_by_text("Something went wrong", exact=True).click()
    what = page.get_by_label("What", exact=True)
    for kind in ("damaged_card", "shoe_empty", "two_cards_at_once", "missed_hit"):
        expect(what.locator(f"option[value='{kind}']")).to_have_count(1)
    what.select_option("missed_hit")
    expect(page.get_by_label("Box", exact=True)).to_be_visible()
    what.select_option("two_cards_at_once")
    declare = page.get_by_role("button", name="Declare it")
    for legend, card in (("The first of the two cards", "9S"), ("The other card", "JC")):
        expect(declare).to_be_disabled()
        named = page.get_by_role("group", name=legend)
        named.get_by_label("Rank").select_option(card[0])
        named.get_by_label("Suit").select_option(card[1])
    declare.click()
    hold = page.get_by_role("region", name="The table holds")
    expect(hold.locator("p [data-card]")).to_have_count(2)
    choose = hold.get_by_role("button", name="The player chooses")
    expect(choose).to_be_disabled()
    hold.get_by_role("button", name="jack of clubs").click()
    choose.click()
    expect(page.locator("[data-box='1'] [data-card='JC']")).to_be_visible()


def test_a_misplaced_card_is_declared_with_where_it_lies_and_what_was_paid(
    house: ScreensHouse, screens: Screens
) -> None:
    """The 8 that box 2 asked for lies on box 1; nothing was paid, so that the round can still be rebuilt."""
    table = house.table("sg-pontoon-plus-v5")
    for box in (1, 2):
        table.wager(box, 50_00)
    table.deal("9H", "8C", "6S", "5C", "7H")
    table.answer({"type": "Stand", "box": 1})
    table.answer({"type": "Hit", "box": 2})
    table.deal("8S")
    page = opened(screens, house, f"/tables/{table.number}")
    page.get_by_text("Something went wrong", exact=True).click()
    page.get_by_label("What", exact=True).select_option("misplaced_card")
    declare = page.get_by_role("button", name="Declare it")
    expect(declare).to_be_disabled()
    page.get_by_label("Where the card lies").select_option("1.1")
    page.get_by_label("Paid or collected on the table").select_option("no")
    declare.click()
    hold = page.get_by_role("region", name="The table holds")
    hold.get_by_role("button", name="Play goes on as it lies").click()
    expect(page.locator("[data-box='1'] [data-card='8S']")).to_be_visible()
