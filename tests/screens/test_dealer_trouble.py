"""When something fails: a device, the server, a person's memory; and who may do what about it here."""

import re
import time

from playwright.sync_api import expect

from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens
from tests.screens.terminal import Terminal

LONGEST_MS = 30_000
# The page itself notes when its overlay comes and goes: whoever asks from outside is late.
WATCH_THE_OVERLAY = """() => {
    new MutationObserver(() => {
        const there = document.querySelector('.lost-overlay') !== null;
        if (there) window.overlayMs ??= Date.now();
        else if (window.overlayMs) window.overlayGoneMs ??= Date.now();
    }).observe(document.body, {childList: true, subtree: true});
}"""


def test_a_shoe_unplugged_and_back(house: ScreensHouse, screens: Screens) -> None:
    """Cards are keyed while it is away, each once; it tells of them later, and deals on."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00)
    table.deal("5S", "9H")
    table.stack("6D", "2C")
    table.unplug()
    expect(dealer.control("devices")).to_contain_text("lost")
    table.press(counted=False)
    dealer.tap("rank 6", "suit H", "change card", "suit D")
    expect(dealer.page.get_by_role("group", name="6 of diamonds?")).to_be_visible()
    assert table.cards(1) == ["5S"], "nothing is sent before the picture was looked at"
    expect(dealer.control("enter card")).to_be_enabled()
    dealer.page.evaluate(
        """() => { const key = document.querySelector('[data-name="enter card"]'); key.click(); key.click(); }"""
    )
    dealer.shows(1, "5S", "6D")
    assert table.cards(1) == ["5S", "6D"]
    dealer.control("devices").tap()
    expect(dealer.page.locator(".device.bad")).to_contain_text("keying each card")
    dealer.page.get_by_role("button", name="Close").tap()
    table.replug()
    expect(dealer.control("devices")).not_to_contain_text("lost")
    dealer.says("Box 1: hard 11.")
    dealer.lacks("rank 6")
    table.press()
    dealer.shows(1, "5S", "6D", "2C")


def test_the_server_is_killed_in_mid_tap(house: ScreensHouse, screens: Screens) -> None:
    """The overlay comes, and goes by itself; what was tapped is done once."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("2A", 25_00)
    table.deal("9S", "5D", "9H", "8D", "6C")
    dealer.says("Box 1: hard 17.")
    dealer.page.evaluate(WATCH_THE_OVERLAY)
    expect(dealer.control("Stand")).to_be_enabled()
    house.freeze()  # so that what is tapped goes out, and is not answered
    dealer.control("Stand").evaluate("(button) => button.click()")
    house.kill()
    killed_s = time.time()
    overlay = dealer.page.locator(".lost-overlay")
    expect(dealer.page.locator(".late-banner")).to_be_visible(timeout=LONGEST_MS)
    expect(dealer.control("Stand")).to_be_disabled()
    expect(overlay).to_contain_text("do not deal", timeout=LONGEST_MS)
    house.start()
    back_s = time.time()
    expect(overlay).to_have_count(0, timeout=LONGEST_MS)
    expect(dealer.page.locator(".sending")).to_have_count(0)
    if dealer.page.locator("[data-code='answer_lost']").count():  # it took so long that the dealer is asked to look
        dealer.tap("Stand")
    dealer.says("Box 2: hard 11.")
    lost_ms, shown_ms = dealer.page.evaluate("() => [window.overlayMs, window.overlayGoneMs]")
    hands = {box["number"]: [hand["done"] for hand in box["hands"]] for box in table.view()["sign"]["boxes"]}
    assert hands == {1: ["stand"], 2: [""]}
    print(
        f"overlay {lost_ms / 1000 - killed_s:.1f} s after the kill, gone {shown_ms / 1000 - back_s:.1f} s after the "
        "server was back; one stand"
    )


def test_two_taps_in_the_same_moment_are_one(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00).bet("2A", 25_00).bet("3A", 25_00)
    table.deal("9S", "9D", "9C", "9H", "8D", "8C", "8H")
    dealer.says("Box 1: hard 17.")
    expect(dealer.control("Stand")).to_be_enabled()
    dealer.page.evaluate(
        """async () => {
            const tap = () => document.querySelector('[data-name="Stand"]').click();
            const until = async (is) => { while (!is()) await new Promise((done) => setTimeout(done, 1)); };
            tap(); tap();
            await until(() => document.querySelector('[data-name="sentence"]').textContent.includes('Box 2'));
            tap();  // the second half of a slow double tap, when the next question is there already
        }"""
    )
    expect(dealer.control("Stand")).to_be_enabled()
    dealer.says("Box 2: hard 17.")


def test_a_card_that_was_keyed_wrongly_is_put_right(house: ScreensHouse, screens: Screens) -> None:
    """The picture is another card than the one on the table; and one that was sent all the same is tapped."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00)
    table.deal("5S", "9H")
    table.stack("6D")
    table.unplug()
    expect(dealer.control("devices")).to_contain_text("lost")
    table.press(counted=False)
    dealer.tap("rank 6", "suit H", "enter card")
    dealer.shows(1, "5S", "6H")
    dealer.tap("correct", "wrong 3", "rank 6", "suit D", "enter card")
    dealer.shows(1, "5S", "6D")
    table.replug()
    expect(dealer.control("devices")).not_to_contain_text("lost")
    dealer.says("Box 1: hard 11.")
    assert table.view()["hold"] is None, "the shoe tells the same"


def test_the_record_stands_beside_the_shoes_list(house: ScreensHouse, screens: Screens) -> None:
    """The dealer's 9H was forgotten, and the 6D of box 1 keyed in its place."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00)
    table.deal("5S")
    table.stack("9H", "6D")
    table.unplug()
    expect(dealer.control("devices")).to_contain_text("lost")
    table.press(2, counted=False)
    dealer.tap("rank 6", "suit D", "enter card")
    table.replug()
    dealer.says("Stop.")
    dealer.tap("as_told")
    way = dealer.page.locator("button.way").filter(has_text=re.compile(r"9H dealer \(was forgotten\); 6D box 1$"))
    expect(way).to_have_count(1)
    way.tap()
    dealer.page.get_by_label("Name or badge").fill(house.supervisor.who)
    dealer.page.get_by_label("PIN", exact=True).fill(house.supervisor.pin)
    dealer.page.locator("dialog button[type=submit]").tap()
    dealer.shows(1, "5S", "6D")
    assert table.view()["sign"]["dealer"]["cards"] == ["9H"]
    assert table.view()["hold"] is None


def test_a_hold_is_resolved_by_a_supervisor_at_this_screen(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    dealer.bet("1A", 25_00)
    table.deal("9S", "9H", "8D")
    dealer.tap("report", "error_card")
    dealer.says("Stop.")
    options = table.view()["questions"][0]["options"]
    for each in options:
        expect(dealer.control(each["choice"]).first).to_be_disabled() if not each["allowed"] else None
        expect(dealer.page.locator(".resolving")).to_contain_text(each["clause"])
    dealer.tap("undo")
    dealer.says("Box 1: hard 17.")
    dealer.tap("report", "damaged_card", "rank 9", "suit S", "enter card")
    choice = next(each["choice"] for each in table.view()["questions"][0]["options"] if each["allowed"])
    dealer.tap(choice)
    dealer.page.get_by_label("Name or badge").fill(house.supervisor.who)
    dealer.page.get_by_label("PIN", exact=True).fill(house.supervisor.pin)
    dealer.page.locator("dialog button[type=submit]").tap()
    dealer.says("Box 1: hard 17.")
    assert table.view()["on_duty"] == table.dealer.who


def test_locked_unlocked_relieved_and_called(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    next_dealer = house.hire("dealer")
    dealer = Terminal(screens.dealer(table))
    dealer.tap("call")
    expect(dealer.control("call")).to_contain_text("Called")
    page = dealer.page
    dealer.control("lock").tap()
    expect(page.locator("main.table")).to_have_count(0)
    page.reload()
    expect(page.locator(".locked")).to_be_visible()
    tab = page.context.new_page()  # with the same session
    tab.goto(page.url)
    expect(tab.locator(".locked")).to_be_visible()
    tab.evaluate("localStorage.clear()")
    tab.reload()  # what the page kept is gone: the server knows it
    expect(tab.locator(".locked")).to_be_visible()
    tab.close()
    page.get_by_label("PIN", exact=True).fill(table.dealer.pin)
    page.get_by_role("button", name="Unlock").tap()
    expect(page.locator("main.table")).to_be_visible()
    dealer.control("relief").tap()
    page.get_by_label("Name or badge").fill(next_dealer.who)
    page.get_by_label("PIN", exact=True).fill(next_dealer.pin)
    page.locator("dialog button[type=submit]").tap()
    expect(page.locator(".who")).to_contain_text(next_dealer.who)
    assert table.view()["on_duty"] == next_dealer.who
    dealer.tap("place 3A", "chip 2500")
    dealer.has("place 3A", "$25")
    dealer.control("relief").tap()
    page.get_by_role("button", name="Nobody: I leave the table").tap()
    expect(page.get_by_role("button", name="Deal at this table")).to_be_visible()
    assert table.view()["on_duty"] == ""


def test_of_two_cards_at_once_the_player_says_which(house: ScreensHouse, screens: Screens) -> None:
    table = house.table("sg-pontoon-plus-v5")
    table.wager(1, 50_00)
    table.deal("5H", "7D", "6C")
    dealer = Terminal(screens.dealer(table))
    table.answer({"type": "Hit", "box": 1})
    table.order({"type": "DrawTogether", "first": "9S", "second": "JC"})
    dealer.tap("choose JC")
    dealer.shows(1, "5H", "6C", "JC")
