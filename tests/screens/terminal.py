"""The dealer's screen in the browser, worked by taps alone; every tap is counted."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.screens.screens import Screen


class Terminal:
    """A dealer's hand at the screen."""

    def __init__(self, screen: Screen) -> None:
        self.page: Page = screen.page
        self.taps = 0
        self.slowest_tap_ms = 0
        expect(self.page.locator("main.table")).to_be_visible()

    def control(self, name: str) -> Locator:
        """The control of this name; a command is the name of the button that gives it."""
        return self.page.locator(f'[data-name="{name}"]')

    def tap(self, *names: str) -> "Terminal":
        """Tap these, one after the other, each as soon as it can be tapped."""
        for name in names:
            self.control(name).tap()
            self.taps += 1
            expect(self.page.locator(".sending")).to_have_count(0)
            shown = self.page.locator("main.table").get_attribute("data-tap-ms", timeout=5_000)
            self.slowest_tap_ms = max(self.slowest_tap_ms, int(shown or 0))
        return self

    def _choose(self, name: str) -> None:
        """A place that is chosen is let go by another tap."""
        if self.control(name).get_attribute("aria-pressed") != "true":
            self.tap(name)

    def hold(self, name: str) -> None:
        """A long press."""
        self.control(name).tap(trial=True)
        box = self.control(name).bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        expect(self.page.locator("dialog")).to_be_visible()
        self.page.mouse.up()
        self.taps += 1

    def key(self, digits: str) -> None:
        """Key this number, and send it."""
        for digit in digits:
            self.tap(f"key {digit}")
        self.tap("keyed done")

    def bet(self, place: str, *chips_cents: int) -> "Terminal":
        """These chips on this place; one behind comes after the seat of its box."""
        seat = f"{place[:-1]}A"
        if self.control(place_name := f"place {place}").count() == 0:
            self._choose(f"place {seat}")
            self.tap("behind")
        self._choose(place_name)
        self.tap(*[f"chip {cents}" for cents in chips_cents])
        expect(self.control(f"place {place}")).to_have_class(re.compile(r"\bstands\b"))
        return self

    def says(self, words: str) -> None:
        """The sentence above has these words."""
        expect(self.control("sentence")).to_contain_text(words)

    def shows(self, box: int, *cards: str, hand: int = 1) -> None:
        """These cards, and no others, lie on the hand of the box."""
        lying = self.page.locator(f"[data-box='{box}'] .hand").nth(hand - 1).locator("[data-card]")
        expect(lying).to_have_count(len(cards))
        for index, card in enumerate(cards):
            expect(lying.nth(index)).to_have_attribute("data-card", card)

    def has(self, name: str, words: str | re.Pattern[str]) -> None:
        """The control has these words."""
        expect(self.control(name)).to_contain_text(words)

    def lacks(self, *names: str) -> None:
        """None of these is offered."""
        for name in names:
            expect(self.control(name)).to_have_count(0)
