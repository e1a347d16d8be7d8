"""One browser and one house for all tests here; both are gone when the last of them is over, since Playwright has the
thread's event loop while it runs, which other tests want for themselves."""

import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.bot.house import house as serving
from tests.screens import browsers
from tests.screens.house import ScreensHouse
from tests.screens.looping import Looping
from tests.screens.opening import a_house
from tests.screens.profiles import Profiles
from tests.screens.screens import Screens
from tests.simulation.standing_shoes import StandingShoes

PICTURES = Path(".screens")
# How long anything is waited for on a machine that is busy with other tests too.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    found = browsers.find()
    with sync_playwright() as playwright:
        launched = browsers.launch(playwright, found)
        print(browsers.told(found, launched))
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def looping() -> Iterator[Looping]:
    made = Looping()
    yield made
    made.close()


@pytest.fixture(scope="package")
def standing() -> Iterator[StandingShoes]:
    made = StandingShoes()
    yield made
    made.end()


@pytest.fixture(scope="package")
def the_house(looping: Looping, standing: StandingShoes) -> Iterator[ScreensHouse]:
    with serving() as here:
        yield ScreensHouse(here, looping, standing)


@pytest.fixture
def house(the_house: ScreensHouse) -> Iterator[ScreensHouse]:
    """The house of all tests, with its devices free."""
    yield the_house
    the_house.give_back()


@pytest.fixture
def own_house() -> Iterator[ScreensHouse]:
    """A house with nothing in it, for tests that look at all tables; it takes some seconds to start."""
    with a_house() as made:
        yield made


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def screens(profiles: Profiles, house: ScreensHouse) -> Iterator[Screens]:
    """Opens screens; a page that broke, or that asked for anything from elsewhere, fails the test."""
    made = Screens(profiles, house)
    yield made
    assert made.close() == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With a test that failed goes a picture of each of its screens, and what they said."""
    report = yield
    screens = getattr(item, "funcargs", {}).get("screens")
    if report.failed and report.when == "call" and isinstance(screens, Screens):
        report.sections += screens.report(PICTURES, re.sub(r"\W+", "-", item.name))
    return report
