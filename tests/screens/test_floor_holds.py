"""A table that holds is let go by what two people have signed, and the dealer sees what it changed."""

import re

from playwright.sync_api import Page, expect

from tests.screens.floor import missed_stand, next_round, opened, sign
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.tables import Table
from tests.screens.terminal import Terminal

REBUILT = "The round is rebuilt in its right order"


def passed_over(table: Table) -> None:
    """Box 1 had asked for the card that box 2 got; the record has it at box 1, as it should have been."""
    table.wager(1, 25_00)
    table.wager(2, 25_00)
    table.deal("9S", "8H", "6C", "5D", "4H")
    table.answer({"type": "Hit", "box": 1})
    table.deal("3D")
    table.order({"type": "Report", "irregularity": "missed_hit", "box": 1})


def hold(page: Page) -> None:
    """The table holds, as its page on the floor says."""
    expect(page.get_by_role("region", name="The table holds")).to_be_visible()


def test_a_hold_ends_when_the_rebuilt_round_is_signed_and_not_before(house: ScreensHouse, screens: Screens) -> None:
    table, first, second = house.table(), house.hire("supervisor"), house.hire("supervisor")
    passed_over(table)
    page = opened(screens, house, f"/tables/{table.number}", person=first)
    page.get_by_role("link", name=REBUILT).click()
    expect(page.get_by_role("heading", name="What was done, in order")).to_be_visible()
    assert table.view()["hold"]["irregularity"] == "missed_hit", "to open the editor changes nothing"
    page.get_by_role("button", name="Difference and signatures").click()
    sign(page, first)
    expect(page.get_by_text(f"{first.who} has signed")).to_be_visible()
    assert table.view()["hold"] is not None, "one person is not enough"
    sign(page, second)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()
    assert table.view()["hold"] is None
    assert [table.cards(1), table.cards(2)] == [["9S", "5D", "3D"], ["8H", "4H"]]


def test_a_card_that_came_too_early_gets_its_place_in_the_editor(house: ScreensHouse, screens: Screens) -> None:
    table, first, second = house.table(), house.hire("supervisor"), house.hire("supervisor")
    table.wager(1, 25_00)
    table.deal("9S", "6H")
    table.order({"type": "Report", "irregularity": "error_card"})
    page = opened(screens, house, f"/tables/{table.number}", person=first)
    page.get_by_role("link", name=REBUILT).click()
    expect(page.locator(".acts-end")).to_contain_text("No place yet: 6H")
    expect(page.get_by_role("button", name="Difference and signatures")).to_be_disabled()
    page.locator(".acts-end .offers button").first.click()
    page.get_by_role("button", name="Difference and signatures").click()
    sign(page, first)
    expect(page.get_by_text(f"{first.who} has signed")).to_be_visible()
    sign(page, second)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()
    view = table.view()
    assert (view["hold"], view["sign"]["dealer"]["cards"]) == (None, ["6H"])


def test_where_the_players_are_asked_then_two_people_sign_that(house: ScreensHouse, screens: Screens) -> None:
    """This book asks every player whether to go on with the cards in their right order: the table holds until then."""
    table, first = house.table("sg-pontoon-plus-v5"), house.hire("supervisor")
    second = house.hire("supervisor")
    passed_over(table)
    page = opened(screens, house, f"/corrections/{table.number}/1", person=first)
    past_the_players = page.get_by_role("button", name="Reconstruct the round")
    expect(past_the_players).to_be_disabled()
    expect(past_the_players).to_contain_text("every player is asked then")
    page.goto(f"{house.url}/floor/tables/{table.number}")
    page.get_by_role("button", name=REBUILT).click()
    assert table.view()["hold"]["irregularity"] == "missed_hit", "nothing is done by one tap"
    page.get_by_label("The other person: name or badge").fill(first.who)
    page.get_by_label("The other person: PIN").fill(first.pin)
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("Two different people")
    page.get_by_label("The other person: name or badge").fill(second.who)
    page.get_by_label("The other person: PIN").fill(second.pin)
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("1A at box 1 says"))).to_be_visible()
    hold(page)


def test_at_the_dealers_screen_no_tap_says_that_it_is_rebuilt(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    passed_over(table)
    dealer = Terminal(screens.dealer(table, house.hire("supervisor")))
    expect(dealer.control("reconstruct")).to_be_disabled()
    dealer.has("reconstruct", "on the floor's screen")


def test_the_dealer_sees_what_a_reconstruction_changed(house: ScreensHouse, screens: Screens) -> None:
    table, first, second = house.table(), house.hire("supervisor"), house.hire("supervisor")
    dealer = Terminal(screens.dealer(table))
    missed_stand(table)
    dealer.says("Dealer")
    remedy = {"type": "Reconstruct", "reason": "box_3_had_stood", "acts": right_order(table, house)}
    shown = house.ask("POST", f"/tables/{table.number}/remedies/preview", {"remedy": remedy}, by=first)
    for person in (first, second):
        signing = {"type": "SignRemedy", "remedy": remedy, "seen": shown["seal"]}
        table.order(signing, by=person, signed_by=(person,))
    changed = dealer.page.get_by_role("dialog", name="Round 1 was rebuilt: what changed")
    box = changed.get_by_role("row").filter(has=dealer.page.get_by_role("rowheader", name="Box 3", exact=True))
    expect(box.get_by_role("cell").nth(0).locator("[data-card]")).to_have_count(3)
    expect(box.get_by_role("cell").nth(1).locator("[data-card]")).to_have_count(2)
    expect(changed).to_contain_text(re.compile(r"3A at box 3\s*take \$25\s*pay \$25"))
    dealer.page.reload()
    expect(changed).to_be_visible()
    dealer.tap("rebuilt seen")
    expect(changed).to_have_count(0)
    dealer.page.reload()
    expect(dealer.page.locator("main.table")).to_be_visible()
    expect(changed).to_have_count(0)


def test_a_terminal_that_was_away_shows_what_a_reconstruction_changed(house: ScreensHouse, screens: Screens) -> None:
    """Until it is seen, or until the next round begins."""
    table, first, second = house.table(), house.hire("supervisor"), house.hire("supervisor")
    missed_stand(table)
    remedy = {"type": "Reconstruct", "reason": "box_3_had_stood", "acts": right_order(table, house)}
    shown = house.ask("POST", f"/tables/{table.number}/remedies/preview", {"remedy": remedy}, by=first)
    for person in (first, second):
        table.order({"type": "SignRemedy", "remedy": remedy, "seen": shown["seal"]}, by=person, signed_by=(person,))
    dealer, other = Terminal(screens.dealer(table)), Terminal(screens.dealer(table))
    for terminal in (dealer, other):
        changed = terminal.page.get_by_role("dialog", name="Round 1 was rebuilt: what changed")
        expect(changed).to_contain_text(re.compile(r"3A at box 3\s*take \$25\s*pay \$25"))
    dealer.tap("rebuilt seen")
    with dealer.page.expect_response(re.compile("/remedies/rebuilt")):
        dealer.page.reload()
    expect(dealer.page.locator("main.table")).to_be_visible()
    expect(dealer.page.get_by_role("dialog")).to_have_count(0)
    next_round(table)
    expect(other.page.get_by_role("dialog")).to_have_count(0)


def right_order(table: Table, house: ScreensHouse) -> list[dict[str, object]]:
    """The acts of `missed_stand`, with the stand that was forgotten."""
    listed = house.ask("GET", f"/tables/{table.number}/remedies/acts", by=house.supervisor)["acts"]
    acts = [each["act"] for each in listed if each["act"] is not None]
    at = next(index for index, each in enumerate(acts) if each.get("card") == "8S")
    return [*acts[:at], {"type": "Stand", "box": 3}, *acts[at:]]


def test_a_void_for_fraud_asks_what_happened(house: ScreensHouse, screens: Screens) -> None:
    table, first, second = house.table("act-canberra-2005"), house.hire("supervisor"), house.hire("supervisor")
    missed_stand(table)
    next_round(table)
    page = opened(screens, house, f"/corrections/{table.number}/1", person=first)
    page.get_by_role("radio", name=re.compile("fraud", re.IGNORECASE)).check()
    void = page.get_by_role("button", name="The round is void")
    expect(void).to_be_disabled()
    expect(void).to_contain_text("Say first what happened")
    page.get_by_label("What happened, in words for the record").fill("Marked cards found at box 3.")
    void.click()
    expect(page.locator(".sheet")).to_contain_text("Fraud: Marked cards found at box 3.")
    sign(page, first)
    other = opened(screens, house, "/corrections", person=second)
    waiting = other.locator(".waiting", has_text=f"Table {table.number},")
    expect(waiting).to_contain_text("Marked cards found at box 3.")
    waiting.get_by_role("button").click()
    expect(other.locator(".second .sheet")).to_contain_text("Marked cards found at box 3.")
    sign(other, second)
    expect(page.get_by_role("status").filter(has_text="signed and recorded")).to_be_visible()
    told = house.ask("GET", f"/tables/{table.number}/events?newest=50", by=house.watcher)
    assert "Marked cards found at box 3." in str(told)
