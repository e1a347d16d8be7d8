"""Reports as tables and files, the log of the house; who sees which tab; axe, contrast, keyboard."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from device_simulators.bot.terminal.people import Person
from tests.bot.house import ADMINISTRATOR
from tests.screens.checks.accessibility import violations
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.keyboard import lost, walk
from tests.screens.checks.sizes import cut_off, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.staff import Role

LEAST_TOUCHED_PX = 44
HOUSE_TABS = ["Tables", "Float", "Staff", "Devices", "Cards", "Reports"]


def test_a_report_is_shown_and_its_file_is_that_of_the_api(screens: Screens, house: ScreensHouse) -> None:
    table = house.table()
    table.wager(1, 25_00)
    table.deal("5S", "9H", "6D")
    screen = screens.floor().go("/floor/reports")
    page = screen.page
    page.get_by_label("Table", exact=True).first.select_option(table.number)
    row = page.get_by_role("row").filter(has_text=table.number).first
    expect(row.get_by_role("cell").first).to_have_text(table.number)
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download as CSV").click()
    shown = downloading.value.path().read_bytes()
    day = page.get_by_label("First gaming day", exact=True).input_value()
    query = f"since={day}&until={day}&table={table.number}&by=table&format=csv"
    assert shown == screen.context.request.get(f"{house.url}/api/v1/reports/rounds?{query}").body()
    assert shown.startswith(b"Table,")
    page.get_by_label("Report", exact=True).select_option("alarms")
    expect(page.get_by_role("heading", name="Alarms", level=2)).to_be_visible()
    page.get_by_label("First gaming day", exact=True).fill("2020-01-01")
    expect(page.get_by_role("alert")).to_contain_text("31 gaming days")


def test_the_page_of_a_shift_is_printed_without_its_controls(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=False)
    page = screens.floor().go("/floor/reports/shift").page
    page.get_by_label("Table", exact=True).select_option(table.number)
    expect(page.get_by_role("heading", name=f"Table {table.number}, gaming day")).to_be_visible()
    expect(page.get_by_role("cell", name=table.dealer.who).first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Floor")).to_be_hidden()
    expect(page.get_by_text("Signed:")).to_be_visible()


def test_the_log_of_the_house_is_read_page_by_page(screens: Screens, house: ScreensHouse) -> None:
    auditor = house.hire("auditor")
    while len(house.ask("GET", "/house/events?limit=200", by=auditor)["events"]) < 110:  # a page has 100
        display = house.ask("POST", "/displays", {"display": "for-the-log", "table": "1"})["display"]
        house.ask("DELETE", f"/displays/{display}")
    page = screens.floor(auditor).go("/floor/reports/log").page
    expect(page.get_by_role("row")).to_have_count(101)
    page.get_by_role("button", name="Show earlier ones").click()
    expect(page.get_by_role("row").nth(101)).to_be_visible()
    page.get_by_label("Find in what is shown").fill(auditor.who)
    expect(page.get_by_role("row").nth(1)).to_contain_text(auditor.who)
    assert violations(page) == []


@pytest.mark.parametrize(
    ("role", "tabs"),
    [
        ("supervisor", HOUSE_TABS),
        ("administrator", ["Tables", "Staff", "Devices", "Cards", "Reports"]),
        ("surveillance", ["Devices", "Cards", "Reports"]),
        ("auditor", ["Float", "Cards", "Reports"]),
        ("dealer", []),
    ],
)
def test_everybody_sees_the_tabs_of_his_roles(
    screens: Screens, house: ScreensHouse, role: Role, tabs: list[str]
) -> None:
    page = screens.floor(house.hire(role)).page
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    links = page.get_by_role("navigation", name="Floor").get_by_role("link").all_inner_texts()
    assert [each for each in links if each in HOUSE_TABS] == tabs
    for path in ("set-up", "float", "staff"):
        names = {"set-up": "Tables", "float": "Float", "staff": "Staff"}
        if names[path] not in tabs:
            page.goto(f"{house.url}/floor/{path}")
            expect(page.locator("main")).to_contain_text(re.compile("not for your role|The floor is for"))


PLACES = [
    "set-up/+", "set-up/{table}", "float/{table}", "staff/people/+", "staff/people/{dealer}", "staff/signed-in",
    "staff/signs", "devices/t{table}-shoe", "devices/+", "cards/+", "reports", "reports/shift",
]  # fmt: skip


def test_every_tab_is_clear_to_everybody(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=False)
    both = _of_two_roles(house)
    screen = screens.floor(both, How("1024x768", reduced_motion=True))
    page = screen.page
    for place in PLACES:
        path = f"/floor/{place}".format(table=table.number, dealer=table.dealer.who)
        screen.go(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main")).not_to_contain_text("One moment")
        assert violations(page) == [], path
        assert weak_text(page, HIGH) == [], path
        assert small(page, "main button, main select", LEAST_TOUCHED_PX) == [], path
        assert cut_off(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 1024, path  # nothing to scroll sideways


def test_a_fill_by_keyboard_alone(screens: Screens, house: ScreensHouse) -> None:
    table, other = house.table(shoe_ready=False), house.hire("supervisor")
    table.order({"type": "OpenFloat", "cents": 500_000}, by=house.supervisor, signed_by=(other,))
    page = screens.floor().go(f"/floor/float/{table.number}").page
    expect(page.get_by_label("Came to the tray ($)")).to_be_visible()
    assert lost(walk(page)) == []
    page.get_by_label("Came to the tray ($)").focus()
    page.keyboard.type("250")
    page.keyboard.press("Tab")
    page.keyboard.type(other.who)
    page.keyboard.press("Enter")  # as a badge reader ends: the PIN is next
    page.keyboard.type(other.pin)
    page.keyboard.press("Enter")
    expect(page.get_by_text("A fill of $250 is entered.")).to_be_visible()


def _of_two_roles(house: ScreensHouse) -> Person:
    """Somebody who sees every tab and everything on it."""
    person = house.hire("supervisor")
    told = next(each for each in house.ask("GET", "/people")["people"] if each["name"] == person.who)
    kept = {name: told[name] for name in ("shown", "badge", "licence", "licensed_through", "sees_face_down")}
    body = {"id": str(uuid4()), "roles": ["supervisor", "administrator"], **kept}
    house.ask("PUT", f"/people/{person.who}", body, ADMINISTRATOR)
    return person
