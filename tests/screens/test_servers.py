"""Screens whose table goes to another server: they follow it to another machine, and nobody signs in again."""

import asyncio
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from device_simulators.bot.terminal.people import Person
from tests.bot.house import House
from tests.screens.house import ScreensHouse
from tests.screens.screens import POLICY, SIZES
from tests.servers.houses import DEALER, Pair, a_pair, dealt_by_dora
from tests.serving.house import NUMBER

LONGEST_MS = 30_000


class Two(NamedTuple):
    """The pair of servers, and how something is done there: Playwright has the event loop of the tests' thread."""

    pair: Pair
    do: Callable[..., Any]


@pytest.fixture
def two() -> Iterator[Two]:
    with ThreadPoolExecutor(1) as thread, ExitStack() as ends:
        pair = thread.submit(ends.enter_context, a_pair()).result()
        yield Two(pair, lambda work, *arguments: thread.submit(work, *arguments).result())
        thread.submit(ends.close).result()


def _signed_in(browser: Browser, here: House, person: Person) -> BrowserContext:
    context = browser.new_context(viewport=SIZES["1280x800"], has_touch=True)
    context.set_default_timeout(LONGEST_MS)
    body = {"who": person.who, "pin": person.pin}
    answer = context.request.post(f"{here.url}/api/v1/sessions", data=body, headers={"origin": here.url})
    assert answer.ok, answer.text()
    return context


def _opened(context: BrowserContext, url: str) -> Page:
    """The page, which has learned of the other server and has its passage."""
    page = context.new_page()
    with page.expect_response(re.compile("/api/v1/sessions/passages"), timeout=LONGEST_MS):
        page.goto(url)
    return page


def test_screens_follow_their_table_to_the_other_server(browser: Browser, two: Two) -> None:
    """First because its server lets the table go, then because that one is killed in mid-tap; a dealer and a sign."""
    pair, do = two
    token = do(_peopled, pair)
    dealer = _opened(_signed_in(browser, pair.one, DEALER), f"{pair.one.url}/dealer/{NUMBER}")
    sign = browser.new_context().new_page()
    sign.goto(f"{pair.one.url}/sign/{NUMBER}#{token}")
    expect(sign.locator("main.sign")).to_be_visible(timeout=LONGEST_MS)
    # The page at the other server has a passage of its own, with which it goes on from there.
    with dealer.expect_response(f"{pair.two.url}/api/v1/sessions/passages", timeout=LONGEST_MS):
        do(pair.one.tablekeeper, "servers", "leave", pair.one.url)
    _are_at(pair.two, dealer, sign)
    do(pair.one.tablekeeper, "servers", "stay", pair.one.url)
    assert pair.two.process is not None
    pair.two.process.send_signal(signal.SIGSTOP)  # what is tapped goes out, and is not answered
    dealer.locator('[data-name="undo"], [data-name="place 1A"]').last.evaluate("(button) => button.click()")
    do(pair.two.kill)
    _are_at(pair.one, dealer, sign)
    assert dealer.context.request.get(f"{pair.one.url}/api/v1/sessions/current").json()["name"] == DEALER.who


# Browsers know no rule for such an address, whatever stands in the policy of the page.
NOT_TO_BE_ASKED = "http://[::1]:9"
# By then it would have been opened anew again.
LATER_MS = 1000
LOOK_MS = 50


def test_a_screen_is_opened_anew_once_for_a_server_that_it_may_not_ask(browser: Browser, house: ScreensHouse) -> None:
    """Its page was made before that server was there. Not over and over: the table would have no screen."""
    table = house.table(shoe_ready=False, bets_open=False)
    with closing(browser.new_context(viewport=SIZES["1280x800"])) as context:
        page, loads, refused = context.new_page(), list[str](), list[int]()
        page.route("**/api/v1/server", _with_a_further_server)
        page.on("domcontentloaded", lambda _: loads.append(page.url))
        page.on("console", lambda said: refused.append(len(loads)) if POLICY in said.text else None)
        with page.expect_event("domcontentloaded", lambda _: len(loads) == 2, timeout=LONGEST_MS):
            page.goto(f"{house.url}/sign/{table.number}#{house.display(table)}")
        for _ in range(LONGEST_MS // LOOK_MS):
            if refused[-1] == 2:
                break
            page.wait_for_timeout(LOOK_MS)
        assert refused[-1] == 2, "the page that was opened anew was not refused"
        page.wait_for_timeout(LATER_MS)
        assert len(loads) == 2
        expect(page.locator("main.sign")).to_be_visible(timeout=LONGEST_MS)


def _with_a_further_server(route: Route) -> None:
    answered = route.fetch()
    route.fulfill(response=answered, json=answered.json() | {"servers": [NOT_TO_BE_ASKED]})


def _peopled(pair: Pair) -> str:
    """The token of the table's sign; the table is with the first server, and the other is there."""
    asyncio.run(dealt_by_dora(pair.one))
    pair.two.start()
    body = {"display": "sign-7", "table": NUMBER}
    return str(asyncio.run(pair.one.ask("POST", "/displays", body))["token"])


def _are_at(here: House, dealer: Page, sign: Page) -> None:
    """Both screens show the table at this server, whose address is all that stands in their addresses."""
    expect(dealer).to_have_url(f"{here.url}/dealer/{NUMBER}", timeout=LONGEST_MS)
    expect(dealer.locator("main.table")).to_be_visible(timeout=LONGEST_MS)
    expect(sign).to_have_url(f"{here.url}/sign/{NUMBER}", timeout=LONGEST_MS)
    expect(sign.locator("main.sign")).to_be_visible(timeout=LONGEST_MS)
