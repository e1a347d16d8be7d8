"""The sign above the table: what players read, from a distance, and that it never says more or older than it may."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.screens.checks.accessibility import violations
from tests.screens.checks.colours import DEFICIENCIES, apart, painted, seen_with
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, fine_print, outside, overlapping, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.tables import Table

LANDSCAPE, PORTRAIT = "1920x1080", "1080x1920"
# A letter can be read from 200 to 250 times its height away: at 3 m that is 13 mm, which on a 32-inch sign (0.37 mm a
# pixel) are 35 pixels. Capitals and digits are 0.73 of their font's size high.
READ_AT_3_M_PX, CAPITAL = 35, 0.73
SMALLEST_PX = 22
# So far apart two colours are told from each other at a glance.
SEEN = 30.0
LOST_WITHIN_MS = 30_000
EACH_PAGE_MS, MOST_PAGES = 12_000, 90


def words(page: Page) -> str:
    return " ".join(page.locator("main").inner_text().split())


def played(table: Table, screens: Screens, how: How = How(LANDSCAPE)) -> Page:  # noqa: B008
    """A sign that has followed a round up to the first decision."""
    page = screens.sign(table, how).page
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    table.wager(1, 25_00)
    table.wager(3, 50_00)
    table.deal("5S", "KD", "9H", "6D", "9C")
    expect(page.locator("[data-box='1'] .total")).to_have_text("11")
    return page


@pytest.mark.parametrize("book", ruleset_ids())
def test_what_is_paid_stands_there_as_the_book_has_it(house: ScreensHouse, screens: Screens, book: str) -> None:
    table = house.table(book, shoe_ready=False)
    page = screens.sign(table).page
    rules = load_ruleset(book)
    expect(page.locator("footer")).to_contain_text(rules.hash[:8])
    expect(page.locator("footer")).to_contain_text(rules.title)
    rows = dict(
        zip(
            page.locator("aside > .pay-table th").all_inner_texts(),
            page.locator("aside > .pay-table td").all_inner_texts(),
            strict=True,
        )
    )
    shown: Any = table.view("sign")["rules"]["pays"]
    assert rows == {row["words"]: row["odds"] for row in shown if row["wager"] == "main"}
    assert sorted(rows.values()) == sorted([f"{odds.pays} to {odds.to}" for odds in rules.pay.odds.values()])
    expect(page.locator(".range")).to_have_text("$10 \N{EN DASH} $500")
    expect(page.locator(".stays")).to_contain_text("dealer")


def test_a_round_and_after_it_the_last_one(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = played(table, screens)
    expect(page.locator(".notice-line")).to_have_text("No more bets")
    expect(page.locator(".dealer .total")).to_have_text("9")
    expect(page.locator("[data-box='3'] .total")).to_have_text("19")
    table.deal("KS")
    expect(page.locator("[data-box='1'] .outcome")).to_have_text("✓ Win")  # this book pays a 21 at once
    table.answer({"type": "Stand", "box": 3})
    table.deal("9D")
    expect(page.locator("main")).to_have_attribute("data-phase", "complete")
    expect(page.locator("[data-box='1'] .outcome")).to_have_text("✓ Win")
    expect(page.locator("[data-box='3'] .outcome")).to_have_text("✓ Win")
    table.order({"type": "OpenBetting"})
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    expect(page.locator(".last-mark")).to_have_text("Last round")
    expect(page.locator(".dealer .total")).to_have_text("18")
    assert "$25" not in words(page)


def test_a_card_face_down_is_a_back_and_nothing_more(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("ma-pontoon-21-v3", hole_card="blind")
    page = screens.sign(table).page
    table.wager(1, 25_00)
    table.deal("5S", "KH", "6D", "AS")
    expect(page.locator(".dealer .card-back")).to_have_count(1)
    expect(page.locator(".dealer [data-card]")).to_have_count(1)
    assert "ace of" not in page.content()
    expect(page.locator(".dealer .total")).to_have_text("10")


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_it_is_read_from_three_metres(house: ScreensHouse, screens: Screens, size: str) -> None:
    table = house.table("act-canberra-2005")
    page = played(table, screens, How(size, reduced_motion=True))
    assert small(page, ".hand .card", READ_AT_3_M_PX / CAPITAL * 1.4) == []
    for selector in (".hand .total", ".dealer .total", ".notice-line", ".range"):
        for box in page.locator(selector).all():
            size_px = box.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
            assert size_px * CAPITAL >= READ_AT_3_M_PX - 0.5, selector
    assert fine_print(page, SMALLEST_PX, exempt=".page, svg") == []
    assert weak_text(page, HIGH) == []
    assert violations(page) == []
    assert [*cut_off(page), *outside(page), *moving(page)] == []


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_every_total_is_read_however_much_lies_there(house: ScreensHouse, screens: Screens, size: str) -> None:
    """From one soft hand at each box to four split ones at all of them; the view is the server's, with more in it."""
    table = house.table("act-canberra-2005")
    table.wager(1, 25_00)
    table.deal("8S", "5D", "8H")
    said = {"hands": 1}
    page = screens.new("sign", How(size, reduced_motion=True)).as_display(house.display(table)).page

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda frame: socket.send(crowded(str(frame), said["hands"])))

    page.route_web_socket("**/ws/**", route)
    for hands in range(1, 5):
        said["hands"] = hands
        page.goto(f"{house.url}/sign/{table.number}")
        expect(page.locator(".hand")).to_have_count(7 * hands)
        found = [*cut_off(page), *outside(page), *overlapping(page, ".total, .outcome, .side-win")]
        assert found == [], hands
        for total in page.locator(".hand .total").filter(has_text=re.compile(r"^\d+$")).all():
            px = total.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")
            assert px * CAPITAL >= READ_AT_3_M_PX - 4, (hands, px)


def crowded(frame: str, hands: int) -> str:
    """The view with so many hands at each box, and many cards at the dealer."""
    message = json.loads(frame)
    if view := message.get("view"):
        plain = dict(view["dealer"], face_down=0, soft=False, doubled=False, done="")
        cards = ["8S", "3S", "4C", "2D", "AS", "9H", "KS"]
        lying = [
            dict(plain, cards=cards[:2], points=20, soft=True),
            dict(plain, cards=cards[:5], points=18, done="stand"),
            dict(plain, cards=cards[:3], points=27, done="bust"),
            dict(plain, cards=cards[:2], points=18, doubled=True, done="surrender"),
        ]
        results = [
            {"wager": "main", "hand": n, "outcome": outcome} for n, outcome in enumerate(("stand_off", "rescue"), 1)
        ]
        side = {"wager": "perfect_pairs", "hand": 0, "outcome": "win"}
        box = dict(view["boxes"][0], hands=lying[:hands], results=[*results, side])
        view |= {
            "boxes": [dict(box, number=n) for n in range(1, 8)],
            "dealer": dict(plain, cards=cards, points=15, soft=True),
        }
    return json.dumps(message)


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_no_rule_is_cut_off_on_any_page(house: ScreensHouse, screens: Screens, size: str) -> None:
    table = house.table("sg-pontoon-plus-v5", shoe_ready=False)
    page = screens.new("sign", How(size)).as_display(house.display(table)).page
    page.clock.install()
    page.goto(f"{house.url}/sign/{table.number}")
    lines = table.view("sign")["rules"]["lines"]
    missing = {each["text"] for each in lines if each["option"] != "dealer.soft_17"}
    for _ in range(MOST_PAGES):
        expect(page.locator(".rotating")).to_be_visible()
        hidden = page.locator(".rotating").evaluate("(place) => place.scrollHeight - place.clientHeight")
        assert hidden <= 1, page.locator(".rotating").inner_text()
        missing -= set(page.locator(".rules li").all_inner_texts())
        if not missing:
            break
        page.clock.fast_forward(
            EACH_PAGE_MS
        )  # the line is lost by that, and there again with what the server says next
    assert missing == set()


def test_suits_are_told_apart_without_colours(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    screen = screens.sign(table)
    table.wager(1, 25_00)
    table.deal("5H", "9S", "5C")
    hearts = screen.page.locator("[data-card='5H'] .card-suit")
    clubs = screen.page.locator("[data-card='5C'] .card-suit")
    for deficiency in DEFICIENCIES:
        with seen_with(screen, deficiency):
            expect(hearts).to_be_visible()
            assert [apart(*painted(screen, suit)) > SEEN for suit in (hearts, clubs)] == [True, True], deficiency
    assert hearts.get_attribute("d") != clubs.get_attribute("d")


def test_its_token_comes_behind_the_address_and_is_not_left_there(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = screens.new("sign", How(LANDSCAPE)).go(f"/sign/{table.number}#{house.display(table)}").page
    expect(page.locator(".notice-line")).to_have_text("Place your bets")
    assert page.url.endswith(f"/sign/{table.number}")
    page.reload()
    expect(page.locator(".notice-line")).to_have_text("Place your bets")


def test_without_a_token_it_says_how_to_hang_it_up(house: ScreensHouse, screens: Screens) -> None:
    table = house.table(shoe_ready=False)
    page = screens.new("sign", How(LANDSCAPE)).go(f"/sign/{table.number}").page
    expect(page.locator(".neutral")).to_contain_text("no token")


def test_without_the_server_it_has_a_neutral_face_and_comes_back(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    page = played(table, screens)
    house.kill()
    expect(page.locator(".neutral")).to_be_visible(timeout=LOST_WITHIN_MS)
    assert not re.search(r"\d", words(page).replace(f"Table {table.number}", ""))
    house.start()
    expect(page.locator("[data-box='1'] .total")).to_have_text("11", timeout=LOST_WITHIN_MS)
