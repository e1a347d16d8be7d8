"""The start page: signing in, by keyboard alone too, and what everybody may see of it."""

import re

import pytest
from playwright.sync_api import expect

from device_simulators.bot.terminal.people import Person
from tests.screens.checks.accessibility import violations
from tests.screens.checks.colours import DEFICIENCIES, apart, painted, seen_with
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.keyboard import lost, walk
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, overlapping, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screen, Screens

LEAST_TOUCHED_PX = 44


def door(screens: Screens, how: How) -> Screen:
    screen = screens.new("start", how).go("/")
    expect(screen.page.get_by_role("button", name="Sign in")).to_be_visible()
    return screen


@pytest.mark.parametrize("size", ["1280x800", "1080x1920", "1024x768"])
def test_at_the_door(screens: Screens, size: str) -> None:
    page = door(screens, How(size, reduced_motion=True)).page
    assert violations(page) == []
    assert weak_text(page, HIGH) == []
    assert small(page, "button", LEAST_TOUCHED_PX) == []
    assert [*cut_off(page), *overlapping(page, "button, input"), *moving(page)] == []


def test_signing_in_by_keyboard(screens: Screens, house: ScreensHouse) -> None:
    person = house.hire("supervisor")
    page = door(screens, How("1440x900")).page
    assert lost(walk(page)) == []
    page.get_by_label("Name or badge").focus()
    page.keyboard.type(person.who)
    page.keyboard.press("Tab")
    page.keyboard.type(person.pin)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("Floor"))).to_be_visible()
    assert violations(page) == []
    assert weak_text(page, HIGH) == []
    assert lost(walk(page)) == []


def test_a_wrong_pin_is_said(screens: Screens, house: ScreensHouse) -> None:
    person = house.hire("dealer")
    page = door(screens, How(touch=True)).page
    page.get_by_label("Name or badge").fill(person.who)
    wrong = f"{(int(person.pin) + 7919) % 1_000_000:06}"
    for digit in wrong:
        page.get_by_role("group", name="PIN pad").get_by_role("button", name=digit, exact=True).tap()
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert violations(page) == []


def test_the_button_is_told_from_its_ground_by_everybody(screens: Screens) -> None:
    screen = door(screens, How())
    screen.page.get_by_label("Name or badge").fill("somebody")
    for deficiency in DEFICIENCIES:
        with seen_with(screen, deficiency):
            seen = painted(screen, screen.page.get_by_role("button", name="Sign in"))
            assert apart(*seen) > 20, (deficiency, seen)


def test_a_name_is_typed_by_touch_where_there_is_no_keyboard(screens: Screens, house: ScreensHouse) -> None:
    person = house.hire("dealer")
    page = door(screens, How(touch=True)).page
    page.get_by_role("button", name="Letters").tap()
    letters = page.get_by_role("group", name="Letters")
    for letter in person.who:
        letters.get_by_role("button", name=letter, exact=True).tap()
    expect(page.get_by_label("Name or badge")).to_have_value(person.who)
    assert small(page, ".letters button", LEAST_TOUCHED_PX) == []
    assert violations(page) == []
    page.get_by_label("PIN", exact=True).tap()
    for digit in person.pin:
        page.get_by_role("group", name="PIN pad").get_by_role("button", name=digit, exact=True).tap()
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def test_a_dealer_is_led_to_the_own_table_and_who_was_signed_out_to_the_door(
    screens: Screens, house: ScreensHouse
) -> None:
    table = house.table(shoe_ready=False)
    page = door(screens, How(touch=True)).page
    page.get_by_label("Name or badge").fill(table.dealer.who)
    page.get_by_label("PIN", exact=True).fill(table.dealer.pin)
    page.get_by_role("button", name="Sign in").tap()
    page.wait_for_url(f"**/dealer/{table.number}")
    page.goto(house.url)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    ended = page.request.delete(f"{house.url}/api/v1/sessions/current", headers={"origin": house.url})
    assert ended.ok
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("path", ["/sign/%E0%A4%A", "/dealer/%E0%A4%A", "/surveillance/%E0%A4%A/1", "/floor/%E0%A4%A"])
def test_an_address_that_cannot_be_read_is_no_blank_page(screens: Screens, house: ScreensHouse, path: str) -> None:
    page = screens.new("any", How()).sign_in(house.watcher).go(path).page
    expect(page.locator("main")).to_be_visible()
    assert page.locator("img:not([src^='/static'])").count() == 0


def test_a_one_time_code_lets_somebody_choose_a_pin(screens: Screens, house: ScreensHouse) -> None:
    """By keyboard, with a slip in between; it is asked for twice, and good at once."""
    person = house.hire("supervisor")
    code = house.ask("POST", f"/people/{person.who}/code", {})["code"]
    page = door(screens, How("1280x800", reduced_motion=True)).page
    page.get_by_label("Name or badge").fill(person.who)
    page.get_by_label("PIN", exact=True).fill(code)
    page.keyboard.press("Enter")
    for said, asked in (("Your new PIN", "739155"), ("The same PIN again", "739156"), ("Your new PIN", "739155")):
        expect(page.get_by_label(said)).to_be_focused()
        page.keyboard.type(asked)
        page.keyboard.press("Enter")
    assert violations(page) == []
    assert weak_text(page, HIGH) == []
    assert small(page, "button", LEAST_TOUCHED_PX) == []
    assert [*cut_off(page), *overlapping(page, "button, input"), *moving(page)] == []
    expect(page.get_by_label("The same PIN again")).to_be_focused()
    page.keyboard.type("739155")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("Floor"))).to_be_visible()
    assert house.ask("GET", "/sessions/current", by=Person(person.who, "739155"))["name"] == person.who
