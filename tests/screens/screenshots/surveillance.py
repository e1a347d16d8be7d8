"""Surveillance: finding, a moment from three points of view, the proof."""

from playwright.sync_api import expect

from tests.screens.screens import How, Screen
from tests.screens.screenshots.scenes import Stage, scene
from tests.screens.tables import Table

DESKTOP = How("1440x900")


def played(stage: Stage, book: str = "nz-division-15") -> Table:
    table = stage.house.table(book)
    table.wager(1, 25_00)
    table.wager(1, 10_00, place="B", seated=False)
    table.wager(1, 5_00, "perfect_pairs")
    table.wager(4, 100_00)
    table.deal("8S", "5D", "9H", "8H", "KC")
    table.answer({"type": "Split", "box": 1})
    table.deal("JS")
    table.answer({"type": "Stand", "box": 1})
    table.deal("QH")
    table.answer({"type": "Stand", "box": 1})
    table.answer({"type": "Stand", "box": 4})
    table.deal("6D", "5C")
    table.until("complete")
    return table


def found(stage: Stage, table: Table) -> Screen:
    screen = stage.screens.surveillance(stage.house.hire("surveillance"), DESKTOP)
    screen.page.get_by_label("Table", exact=True).fill(table.number)
    screen.page.get_by_role("button", name="Find rounds").click()
    expect(screen.page.locator("tbody tr")).to_have_count(1)
    return screen


@scene
def a_round_is_found_and_replayed(stage: Stage) -> None:
    screen = found(stage, played(stage))
    stage.take(screen, "found")
    page = screen.page
    page.locator("tbody button.link").click()
    expect(page.locator("[data-proof=unchanged]")).to_be_visible()
    for view, by in (("Dealer", "dealer"), ("Players", "sign"), ("Record", "surveillance")):
        page.get_by_role("radio", name=view).click()
        page.locator(".events li", has_text="JS").first.get_by_role("button", include_hidden=True).click()
        expect(page.locator(f".then[data-by={by}] [data-box='1'] [data-card]")).to_have_count(3)
        stage.take(screen, f"replay-{by}")
    page.locator(".badge").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    stage.take(screen, "proof")
