"""Staff from the floor: somebody is added and signs in, is changed, suspended and out; a sign gets its address."""

import re
from datetime import UTC, datetime
from uuid import uuid4

from playwright.sync_api import Page, expect

from device_simulators.bot.terminal.people import Person
from tests.bot.house import ADMINISTRATOR
from tests.screens.floor import TABLET
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.test_floor_looks import assert_good

SHOWN_ONCE = "output"
ALL_KEPT = "[document.documentElement.outerHTML, ...[localStorage, sessionStorage].map(JSON.stringify)].join()"


def person_of(house: ScreensHouse, name: str) -> dict[str, object]:
    people: list[dict[str, object]] = house.ask("GET", "/people")["people"]
    return next(each for each in people if each["name"] == name)


def _added(page: Page, name: str) -> Person:
    page.get_by_role("link", name="Add somebody").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Shown as").fill("Dana K.")
    page.get_by_label("Badge").fill(f"B-{name}")
    page.get_by_label("Licence", exact=True).fill("L-9")
    page.get_by_label("Licensed through", exact=True).fill("2999-06-30")
    page.get_by_label("Supervisor").check()
    page.get_by_role("button", name="Add with a PIN by chance").click()
    pin = page.locator(SHOWN_ONCE).inner_text()
    page.get_by_role("button", name="Done: show it no more").click()
    expect(page.locator(SHOWN_ONCE)).to_have_count(0)
    return Person(name, pin)


def test_somebody_is_added_signs_in_and_is_suspended(screens: Screens, house: ScreensHouse) -> None:
    page = screens.floor(ADMINISTRATOR).go("/floor/staff").page
    new = _added(page, "dana-k")
    hers = screens.new("hers").go("/floor").page
    hers.get_by_label("Name or badge").fill("b-DANA-K")
    hers.get_by_label("PIN", exact=True).fill(new.pin)
    hers.get_by_role("button", name="Sign in").click()
    expect(hers.get_by_text("Dana K.")).to_be_visible()
    page.get_by_role("form", name="The account").get_by_label("Licence", exact=True).fill("L-10")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_text("Dana K. is changed.")).to_be_visible()
    now = person_of(house, "dana-k")
    assert (now["licence"], now["badge"], now["roles"]) == ("L-10", "B-dana-k", ["dealer", "supervisor"])
    assert now["licensed_through"] == "2999-06-30"
    page.get_by_label("Why").fill("left today")
    page.get_by_role("button", name="Suspend").click()
    page.get_by_role("button", name="Yes: suspend").click()
    expect(page.get_by_role("button", name="Take the suspension back")).to_be_visible()
    expect(hers.get_by_role("alertdialog", name="You are signed out")).to_be_visible()
    page.get_by_role("button", name="Take the suspension back").click()
    expect(page.get_by_label("Why")).to_be_visible()
    assert not person_of(house, "dana-k")["suspended"]


def test_another_pin_and_a_session_that_is_ended(screens: Screens, house: ScreensHouse) -> None:
    person = house.hire("supervisor")
    his = screens.floor(person).page
    expect(his.get_by_role("heading", level=1)).to_be_visible()
    page = screens.floor(ADMINISTRATOR).go(f"/floor/staff/people/{person.who}").page
    page.get_by_role("button", name="Give another PIN").click()
    page.get_by_role("button", name="Yes: give another PIN").click()
    renewed = Person(person.who, page.locator(SHOWN_ONCE).inner_text())
    expect(his.get_by_role("alertdialog", name="You are signed out")).to_be_visible()
    again = screens.floor(renewed).page
    expect(again.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("link", name="Signed in").click()
    page.get_by_role("button", name=f"Sign out: {person.who}").click()
    page.get_by_role("button", name=f"Yes, Sign out: {person.who}").click()
    expect(again.get_by_role("alertdialog", name="You are signed out")).to_be_visible()


def test_a_one_time_code_is_shown_once(screens: Screens, house: ScreensHouse) -> None:
    """It is good as it was shown, and nowhere in the page any more when that is closed; grey where it may not be."""
    person = house.hire("dealer")
    path = f"/floor/staff/people/{person.who}"
    page = screens.floor(ADMINISTRATOR, TABLET).go(path).page
    page.get_by_label("Good for").select_option("A week")
    with page.expect_response("**/code") as answered:
        page.get_by_role("button", name="Make a one-time code").tap()
    told, dialog = answered.value.json(), page.get_by_role("dialog")
    assert answered.value.request.post_data_json == {"hours": 7 * 24}
    code = dialog.locator(SHOWN_ONCE).inner_text()
    assert re.fullmatch(r"\d{4}( \d{4}){3}", code)
    assert code.replace(" ", "") == told["code"]
    expect(dialog).to_contain_text(f"until {datetime.fromtimestamp(told['until_us'] // 10**6, UTC):%Y-%m-%d %H:%M:%S}")
    expect(dialog).to_contain_text(f"sign in as {person.who}")
    assert_good(page)
    assert code in page.evaluate(ALL_KEPT)
    page.get_by_role("button", name="Done: show it no more").tap()
    expect(dialog).to_have_count(0)
    for each in (code, told["code"]):
        assert each not in page.evaluate(ALL_KEPT) + house.log
    house.ask("POST", "/codes", {"who": person.who, "code": code, "pin": "739155"})
    assert house.ask("GET", "/sessions/current", by=Person(person.who, "739155"))["name"] == person.who
    house.ask("POST", f"/people/{person.who}/suspension", {"id": str(uuid4()), "reason": "left today"})
    _expect_grey(page, f"{person.who} is suspended")
    _expect_grey(screens.floor().go(path).page, "Only an administrator makes one.")


def _expect_grey(page: Page, why: str) -> None:
    form = page.get_by_role("form", name="Make a one-time code")
    expect(form).to_contain_text(why)
    expect(form.get_by_role("button")).to_be_disabled()


def test_what_is_refused_is_said_at_the_form(screens: Screens, house: ScreensHouse) -> None:
    somebody = house.hire("dealer")
    page = screens.floor(ADMINISTRATOR).go("/floor/staff/people/+").page
    page.get_by_label("Name", exact=True).fill(somebody.who)
    page.get_by_label("Shown as").fill("Another")
    page.get_by_label("Licensed through", exact=True).fill("30 June")
    page.get_by_role("button", name="Add with a PIN by chance").click()
    expect(page.get_by_role("alert")).to_contain_text("licensed through")
    page.get_by_label("Licensed through", exact=True).fill("")
    page.get_by_role("button", name="Add with a PIN by chance").click()
    expect(page.get_by_role("alert")).to_contain_text(f"{somebody.who} has an account already")
    expect(page.get_by_label("Shown as")).to_have_value("Another")


def test_a_sign_gets_its_address_once(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=False)
    page = screens.floor(ADMINISTRATOR).go("/floor/staff/signs").page
    page.get_by_label("At table").select_option(table.number)
    page.get_by_label("Its name").fill(f"over-{table.number}")
    page.get_by_role("button", name="Add the sign").click()
    address = page.locator(SHOWN_ONCE).inner_text()
    assert re.fullmatch(rf"http://[^/]+/sign/{table.number}#[\w-]{{20,}}", address), address
    hung = screens.new("sign").page
    hung.goto(address.replace(address.split("/sign/")[0], house.url))
    expect(hung.get_by_text("New Zealand Pontoon")).to_be_visible()
    page.get_by_role("button", name="Done: show it no more").click()
    page.get_by_role("button", name=f"Remove: over-{table.number}").click()
    page.get_by_role("button", name=f"Yes, Remove: over-{table.number}").click()
    expect(page.get_by_role("button", name=f"Remove: over-{table.number}")).to_have_count(0)
