"""Rounds are put right from the floor by two people, while the table goes on with the next one."""

import re

from playwright.sync_api import Position, Route, expect

from tests.screens.floor import (
    TABLET,
    dealt,
    figures,
    insert_before,
    let_box_3_stand,
    missed_stand,
    next_round,
    opened,
    rebuild,
    sign,
    step,
)
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens


def test_a_reconstruction_by_two_people_while_the_next_round_is_dealt(house: ScreensHouse, screens: Screens) -> None:
    table, second = house.table(), house.hire("supervisor")
    missed_stand(table)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1", TABLET)
    let_box_3_stand(page)
    assert figures(page) == {"3A (box 3)": "+$50", "the float": "\N{MINUS SIGN}$50"}
    assert page.locator("[data-sum]").get_attribute("data-sum") == "0"
    expect(page.locator(".in-words")).to_contain_text("3A (box 3): -$25 before, +$25 after, +$50 by it")
    seal = page.locator(".seal code").inner_text().replace(" ", "")
    sign(page, house.supervisor)
    expect(page.get_by_text(f"{house.supervisor.who} has signed")).to_be_visible()
    table.press()
    sign(page, house.supervisor)
    expect(page.locator(".signing [role=alert]")).to_contain_text("a second person has to")
    sign(page, second)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()
    owed = page.locator(".owed li")
    expect(owed).to_have_text(re.compile(r"box 3, 3A\s*pay \$50\s*not ticked off yet"))
    expect(owed).to_have_count(1)
    table.order({"type": "TickPayments", "round": 1, "box": 3, "pays_cents": 50_00, "takes_cents": 0, "amended": True})
    expect(owed).to_have_text(re.compile(r"✓\s*box 3, 3A\s*paid \$50"))
    signatures = table.view("surveillance", by=house.watcher)["signatures"]
    assert [(each["seal"], each["by"]) for each in signatures] == [(seal, house.supervisor.who), (seal, second.who)]


def test_a_void_whose_second_signature_comes_from_another_screen(house: ScreensHouse, screens: Screens) -> None:
    table, second = house.table("act-canberra-2005"), house.hire("supervisor")
    missed_stand(table)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    page.get_by_role("radio", name=re.compile("fraud", re.IGNORECASE)).check()
    page.get_by_label("What happened, in words for the record").fill("A card was marked.")
    page.get_by_role("button", name="The round is void").click()
    expect(page.locator("[data-sum='0']")).to_be_visible()
    sign(page, house.supervisor)
    expect(page.get_by_role("heading", name="A second person signs")).to_be_visible()
    table.press()

    other = opened(screens, house, "", TABLET, second)
    card = other.locator(f"[data-table='{table.number}']")
    expect(card).to_contain_text("1 correction to be signed by a second person")
    other.get_by_role("link", name="Corrections").click()
    other.locator(".waiting", has_text=f"Table {table.number},").get_by_role("button").click()
    shown = page.locator(".seal code").inner_text()
    expect(other.locator(".second .seal code")).to_have_text(shown)
    assert figures(other) == figures(page)
    sign(other, second)
    expect(other.locator(".second")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()


def test_what_the_book_forbids_is_grey_with_its_clause(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    missed_stand(table)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    page.get_by_role("radio", name="Something else").check()
    void = page.get_by_role("button", name="The round is void")
    expect(void).to_be_disabled()
    expect(void).to_contain_text("forbidden by 16.5(a)")


def test_it_begins_again_when_the_record_of_that_round_changes(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealt(table)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    page.get_by_role("radio", name="Something else").check()
    page.get_by_role("button", name="A box or a hand is void").click()
    page.get_by_role("button", name="Box 1", exact=True).click()
    expect(page.get_by_role("heading", name="The first person signs")).to_be_visible()
    table.answer({"type": "Hit", "box": 1})
    expect(page.get_by_role("alert").filter(has_text="has changed meanwhile")).to_be_visible()
    expect(page.get_by_role("group", name="What happened?")).to_be_visible()


def test_so_it_does_when_somebody_else_has_put_the_round_right(house: ScreensHouse, screens: Screens) -> None:
    table, second = house.table(), house.hire("supervisor")
    missed_stand(table)
    next_round(table)
    page, other = (opened(screens, house, f"/corrections/{table.number}/1") for _ in range(2))
    let_box_3_stand(page)
    let_box_3_stand(other)
    expect(other.get_by_role("heading", name="The first person signs")).to_be_visible()
    sign(page, house.supervisor)
    expect(page.get_by_text(f"{house.supervisor.who} has signed")).to_be_visible()
    sign(page, second)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()
    expect(other.get_by_role("alert").filter(has_text="has changed meanwhile")).to_be_visible()


def test_an_order_that_cannot_be_is_refused_with_step_reason_and_clause(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    missed_stand(table)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    rebuild(page)
    step(page, 6).locator(".act-words").click()
    page.get_by_role("button", name="Move up").click()
    refused = page.locator(".act.refused")
    expect(refused).to_contain_text("Step 5 cannot be done: Decisions are taken after the initial deal. 8.3")
    expect(page.get_by_role("button", name="Difference and signatures")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(refused).to_have_count(0)
    above: Position = {"x": 20, "y": 2}
    step(page, 10).locator(".handle").drag_to(step(page, 9).locator(".handle"), target_position=above)
    expect(step(page, 9)).to_contain_text("KD to box 3")
    page.get_by_role("button", name="As recorded").click()
    step(page, 10).locator(".act-words").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".acts-end")).to_contain_text("No place yet: KD")
    page.locator(".acts-end").get_by_role("button", name="king of diamonds").click()
    expect(step(page, 10)).to_contain_text("KD to the dealer")
    insert_before(page, 9, "Box 3 stands")
    expect(page.locator(".figures-table tfoot")).to_contain_text("$0")


def test_a_round_of_long_ago_is_found_by_its_number(house: ScreensHouse, screens: Screens) -> None:
    """The list of the last rounds comes without it, as if it were of another week: it is asked for by its number."""
    table = house.table()
    missed_stand(table)
    next_round(table)
    screen = screens.new("floor", TABLET).sign_in(house.hire("supervisor"))

    def only_by_number(route: Route) -> None:
        if "number=" in route.request.url:
            route.continue_()
        else:
            route.fulfill(json={"rounds": [], "next": None})

    screen.page.route("**/api/v1/rounds?*", only_by_number)
    page = screen.go(f"/floor/corrections/{table.number}").page
    page.get_by_label("Number, or time of day").fill("1")
    expect(page.locator(".rounds a")).to_contain_text("Round 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="What happened?")).to_be_visible()


def test_the_words_are_those_of_the_book_of_that_round(house: ScreensHouse, screens: Screens) -> None:
    """The table went on under another book: clause 16.5 of the Gazette is not that of Division 15."""
    table = house.table("nz-gazette-2000")
    missed_stand(table)
    config = house.ask("GET", f"/tables/{table.number}/config", by=house.supervisor)["config"]
    table.order({"type": "CloseTable", "reason": "another book"}, by=house.supervisor)
    table.order({"type": "OpenTable", "config": config, "ruleset": "nz-division-15"}, by=house.supervisor)
    page = opened(screens, house, f"/corrections/{table.number}/1")
    expect(page.get_by_role("group", name="What happened?")).to_be_visible()
    page.get_by_role("radio", name="Something else").check()
    words = house.ask("GET", "/rulesets/nz-gazette-2000/clauses")["clauses"]
    clause = page.locator(".options .clause").first.inner_text().replace("forbidden by ", "")
    said = next(each["words"] for each in words if each["clause"] == clause)
    expect(page.locator(".options small").first).to_contain_text(said)
