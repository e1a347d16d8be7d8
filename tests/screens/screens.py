"""Screens in the browser: each a page in a profile of its own, as a terminal is; what it tells its console is kept."""

from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import ConsoleMessage, Page, ViewportSize

from device_simulators.bot.terminal.people import Person
from tests.screens.house import ScreensHouse
from tests.screens.profiles import Profile, Profiles
from tests.screens.tables import Table

COOKIE = "tablekeeper"
# What the screens are made for; the same names are in the names of the screenshots.
SIZES: dict[str, ViewportSize] = {
    "1280x800": {"width": 1280, "height": 800},
    "1366x768": {"width": 1366, "height": 768},
    "1920x1080": {"width": 1920, "height": 1080},
    "1080x1920": {"width": 1080, "height": 1920},
    "1024x768": {"width": 1024, "height": 768},
    "1440x900": {"width": 1440, "height": 900},
}
LONGEST_MS = 20_000
# The browser says it so when a page breaks its own policy.
POLICY = "Content Security Policy"


class How(NamedTuple):
    """What a terminal is like."""

    size: str = "1280x800"
    touch: bool = False
    reduced_motion: bool = False
    scale: float = 1.0
    zone: str | None = None
    """The time zone of the terminal; None: the machine's."""


class Screen:
    """One page, and everything it said."""

    def __init__(self, profile: Profile, url: str, name: str, how: How) -> None:
        context = profile.context
        self.profile, self.context, self.url, self.name, self.how = profile, context, url, name, how
        self.console: list[str] = []
        self.broken: list[str] = []
        context.set_default_timeout(LONGEST_MS)
        self.page: Page = context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.broken.append(f"an error that nobody caught: {error}"))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))

    def go(self, path: str) -> "Screen":
        """Open this page of the server."""
        self.page.goto(f"{self.url}{path}")
        return self

    def sign_in(self, person: Person) -> "Screen":
        """Sign in without the form, as the form does: the browser keeps the cookie."""
        body = {"who": person.who, "pin": person.pin}
        answer = self.context.request.post(f"{self.url}/api/v1/sessions", data=body, headers={"origin": self.url})
        assert answer.ok, answer.text()
        return self

    def as_display(self, token: str) -> "Screen":
        """Be a sign with this token."""
        self.context.add_cookies([{"name": COOKIE, "value": token, "url": self.url, "httpOnly": True}])
        return self

    def cdp(self, method: str, **parameters: Any) -> Any:
        """Ask the browser itself about the page."""
        session = self.context.new_cdp_session(self.page)
        try:
            return session.send(method, parameters)
        finally:
            session.detach()

    def told(self) -> str:
        """What the page said so far."""
        return "\n".join([*self.console, *self.broken]) or "nothing"

    def _said(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error" and POLICY in message.text:
            self.broken.append(message.text)

    def _asked(self, url: str) -> None:
        """No page needs anything from outside the server."""
        own = (self.url, self.url.replace("http", "ws", 1), "data:", "blob:", "about:")
        if not url.startswith(own):
            self.broken.append(f"the page asked for {url}")


class Screens:
    """All screens of one test."""

    def __init__(self, profiles: Profiles, house: ScreensHouse) -> None:
        self.profiles, self._house = profiles, house
        self.opened: list[Screen] = []

    def new(self, name: str = "screen", how: How = How()) -> Screen:  # noqa: B008 - a value
        """A terminal with an empty page, at which nobody has signed in."""
        options = {
            "viewport": SIZES[how.size],
            "has_touch": how.touch,
            "reduced_motion": "reduce" if how.reduced_motion else "no-preference",
            "device_scale_factor": how.scale,
            "timezone_id": how.zone,
        }
        self.opened.append(Screen(self.profiles.take(how, options), self._house.url, name, how))
        return self.opened[-1]

    def dealer(self, table: Table, person: Person | None = None, how: How = How(touch=True)) -> Screen:  # noqa: B008
        """The dealer's screen at the table."""
        return self.new("dealer", how).sign_in(person or table.dealer).go(f"/dealer/{table.number}")

    def sign(self, table: Table, how: How = How("1920x1080")) -> Screen:  # noqa: B008
        """A sign at the table."""
        return self.new("sign", how).as_display(self._house.display(table)).go(f"/sign/{table.number}")

    def floor(self, person: Person | None = None, how: How = How("1440x900")) -> Screen:  # noqa: B008
        """The floor's screen."""
        return self.new("floor", how).sign_in(person or self._house.supervisor).go("/floor")

    def surveillance(self, person: Person | None = None, how: How = How("1920x1080")) -> Screen:  # noqa: B008
        """The surveillance's screen."""
        return self.new("surveillance", how).sign_in(person or self._house.watcher).go("/surveillance")

    def report(self, folder: Path, test: str) -> list[tuple[str, str]]:
        """A picture of each screen, and what it said: a heading and a text each."""
        folder.mkdir(parents=True, exist_ok=True)
        return [self._reported(folder / f"{test}-{place}-{each.name}.png", each) for place, each in
                enumerate(self.opened, 1)]  # fmt: skip

    def _reported(self, path: Path, screen: Screen) -> tuple[str, str]:
        return f"{screen.name} at {screen.page.url}", f"{_pictured(screen.page, path)}\n{screen.told()}"

    def close(self) -> list[str]:
        """Close them all; what was wrong with any of them, whatever the test looked at."""
        wrong = [f"{each.name}: {what}" for each in self.opened for what in each.broken]
        for each in self.opened:
            self.profiles.give_back(each.how, each.profile, each.url)
        self.opened.clear()
        return wrong


def _pictured(page: Page, path: Path) -> str:
    try:
        page.screenshot(path=path, timeout=LONGEST_MS)
    except Exception as error:  # the report of a failure never hides it
        return f"no picture: {error}"
    return f"picture: {path}"
