"""A house of thirty tables on a tablet: every row is legible, none moves that has no reason to, each is reached."""

from uuid import uuid4

import orjson
import pytest
from playwright.sync_api import Page, expect

from app.store.codec import encode
from tests.screens.floor import TABLET, opened
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.tables import LIMITS
from tests.screens.test_floor_looks import LEGIBLE_AT_2_M_PX, assert_good

TABLES = [str(number) for number in range(1, 31)]
A_ROW = ("10", "11", "12")


@pytest.fixture
def many(own_house: ScreensHouse) -> ScreensHouse:
    """Thirty tables without devices, at which nobody deals yet."""
    config = orjson.loads(encode(LIMITS))
    for number in TABLES:
        new = {"id": str(uuid4()), "number": number, "ruleset": "nz-division-15", "config": config}
        own_house.ask("POST", "/tables", new)
    return own_house


def shown(page: Page) -> list[str]:
    numbers: list[str] = page.locator(".wall-table").evaluate_all("all => all.map(each => each.dataset.table)")
    return numbers


def tops(page: Page) -> dict[str, float]:
    """Where each table stands on the page."""
    found: list[tuple[str, float]] = page.locator(".wall-table").evaluate_all(
        "all => all.map(each => [each.dataset.table, each.getBoundingClientRect().top + scrollY])"
    )
    return dict(found)


def test_thirty_tables_on_a_tablet(many: ScreensHouse, screens: Screens) -> None:
    at = Screens(screens.profiles, many)
    page = opened(at, many, "", TABLET)
    expect(page.locator(".wall-table")).to_have_count(len(TABLES))
    assert shown(page) == TABLES
    sizes = page.locator(".wall-table .number, .wall-table .state strong").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= LEGIBLE_AT_2_M_PX
    assert_good(page)

    before = tops(page)
    for number in A_ROW:
        dealer = many.hire("dealer").who
        command = {"type": "ChangeDealer", "dealer": dealer}
        order = {"id": str(uuid4()), "question": None, "command": command, "signed_by": ()}
        many.ask("POST", f"/tables/{number}/orders", order, by=many.supervisor)
        expect(page.locator(f"[data-table='{number}']")).to_contain_text(dealer)
    assert tops(page) == before, "dealers who come move no table"

    many.ask("POST", "/tables/17/call", {"words": "Box 2 asks."}, by=many.supervisor)
    expect(page.locator(".wall-table").first).to_have_attribute("data-table", "17")
    assert shown(page)[1:] == [number for number in TABLES if number != "17"]

    jump = page.get_by_label("Go to table")
    jump.fill("31")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no table 31 on this wall.")).to_be_visible()
    jump.fill("28")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Table 28")).to_be_visible()
    assert at.close() == []
