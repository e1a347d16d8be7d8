"""A table as full as its book allows: three bettors at every box, every hand split as often as it may be, all offers
open. One box is played; what the server says of it is said of all seven, which is what a screen shows then."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from app.books.rulebook import load_ruleset
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screens
from tests.screens.terminal import Terminal

BOXES = 7
BETTORS = "ABC"
# What is asked of one bettor, or stands at a box: at every box that is as full as the first one.
AT_EVERY_BOX = ("insure", "surrender", "rescue", "amount")
EIGHTS = ("8S", "8H", "8D", "8C")


class FullTable:
    """The table, and the dealer's screen that shows it full."""

    def __init__(self, house: ScreensHouse, screens: Screens, book: str, more: Callable[[Any], object] = bool) -> None:
        """`more`: what else is put into each view."""
        self.book, self.hands = book, load_ruleset(book).play.max_hands
        self.table = house.table(book, bets_open=False)
        self.screen = screens.new("dealer", How(touch=True, reduced_motion=True)).sign_in(self.table.dealer)
        _with_every_frame(self.screen.page, (everywhere, more))
        self.dealer = Terminal(self.screen.go(f"/dealer/{self.table.number}"))

    def moments(self) -> Iterator[str]:
        """Play one round at it; each moment has its name when the screen shows it."""
        self._bet()
        yield "betting"
        self._deal()
        yield "offers"
        self.table.answer({"type": "Proceed"}) if self._asked("proceed") else None
        self._split()
        yield "split"
        self.dealer.tap("Double")
        expect(self.dealer.control("Double shared")).to_be_visible()
        yield "double"
        self.dealer.tap("Double shared")
        self.table.deal("4S")
        expect(self.screen.page.locator(".doubled").first).to_be_visible()
        yield "doubled"
        self._finish()
        yield "settling"
        self.table.order({"type": "OpenBetting"})
        yield "repeating"

    def _bet(self) -> None:
        for place in BETTORS:
            for kind, cents in (("main", 100_00), *[(each, 25_00) for each in load_ruleset(self.book).side_bets]):
                self.table.wager(1, cents, kind, place, seated=place == "A")
        self.dealer.tap("place 1C")

    def _deal(self) -> None:
        self.table.deal("8S", "AH", "8H")

    def _asked(self, kind: str) -> bool:
        return any(each["question"] == kind for each in self.table.view()["questions"])

    def _split(self) -> None:
        for eight in EIGHTS[2 : self.hands]:
            self.table.answer({"type": "Split", "box": 1})
            self.table.deal(eight)
        self.table.answer({"type": "Split", "box": 1})
        self.table.deal("3C")

    def _finish(self) -> None:
        """Stand, draw what is due, and close what is offered, to the end of the round."""
        while (view := self.table.view())["sign"]["phase"] not in ("complete", "void"):
            asked = {each["question"]: each for each in view["questions"]}
            if decide := asked.get("decide"):
                self.table.order({"type": "Stand" if "stand" in decide["choices"] else "Hit", "box": 1}, decide["id"])
            elif "card" in asked or "hole" in asked:
                self.table.press()
            else:
                self.table.order({"type": "Proceed"}, asked["proceed"]["id"])


def _with_every_frame(page: Page, changes: tuple[Callable[[Any], object], ...]) -> None:
    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def passed(frame: str | bytes) -> None:
            message = json.loads(frame)
            for change in changes if message.get("view") else ():
                change(message["view"])
            socket.send(json.dumps(message))

        server.on_message(passed)

    page.route_web_socket("**/ws/**", route)


def everywhere(view: Any) -> None:
    """What lies and is asked at box 1 lies and is asked at all boxes."""
    for of in ("places", "boxes", "payments", "last_wagers"):
        view[of] = [at for each in view[of] for at in _of_all(each, "box" if of != "boxes" else "number")]
    view["sign"]["boxes"] = [at for each in view["sign"]["boxes"] for at in _of_all(each, "number")]
    view["questions"] = [
        at
        for each in view["questions"]
        for at in (_of_all(each, "box") if each["question"] in AT_EVERY_BOX else [each])
    ]


def _of_all(each: Any, box: str) -> list[Any]:
    if each[box] != 1:
        return [each]
    return [dict(_at_box(each, number), **{box: number}) for number in range(1, BOXES + 1)]


def _at_box(each: Any, number: int) -> Any:
    """The same, of the bettors of this box."""
    said = json.dumps(each)
    for place in BETTORS:
        said = said.replace(f'1{place}"', f'{number}{place}"')
    return json.loads(said)
