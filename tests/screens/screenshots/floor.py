"""The floor: the wall, a table that holds, alarms, and a round that is put right by two people."""

import re

from playwright.sync_api import Page, expect

from device_simulators.bot.terminal.people import Person
from tests.screens.floor import (
    DESK,
    TABLET,
    call,
    dealt,
    held,
    insert_before,
    missed_stand,
    next_round,
    rebuild,
    sign,
    step,
)
from tests.screens.screens import How, Screen
from tests.screens.screenshots.scenes import Stage, scene


def _opened(stage: Stage, path: str, how: How, person: Person | None = None) -> Screen:
    screen = stage.screens.new("floor", how).sign_in(person or stage.house.hire("supervisor"))
    return screen.go(f"/floor{path}")


def _quiet(page: Page) -> None:
    """Everything that was asked for has come."""
    page.wait_for_load_state("networkidle")


@scene
def the_wall(stage: Stage) -> None:
    house, person = stage.house, stage.house.hire("supervisor")
    tables = [
        house.table(book) for book in ("nz-division-15", "act-canberra-2005", "ma-pontoon-21-v3", "sg-pontoon-plus-v5")
    ]
    dealt(tables[0])
    held(tables[1])
    missed_stand(tables[2])
    house.table(shoe_ready=False)
    call(house, tables[3], "Box 3 says that the double was not paid.")
    called = next(each for each in house.ask("GET", "/alarms")["alarms"] if each["kind"] == "called")
    house.ask("POST", f"/alarms/{called['number']}/take", by=person)
    call(house, tables[0], "A player wants to know the limits.")
    tables[2].unplug()
    for how in (DESK, TABLET):
        screen = _opened(stage, "", how, person)
        expect(screen.page.get_by_text("Device lost").first).to_be_visible(timeout=15_000)
        stage.take(screen, "wall")
    screen = _opened(stage, "/alarms", DESK, person)
    expect(screen.page.locator(".alarm").nth(2)).to_be_visible()
    _quiet(screen.page)
    stage.take(screen, "alarms")
    for how in (DESK, TABLET):
        screen = _opened(stage, f"/tables/{tables[1].number}", how, person)
        expect(screen.page.get_by_role("region", name="The table holds")).to_be_visible()
        expect(screen.page.locator(".events li").first).to_be_visible()
        _quiet(screen.page)
        stage.take(screen, "table-holds")
    tables[2].replug()


@scene
def a_round_put_right(stage: Stage) -> None:
    house, second = stage.house, stage.house.hire("supervisor")
    table = house.table()
    missed_stand(table)
    next_round(table)
    screen = _opened(stage, f"/corrections/{table.number}/1", TABLET)
    page = screen.page
    page.get_by_role("radio", name=re.compile("asked for a card and got none")).check()
    expect(page.get_by_role("button", name="The round is void")).to_contain_text("forbidden by")
    page.get_by_role("button", name="The round is void").scroll_into_view_if_needed()
    stage.take(screen, "what-happened")
    rebuild(page)
    step(page, 8).locator(".act-words").click()
    page.get_by_role("button", name="Move up").click()
    expect(page.locator(".act.refused")).to_be_visible()
    page.locator(".act.refused").scroll_into_view_if_needed()
    stage.take(screen, "order-that-cannot-be")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".act.refused")).to_have_count(0)
    insert_before(page, 9, "Box 3 stands")
    expect(page.locator(".figures-table tfoot")).to_contain_text("$0")
    stage.take(screen, "rebuilt")
    page.get_by_role("button", name="Difference and signatures").click()
    sign(page, house.supervisor)
    expect(page.get_by_text("has signed")).to_be_visible()
    stage.take(screen, "signatures")
    other = _opened(stage, "/corrections", DESK, second)
    other.page.get_by_role("button", name="Look and sign").click()
    expect(other.page.locator(".second .sheet")).to_be_visible()
    stage.take(other, "second-signature")
    sign(other.page, second)
    expect(page.locator(".owed li")).to_be_visible()
    table.order({"type": "TickPayments", "round": 1, "box": 3, "pays_cents": 50_00, "takes_cents": 0, "amended": True})
    expect(page.locator(".owed .ticked")).to_be_visible()
    stage.take(screen, "ticked-off")
