"""The screens in a real browser: how soon they are painted, how soon a tap is confirmed, and whether cards ever wait.

    python -m tests.bench.screens --paints 10 --rounds 3

A page is painted from an empty cache, in a profile of its own each time. A full table of seven boxes is played at the
pace of a dealer's hand: every card and every tap has its moment in a round of 51 seconds (70 rounds an hour), and what
comes later than its moment because the screen was not ready is counted as waiting.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from statistics import median

from playwright.sync_api import expect, sync_playwright

from tests.bench import figures
from tests.bench.quiet import Watch
from tests.bench.side import in_turn
from tests.screens import browsers
from tests.screens.house import ScreensHouse
from tests.screens.opening import a_house
from tests.screens.profiles import Profiles
from tests.screens.screens import Screen, Screens
from tests.screens.tables import Table
from tests.screens.terminal import Terminal

ROUND_S = 3600 / 70
# What a dealer's hand takes: a tap, and a card out of the shoe on to its place.
TAP_S, CARD_S = 0.8, 1.2
FLOOR = "a line of text from the same server"
BOXES = range(1, 8)
# Nobody has a pair here, nor 21: every box draws once and stands, which is a long round.
FIRST = ("9S", "8H", "7D", "9C", "8S", "7H", "9D", "9H", "4C", "5D", "6S", "4H", "5S", "6C", "4D")
LAST = "8C"
HITS = ("2S", "2H", "2D", "2C", "3S", "3H", "3D")
_PAINT_MS = """() => new Promise((done) => new PerformanceObserver((list) => {
  const [found] = list.getEntriesByName("first-contentful-paint");
  if (found) done(found.startTime);
}).observe({ type: "paint", buffered: true }))"""


class Pace:
    """A hand moves at its own pace: every movement has its moment, and one that has to come later, because the screen
    had not shown the one before it, has waited."""

    def __init__(self) -> None:
        self._began_s = self._due_s = time.monotonic()
        self.movements, self.waited_s, self.slowest_s = 0, 0.0, 0.0

    def move(self, takes_s: float, act: Callable[[], object]) -> None:
        """A movement that takes so long; it is over when the screen has shown what it did."""
        self._due_s += takes_s
        late_s = time.monotonic() - self._due_s
        self.waited_s += max(0.0, late_s)
        self._due_s += max(0.0, late_s)
        time.sleep(max(0.0, -late_s))
        began_s = time.monotonic()
        act()
        self.slowest_s = max(self.slowest_s, time.monotonic() - began_s)
        self.movements += 1

    @property
    def took_s(self) -> float:
        """How long it all took."""
        return time.monotonic() - self._began_s


class Round:
    """One round of a full table at a hand's pace."""

    def __init__(self, table: Table, dealer: Terminal, pace: Pace) -> None:
        self._table, self._dealer, self._pace = table, dealer, pace

    def tap(self, *names: str) -> None:
        """Taps, each of which the screen confirms."""
        for name in names:
            self._pace.move(TAP_S, partial(self._dealer.tap, name))

    def card(self, card: str, place: str, lying: int) -> None:
        """A card; the screen shows it where it lies."""
        self._table.stack(card)
        selector = f"{place} [data-card]"
        shown = self._dealer.page.locator(selector)

        def drawn() -> None:
            self._table.let_out()
            expect(shown).to_have_count(lying)

        self._pace.move(CARD_S, drawn)

    def play(self, hits: tuple[str, ...]) -> None:
        """Two cards each and one for the dealer; every box draws one and stands; the dealer draws; all is ticked."""
        places = [f"[data-box='{box}']" for box in BOXES]
        dealers = ".dealer-hand"
        for card, place in zip(FIRST, [*places, dealers, *places], strict=True):
            self.card(card, place, 1 if card in FIRST[:8] else 2)
        for card, place in zip(hits, places, strict=True):
            self.card(card, place, 3)
            self.tap("Stand")
        self.card(LAST, dealers, 2)
        self.tap("tick all")


def paced(house: ScreensHouse, screens: Screens, rounds: int) -> None:
    """Play so many rounds and say what waited."""
    table = house.table()
    dealer = Terminal(screens.dealer(table))
    for box in BOXES:
        table.wager(box, 25_00)
    for number in range(rounds):
        pace = Pace()
        round_ = Round(table, dealer, pace)
        dealer.taps = dealer.slowest_tap_ms = 0
        if number:
            round_.tap("repeat all", "place 3A", "chip 2500", "place 5A", "clear", "chip 1000")
        round_.play(HITS[number % 7 :] + HITS[: number % 7])
        print(
            f"round {number + 1}: {dealer.taps} taps, {pace.movements} movements in {pace.took_s:.1f} s (of"
            f" {ROUND_S:.1f} s); waited for the screen {pace.waited_s * 1000:.0f} ms; the slowest movement was shown"
            f" after {pace.slowest_s * 1000:.0f} ms, the slowest tap recorded after {dealer.slowest_tap_ms} ms",
            flush=True,
        )


def painted(house: ScreensHouse, screens: Screens, times: int) -> None:
    """Open every page so many times, in turn with the others, and say when it showed something."""
    table, watch = house.table(shoe_ready=False), Watch()
    opened: dict[str, Callable[[], Screen]] = {
        FLOOR: lambda: screens.new().go("/healthz"),
        "start": lambda: screens.new().go("/"),
        "dealer": lambda: screens.dealer(table),
        "sign": lambda: screens.sign(table),
        "floor": screens.floor,
        "surveillance": screens.surveillance,
    }
    found_ms: dict[str, list[float]] = {name: [] for name in opened}
    for repeat in range(times):
        with watch:
            for name in in_turn(list(opened), repeat):
                found_ms[name].append(_paint_ms(screens, opened[name]))
    floor_ms = found_ms.pop(FLOOR)
    for name, found in found_ms.items():
        ratios = [each / floor for each, floor in zip(found, floor_ms, strict=True)]
        plain = f"{figures.in_plain(found, 'ms')} beside {median(floor_ms):.0f} ms"
        figures.ratio(f"first paint: {name}", FLOOR, ratios, plain, others=watch.shares)


def _paint_ms(screens: Screens, open_: Callable[[], Screen]) -> float:
    screen = open_()
    found = float(screen.page.evaluate(_PAINT_MS))
    screens.close()
    return found


@contextmanager
def _everything() -> Iterator[tuple[ScreensHouse, Screens]]:
    with ExitStack() as ends:
        house = ends.enter_context(a_house())
        playwright = ends.enter_context(sync_playwright())
        browser = browsers.launch(playwright, browsers.find())
        ends.callback(browser.close)
        screens = Screens(Profiles(browser, for_one_use=True), house)
        ends.callback(screens.close)
        yield house, screens


def main() -> int:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.screens", description=__doc__)
    parser.add_argument("--paints", type=int, default=10, help="how often each page is opened")
    parser.add_argument("--rounds", type=int, default=2, help="how many rounds are played, each of 51 seconds")
    options = parser.parse_args()
    with _everything() as (house, screens):
        painted(house, screens, options.paints)
        paced(house, screens, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
