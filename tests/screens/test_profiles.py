"""A profile of the browser that another test has used is as a new one."""

from playwright.sync_api import Browser

from tests.screens.house import ScreensHouse
from tests.screens.profiles import Profile, Profiles

HOW = "a terminal"
KEEPS = "() => { localStorage.setItem('who', 'ann'); sessionStorage.setItem('who', 'ann') }"
KEPT = "() => localStorage.length + sessionStorage.length"


def test_nobody_is_signed_in_and_nothing_is_kept_when_it_is_used_again(browser: Browser, house: ScreensHouse) -> None:
    profiles = Profiles(browser)
    profile = profiles.take(HOW, {})
    page = profile.context.new_page()
    page.goto(house.url)
    page.evaluate(KEEPS)
    profile.context.add_cookies([{"name": "who", "value": "ann", "url": house.url}])
    profiles.give_back(HOW, profile, house.url)
    again = profiles.take(HOW, {})
    assert again is profile and page.is_closed()
    assert again.context.cookies() == []
    further = again.context.new_page()
    further.goto(house.url)
    assert further.evaluate(KEPT) == 0
    again.context.close()


def test_one_whose_clock_was_set_is_not_used_again(browser: Browser, house: ScreensHouse) -> None:
    profiles = Profiles(browser)
    profile = profiles.take(HOW, {})
    profile.context.new_page().clock.install()
    assert_not_used_again(profiles, profile, house)


def test_one_that_is_for_one_use_is_not_used_again(browser: Browser, house: ScreensHouse) -> None:
    profiles = Profiles(browser, for_one_use=True)
    assert_not_used_again(profiles, profiles.take(HOW, {}), house)


def assert_not_used_again(profiles: Profiles, profile: Profile, house: ScreensHouse) -> None:
    profiles.give_back(HOW, profile, house.url)
    another = profiles.take(HOW, {})
    assert another is not profile and profile.context.pages == []
    another.context.close()
