"""How the floor's screen looks and is worked, at a tablet and at a desk: names, contrast, sizes, the keyboard alone."""

from playwright.sync_api import Error, Locator, Page, WebSocketRoute, expect

from tests.screens.checks.accessibility import violations
from tests.screens.checks.contrast import HIGH, weak_text
from tests.screens.checks.keyboard import lost, walk
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, overlapping, small
from tests.screens.floor import DESK, TABLET, call, held, insert_before, missed_stand, next_round, opened, rebuild
from tests.screens.house import ScreensHouse
from tests.screens.screens import Screens

LEAST_TOUCHED_PX = 44
LEGIBLE_AT_2_M_PX = 24
TOUCHED = "button, summary, select, nav a, .as-button, .reason"


STEP_MS, STEPS = 250, 60
# With the second message the first has been taken.
HEARD = 2


def stop_clock(page: Page) -> None:
    """Stop the page's clock a little later than now; where that has passed before it came there, again."""
    for _ in range(STEPS):
        try:
            page.clock.pause_at(page.evaluate("() => Date.now()") / 1_000 + 2)
        except Error:
            continue
        return
    raise AssertionError("the clock of the page is always ahead")


def let_time_pass(page: Page, until: Locator) -> None:
    """Move the stopped clock of the page until this is there: what was still on its way may have set it back."""
    for _ in range(STEPS):
        if until.is_visible():
            return
        page.clock.run_for(STEP_MS)
    raise AssertionError(f"{STEPS * STEP_MS} ms have passed without {until}")


def assert_good(page: Page) -> None:
    """Nothing that can be measured is wrong with what is shown."""
    assert violations(page) == []
    assert weak_text(page, HIGH) == []
    assert small(page, TOUCHED, LEAST_TOUCHED_PX) == []
    over = "dialog[open] " if page.locator("dialog[open]").count() else ""  # what lies below a dialog is not looked at
    assert [*cut_off(page), *overlapping(page, f"{over}button, {over}input"), *moving(page)] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing is to the right of it"


def test_at_a_tablet(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    missed_stand(table)
    page = opened(screens, house, "", TABLET)
    number = page.locator(f"[data-table='{table.number}']")
    expect(number).to_be_visible()
    for part in (".number", ".state strong"):
        size = number.locator(part).evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= LEGIBLE_AT_2_M_PX, part
    assert_good(page)
    number.tap()
    expect(page.locator(".events li").first).to_be_visible()
    assert_good(page)
    page.get_by_role("link", name="Put a round right").tap()
    expect(page.locator(".rounds a").first).to_be_visible()
    assert_good(page)
    page.locator(".rounds a").first.tap()
    expect(page.get_by_role("group", name="What happened?")).to_be_visible()
    assert_good(page)
    rebuild(page)
    insert_before(page, 9, "Box 3 stands")
    assert_good(page)
    page.get_by_role("button", name="Difference and signatures").tap()
    expect(page.locator(".sheet")).to_be_visible()
    assert_good(page)


def test_at_a_desk_by_keyboard_alone(house: ScreensHouse, screens: Screens) -> None:
    table, holds = house.table(), house.table()
    missed_stand(table)
    next_round(table)
    held(holds)
    call(house, holds)
    page = opened(screens, house, "/alarms")
    expect(page.locator(".alarm").first).to_be_visible()
    assert_good(page)
    assert lost(walk(page)) == []
    page.locator(".alarm", has_text=f"Table {holds.number}").get_by_role("button", name="Acknowledge").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_label("What was found")).to_be_focused()
    assert_good(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.get_by_role("link", name="Wall").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{house.url}/floor")
    assert lost(walk(page)) == []
    page.locator(f"[data-table='{holds.number}'] a").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="The table holds")).to_be_visible()
    assert_good(page)
    assert lost(walk(page)) == []


def test_a_round_is_rebuilt_by_keyboard_alone(house: ScreensHouse, screens: Screens) -> None:
    table = house.table()
    missed_stand(table)
    page = opened(screens, house, f"/corrections/{table.number}", DESK)
    expect(page.locator(".rounds a").first).to_be_visible()
    expect(page.get_by_label("Number, or time of day")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Reconstruct the round").focus()
    page.keyboard.press("Enter")
    last = page.locator(".act[data-step='10'] .act-words")
    expect(last).to_contain_text("KD to the dealer")
    last.focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(".act[data-step='9'] .act-words")).to_contain_text("KD to box 3")
    expect(page.locator(".act[data-step='9'] .act-words")).to_be_focused()
    assert lost(walk(page)) == []


def test_nothing_can_be_pressed_while_what_is_shown_may_be_old(house: ScreensHouse, screens: Screens) -> None:
    silent, told = list[bool](), list[str | bytes]()
    screen = screens.new("floor", DESK).sign_in(house.hire("supervisor"))

    def between(socket: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            if not silent:
                told.append(message)
                socket.send(message)

        socket.connect_to_server().on_message(tell)

    screen.page.route_web_socket("**/ws/**", between)
    screen.page.clock.install()
    page = screen.go("/floor").page
    link = page.get_by_role("link", name="Corrections")
    expect(page.locator(".wall-headline")).to_be_visible()
    while len(told) < HEARD:  # before it has heard anything, a line is not late
        page.evaluate("() => 0")
    stop_clock(page)
    silent.append(True)
    let_time_pass(page, page.get_by_role("alert").get_by_text("No word from the server"))
    expect(page.locator("main")).to_have_js_property("inert", value=True)
    let_time_pass(page, page.get_by_role("alertdialog", name="Connection lost"))
    page.clock.resume()
    silent.clear()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(page.locator("main")).to_have_js_property("inert", value=False)
    link.click()
    expect(page.get_by_role("heading", name="Corrections")).to_be_visible()
