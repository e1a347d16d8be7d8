"""Tables and floats from the floor: set up from nothing, changed between rounds, counted in and out by two."""

import re

from playwright.sync_api import Page, expect

from device_simulators.bot.terminal.people import Person
from tests.bot.house import ADMINISTRATOR
from tests.screens.checks.accessibility import violations
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens

BOOK = "New Zealand Pontoon, Division 15"


def config(house: ScreensHouse, number: str, by: Person) -> dict[str, object]:
    told: dict[str, object] = house.ask("GET", f"/tables/{number}/config", by=by)["config"]
    return told


def sign(page: Page, person: Person) -> None:
    """The other person's part of two signatures."""
    page.get_by_label("The other person: name or badge").fill(person.who)
    page.get_by_label("The other person: PIN").fill(person.pin)


def test_a_table_is_set_up_closed_and_opened_again(screens: Screens, house: ScreensHouse) -> None:
    page = screens.floor(ADMINISTRATOR).go("/floor/set-up").page
    page.get_by_role("link", name="Set up a new table").click()
    page.get_by_label("Number").fill("pit-9")
    page.get_by_label("Book of rules").select_option("nz-division-15")
    page.get_by_label("Least wager ($)").fill("a lot")
    page.get_by_role("button", name="Set it up and open it").click()
    expect(page.get_by_role("alert")).to_contain_text("“a lot” is no amount")
    page.get_by_label("Least wager ($)").fill("25")
    page.get_by_label("Boxes on the layout").fill("9")
    page.get_by_role("button", name="Set it up and open it").click()
    expect(page.get_by_role("alert")).to_contain_text("(3.1)")  # the book has seven boxes
    expect(page.get_by_label("Least wager ($)")).to_have_value("25")
    page.get_by_label("Boxes on the layout").fill("6")
    page.get_by_label("Chips ($)").fill("5 25 100")
    page.get_by_label("Void a wager").check()
    page.get_by_role("button", name="Set it up and open it").click()
    expect(page.get_by_role("heading", name="Table pit-9")).to_be_visible()
    made = config(house, "pit-9", ADMINISTRATOR)
    assert (made["minimum_cents"], made["boxes"], made["chips_cents"]) == (25_00, 6, [5_00, 25_00, 100_00])
    assert made["single_signature"] == ["void_wager"]

    page.get_by_role("button", name="Close the table").first.click()
    page.get_by_label("Why").fill("end of the shift")
    page.get_by_role("form", name="Close the table").get_by_role("button", name="Close the table").click()
    page.get_by_role("button", name="Yes: close the table").click()
    page.get_by_label("Book of rules").select_option("act-canberra-2005")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("header.panel")).to_contain_text("Casino Canberra")
    assert config(house, "pit-9", ADMINISTRATOR)["minimum_cents"] == 25_00


def test_limits_change_between_rounds_and_never_in_one(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=True, restricted=())
    page = screens.floor().go(f"/floor/set-up/{table.number}").page
    page.get_by_label("Least wager ($)").fill("20")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_text(f"Table {table.number} is changed.")).to_be_visible()
    before = config(house, table.number, house.supervisor)
    assert before["minimum_cents"] == 20_00
    assert before["side_bets"] == ["perfect_pairs"]  # what was not touched is as it was
    table.order({"type": "OpenBetting"})
    table.wager(1, 25_00)
    expect(page.get_by_text("A round is on")).to_be_visible()
    page.get_by_label("Most on a box ($)").fill("1,000")
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("alert")).to_contain_text("Limits and options change between rounds")
    expect(page.get_by_label("Most on a box ($)")).to_have_value("1,000")
    assert config(house, table.number, house.supervisor) == before
    page.get_by_role("button", name="Close the table").first.click()
    expect(page.get_by_label("Why")).to_be_visible()
    page.get_by_role("button", name="Limits and options").click()
    expect(page.get_by_label("Most on a box ($)")).to_have_value("1,000")


def test_rounds_on_paper_begin_and_end(screens: Screens, house: ScreensHouse) -> None:
    table, other = house.table(shoe_ready=False), house.hire("dealer")
    page = screens.floor().go(f"/floor/set-up/{table.number}").page
    page.get_by_role("button", name="Rounds on paper").click()
    page.get_by_label("Why the rounds were on paper").fill("no power from 02:10 to 02:40")
    sign(page, other)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("enter rounds from paper: no power")).to_be_visible()
    assert table.view("floor")["paper"]["by"] == [house.supervisor.who, other.who]
    page.get_by_role("button", name="End the rounds on paper").click()
    page.get_by_role("button", name="Yes: end the rounds on paper").click()
    expect(page.get_by_label("Why the rounds were on paper")).to_be_visible()
    assert table.view("floor")["paper"] is None


def test_a_float_is_counted_in_and_out_by_two(screens: Screens, house: ScreensHouse) -> None:
    table, other = house.table(shoe_ready=False, chips_cents=(5_00, 25_00, 100_00)), house.hire("supervisor")
    page = screens.floor().go(f"/floor/float/{table.number}").page
    page.get_by_text("Count by chips").click()
    page.get_by_label("How many of $100").fill("40")
    page.get_by_label("How many of $25").fill("40")
    expect(page.get_by_label("Counted into the tray ($)")).to_have_value("5,000")
    sign(page, Person(other.who, f"{(int(other.pin) + 7919) % 1_000_000:06}"))
    count_in = page.get_by_role("form").get_by_role("button", name="Count in")
    count_in.click()
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    expect(page.get_by_label("Counted into the tray ($)")).to_have_value("5,000")
    assert not table.view("floor")["float_open"]
    expect(page.get_by_label("The other person: PIN")).to_have_value("")
    sign(page, other)
    count_in.click()
    expect(page.get_by_role("heading", name="the float is open")).to_be_visible()
    _filled_and_credited(page, other)
    page.get_by_role("button", name="Count out").click()
    page.get_by_label("Counted in the tray ($)").fill("5,600")
    sign(page, other)
    page.get_by_role("form").get_by_role("button", name="Count out").click()
    expect(page.get_by_role("group", name="Are you sure?")).to_contain_text("$5,600 are counted out")
    page.get_by_role("button", name="Yes: count out").click()
    expect(page.get_by_role("heading", name="the float is not open")).to_be_visible()
    _dropped(screens.floor(house.hire("auditor")).go(f"/floor/float/{table.number}").page, house.supervisor, other)
    [row] = house.ask("GET", f"/reports/floats?table={table.number}", by=house.supervisor)["rows"]
    # opening 5000 + fill 1000 - credit 400 - counted 5600, and of the drop 10 less 5 lie in the box
    assert row[2:7] == [500_000, 100_000, 40_000, 560_000, 500]


def _filled_and_credited(page: Page, other: Person) -> None:
    for way, label, amount in (("Fill", "Came to the tray ($)", "1,000"), ("Credit", "Left the tray ($)", "400")):
        page.get_by_role("group", name="What is done").get_by_role("button", name=way).click()
        page.get_by_label(label).fill(amount)
        sign(page, other)
        page.get_by_role("form").get_by_role("button", name=way).click()
        expect(page.get_by_text(f"A {way.lower()} of ${amount} is entered.")).to_be_visible()
    page.get_by_label("Left the tray ($)").fill("90,000")
    sign(page, other)
    page.get_by_role("form").get_by_role("button", name="Credit").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "the figure is too high"
    )  # and not by how much: the count is blind
    assert "5,600" not in page.locator("main").inner_text()


def _dropped(page: Page, one: Person, other: Person) -> None:
    """An auditor counts the cash: with a supervisor, then for two who were there."""
    expect(page.get_by_role("group", name="What is done").get_by_role("button")).to_have_count(1)
    page.get_by_label("Cash in the box ($)").fill("10")
    sign(page, other)
    page.get_by_role("form").get_by_role("button", name="Drop").click()
    page.get_by_role("button", name="Yes: drop").click()
    expect(page.get_by_text("A drop of $10 is entered.")).to_be_visible()
    page.get_by_label("What it is").select_option("less")
    page.get_by_label("By so much ($)").fill("5")
    page.get_by_label("Two others sign").check()
    for place, person in (("First", one), ("Second", other)):
        page.get_by_label(f"{place}: name or badge").fill(person.who)
        page.get_by_label(f"{place}: PIN").fill(person.pin)
    page.get_by_role("form").get_by_role("button", name="Drop").click()
    assert violations(page) == []
    page.get_by_role("button", name="Yes: drop").click()
    expect(page.get_by_text(re.compile(r"the drop is corrected by .\$5"))).to_be_visible()


def test_a_field_that_is_refused_is_named_without_cents(screens: Screens, house: ScreensHouse) -> None:
    table = house.table(shoe_ready=False)
    page = screens.floor().go(f"/floor/set-up/{table.number}").page
    problem = {
        "code": "bad_request", "message": "That cannot be.", "clause": None, "what_to_do": "", "retry": False,
        "details": {"fields": [{"at": "body.command.config.minimum_cents", "what": "too much"},
                               {"at": "body.command.cents", "what": "too little"}]},
    }  # fmt: skip
    page.route("**/orders", lambda route: route.fulfill(status=422, json=problem))
    page.get_by_label("Least wager ($)").fill("20")
    page.get_by_role("button", name="Change it").click()
    said = page.locator(".refusal p")
    expect(said).to_have_text([re.compile("That cannot be"), "minimum: too much", "amount: too little"])
