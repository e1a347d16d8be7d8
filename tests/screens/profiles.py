"""Profiles of the browser that go from one test to the next: a new one, with its first page, takes it as long as many a
test. Each comes back as a new one would be, but for the files that the server lets a browser keep: nobody is signed in,
nothing is stored, and every page of it was closed."""

from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page


class Profile:
    """One profile; its blank page keeps it alive."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context: BrowserContext = browser.new_context(**options)
        self._blank: Page = self.context.new_page()
        self._session = self.context.new_cdp_session(self._blank)

    def cleaned(self, url: str) -> bool:
        """Whether it is now as if nobody had used it; that of a page whose clock was set goes on being set."""
        for page in self.context.pages:
            if page != self._blank:
                page.close()
        self.context.clear_cookies()
        self._session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
        return self._blank.evaluate("() => '__pwClock' in globalThis") is False


class Profiles:
    """Those that nobody uses now, by what the terminal is like; none `for_one_use` is used again."""

    def __init__(self, browser: Browser, *, for_one_use: bool = False) -> None:
        self._browser, self._for_one_use = browser, for_one_use
        self._idle: defaultdict[Any, list[Profile]] = defaultdict(list)

    def take(self, how: Any, options: dict[str, Any]) -> Profile:
        """One for a terminal like this."""
        return self._idle[how].pop() if self._idle[how] else Profile(self._browser, options)

    def give_back(self, how: Any, profile: Profile, url: str) -> None:
        """Nobody uses it any more, who has used it at this server alone."""
        if not self._for_one_use and profile.cleaned(url):
            self._idle[how].append(profile)
        else:
            profile.context.close()
