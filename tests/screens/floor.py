"""What happens at tables that a supervisor has to see to, and how he goes about it at the floor's screen."""

from playwright.sync_api import Locator, Page, expect

from device_simulators.bot.terminal.people import Person
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table

DESK, TABLET = How("1440x900"), How("1024x768", touch=True)
# 9H 6C 5H stand on 20 at box 1; 9S 6D at box 3 get the 8S for which they never asked: 23.
CARDS = ("9H", "9S", "7D", "6C", "6D", "5H", "8S", "KD")


def opened(screens: Screens, house: ScreensHouse, path: str, how: How = DESK, person: Person | None = None) -> Page:
    """The floor's screen at this address, for this supervisor or a new one: nobody is signed in at many screens."""
    screen = screens.new("floor", how).sign_in(person or house.hire("supervisor"))
    return screen.go(f"/floor{path}").page


def dealt(table: Table) -> None:
    """Two boxes have their first cards, and box 1 is to decide."""
    table.wager(1, 50_00)
    table.wager(3, 25_00)
    table.stack(*CARDS)
    table.press(5)


def missed_stand(table: Table) -> None:
    """A round that is over, in which box 3 stood on 15 and got a card all the same."""
    dealt(table)
    table.answer({"type": "Hit", "box": 1})
    table.press()
    table.answer({"type": "Stand", "box": 1})
    table.press(2)
    table.until("complete")


def next_round(table: Table) -> None:
    """The next round is being dealt."""
    table.wager(2, 50_00)
    table.press(2)


def held(table: Table) -> None:
    """The table holds for a card that nobody should have got."""
    table.wager(1, 50_00)
    table.deal("9H", "7D", "6C")
    table.order({"type": "Report", "irregularity": "error_card"})


def call(house: ScreensHouse, table: Table, words: str = "Box 3 wants to ask something.") -> None:
    """The dealer calls a supervisor."""
    house.ask("POST", f"/tables/{table.number}/call", {"words": words}, by=table.dealer)


def rebuild(page: Page, words: str = "Box 3 had stood on 15") -> None:
    """From the round's page to the copy of it."""
    page.get_by_role("radio", name="Something else").check()
    page.get_by_role("button", name="Reconstruct the round").click()
    page.get_by_label("Why, in words for the record").fill(words)


def step(page: Page, number: int) -> Locator:
    """This act of the copy."""
    return page.locator(f".act[data-step='{number}']")


def insert_before(page: Page, number: int, words: str) -> None:
    """Put this act, which is offered there, before the act of this number."""
    step(page, number).locator(".act-words").click()
    page.get_by_role("button", name="Insert before").click()
    page.locator(".offers").get_by_role("button", name=words).click()


def let_box_3_stand(page: Page) -> None:
    """Put right what `missed_stand` has done, and go on to the signatures."""
    rebuild(page)
    insert_before(page, 9, "Box 3 stands")
    expect(step(page, 9)).to_contain_text("box 3, hand 1 stands")
    page.get_by_role("button", name="Difference and signatures").click()


def sign(page: Page, person: Person) -> None:
    """Sign with name and PIN, by keyboard."""
    page.get_by_label("Name or badge").fill(person.who)
    page.get_by_label("PIN", exact=True).fill(person.pin)
    page.keyboard.press("Enter")


def figures(page: Page) -> dict[str, str]:
    """What the difference is, account by account."""
    rows = page.locator(".sheet .figures-table tbody tr")
    expect(rows).not_to_have_count(0)
    names, last = rows.locator("th").all_inner_texts(), rows.locator("td:last-child").all_inner_texts()
    return dict(zip(names, last, strict=True))
