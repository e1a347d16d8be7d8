"""Devices and sets of cards from the floor: attached, bound, asked, detached; received, issued, back, counted short."""

from playwright.sync_api import Locator, Page, expect

from device_simulators.bot.terminal.people import Person
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.tables import Table


def test_a_device_is_detached_attached_and_bound(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=False)
    name = f"t{table.number}-shoe"
    page = screens.floor().go(f"/floor/devices/{name}").page
    facts = page.locator("header.panel")
    expect(facts).to_contain_text("running")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("status").filter(has_text="Done")).to_be_visible()
    page.get_by_role("button", name="Detach").click()
    page.get_by_role("button", name="Yes: detach").click()
    expect(page.get_by_role("link", name=name)).to_have_count(0)
    page.get_by_role("link", name="Attach a device").click()
    page.get_by_label("At table").select_option(table.number)
    expect(page.get_by_label("Its name")).to_have_value(name)
    other = house.hire("supervisor")
    page.get_by_label("Line").fill("carrier pigeon")
    page.get_by_role("button", name="Attach it").click()  # a shoe was read here before
    expect(page.get_by_role("alert").filter(has_text="Whoever signs gives")).to_be_visible()
    _signed(page, other)
    page.get_by_role("button", name="Attach it").click()
    expect(page.get_by_role("alert").filter(has_text="carrier pigeon")).to_be_visible()
    page.get_by_label("Line").fill(table.shoe.url)
    _signed(page, other)
    page.get_by_role("button", name="Attach it").click()
    expect(page.get_by_label("Serial number")).to_have_value(table.shoe.serial)  # it says so itself
    bind = page.get_by_role("form", name="Bind it")
    bind.get_by_role("button", name="Bind it").click()
    expect(bind.get_by_role("alert").filter(has_text="Whoever signs gives")).to_be_visible()
    _signed(bind, other)
    bind.get_by_role("button", name="Bind it").click()
    expect(page.get_by_text(f"{table.shoe.serial} is bound to {name}.")).to_be_visible()
    expect(facts).to_contain_text("running")
    page.get_by_text("Another table, line or dialect").click()
    page.get_by_label("Line").fill("socket://127.0.0.1:9")
    _signed(page.get_by_role("form", name="Point it there"), other)
    page.get_by_role("button", name="Point it there").click()
    expect(page.get_by_role("group", name="Are you sure?")).to_contain_text(f"reached at {table.shoe.url}")
    page.get_by_role("button", name="No, go back").click()
    [device] = [each for each in house.ask("GET", "/devices")["devices"] if each["name"] == name]
    assert (device["url"], device["serials"]) == (table.shoe.url, [table.shoe.serial])


def _signed(where: Page | Locator, other: Person) -> None:
    """The other person gives name and PIN."""
    where.get_by_label("The other person: name or badge").fill(other.who)
    where.get_by_label("The other person: PIN").fill(other.pin)


def test_a_set_is_received_issued_returned_and_counted_short(screens: Screens, own_house: ScreensHouse) -> None:
    table, other = own_house.table(shoe_ready=False), own_house.hire("supervisor")
    screens = Screens(screens.profiles, own_house)
    page = screens.floor().go("/floor/cards/+").page
    _receive(page, "R2", "88-1203")
    page.get_by_role("link", name="R2").click()
    page.get_by_label("To table").select_option(table.number)
    page.get_by_label("Seal").fill("88-9999")
    page.get_by_role("button", name="Issue it").click()
    expect(page.get_by_role("alert")).to_contain_text("seal")
    page.get_by_label("Seal").fill("88-1203")
    page.get_by_role("button", name="Issue it").click()
    expect(page.locator("header.panel")).to_contain_text(f"at table {table.number}")
    _brought_and_given_up(own_house, table)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("header.panel")).to_contain_text("to be counted")
    page.get_by_label("Cards", exact=True).fill("383")
    page.get_by_label("The other person: name or badge").fill(other.who)
    page.get_by_label("The other person: PIN").fill(other.pin)
    page.get_by_role("button", name="Enter the count").click()
    expect(page.locator("header.panel")).to_contain_text("1 card missing")
    [alarm] = own_house.ask("GET", "/alarms", by=own_house.supervisor)["alarms"]
    assert alarm["kind"] == "count_mismatch"
    page.get_by_text("Enter that it was destroyed").click()
    destroy = page.get_by_role("region", name="Destroy")
    destroy.get_by_label("The other person: name or badge").fill(other.who)
    destroy.get_by_label("The other person: PIN").fill(other.pin)
    destroy.get_by_role("button", name="It was destroyed").click()
    destroy.get_by_role("button", name="Yes: it was destroyed").click()
    expect(page.get_by_text("Set R2 is not in the house")).to_be_visible()
    assert screens.close() == []


def _receive(page: Page, name: str, seal: str) -> None:
    page.get_by_label("Its name").fill(name)
    page.get_by_label("Seal").fill(seal)
    page.get_by_label("Colour of the backs").fill("red")
    page.get_by_role("button", name="Receive it").click()
    expect(page.get_by_label("Its name")).to_have_value("")
    expect(page.get_by_label("Colour of the backs")).to_have_value("red")  # the next one is of the same kind


def _brought_and_given_up(house: ScreensHouse, table: Table) -> None:
    table.order({"type": "BringSet", "set_id": "R2", "colour": "red"})
    table.order({"type": "CloseTable", "reason": "the test is over"}, by=house.supervisor)
