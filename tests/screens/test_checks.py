"""Every check finds what is planted for it, and nothing on a page that is as it should be."""

import pytest

from tests.screens.checks.accessibility import violations
from tests.screens.checks.colours import DEFICIENCIES, apart, painted, seen_with
from tests.screens.checks.contrast import HIGH, ORDINARY, weak_text
from tests.screens.checks.keyboard import lost, walk
from tests.screens.checks.motion import moving
from tests.screens.checks.sizes import cut_off, fine_print, outside, overlapping, small
from tests.screens.house import ScreensHouse
from tests.screens.screens import How, Screen, Screens

GOOD = """<!doctype html><html lang="en"><head><title>Good</title><style>
body { background: #fff; color: #111; font-size: 24px; margin: 0 }
button { height: 96px; width: 200px; font-size: 24px; background: #eee; color: #111; border: 1px solid #111 }
:focus-visible { outline: 4px solid #00f }
</style></head><body><main><h1>Good</h1><button>One</button> <button>Two</button></main></body></html>"""


def planted(screen: Screen, styles: str, body: str = "") -> Screen:
    """The good page with this wrong with it."""
    page = GOOD.replace("</style>", f"{styles}</style>").replace("</main>", f"{body}</main>")
    screen.page.set_content(page)
    return screen


def test_a_good_page_has_no_findings(screens: Screens) -> None:
    page = planted(screens.new(), "").page
    found = [
        *weak_text(page), *small(page, "button", 96), *fine_print(page, 24), *outside(page), *cut_off(page),
        *overlapping(page, "button"), *lost(walk(page)), *moving(page),
    ]  # fmt: skip
    assert found == []
    assert [stop.name for stop in walk(page)] == ['button "One"', 'button "Two"']


@pytest.mark.parametrize(
    ("styles", "ratio"),
    [
        ("h1 { color: #767676 }", "4.54"),
        ("h1 { color: color-mix(in srgb, black 53.7%, white) }", "4.5"),
        ("h1 { opacity: 0.5 }", "3."),
        ("main { background: #444 }", "1."),
        ("h1 { background: linear-gradient(#fff, #ddd) }", "gradient"),
    ],
)
def test_weak_contrast(screens: Screens, styles: str, ratio: str) -> None:
    page = planted(screens.new(), styles).page
    assert any(each.startswith("h1 ") and ratio in each for each in weak_text(page, HIGH)), weak_text(page)
    assert weak_text(page, HIGH, exempt="h1") == []


def test_letters_in_svg_have_contrast_too(screens: Screens) -> None:
    drawn = '<svg width="90" height="40"><text y="30" fill="{}">7</text></svg>'
    page = planted(screens.new(), "", drawn.format("#767676") + drawn.format("#111")).page
    assert weak_text(page, HIGH) == ['text "7": 4.54']
    assert weak_text(page, ORDINARY) == []


def test_sizes(screens: Screens) -> None:
    page = planted(screens.new(), "h1 { font-size: 20px } button { height: 90px }").page
    assert small(page, "button", 96) == ['button "One": 200.0 x 90.0', 'button "Two": 200.0 x 90.0']
    assert fine_print(page, 24) == ['h1 "Good": 20 px']
    with pytest.raises(AssertionError, match="there is no"):
        small(page, "nav", 96)


def test_places(screens: Screens) -> None:
    beyond = '<p style="position: fixed; left: 99%; margin: 0">Far away</p>'
    hidden = '<p style="width: 40px; white-space: nowrap; overflow: hidden">Cut off somewhere</p>'
    page = planted(screens.new(), "button + button { margin-left: -50px }", beyond + hidden).page
    assert [each.partition(":")[0] for each in outside(page)] == ['p "Far away"']
    assert cut_off(page) == ['p "Cut off somewhere"']
    assert overlapping(page, "button") == ['button "One" and button "Two"']


def test_a_focus_that_cannot_be_seen(screens: Screens) -> None:
    away = '<a href="#" style="position: absolute; left: -9999px">Away</a>'
    cover = '<div style="position: fixed; inset: 0; background: #fff"></div>'
    page = planted(screens.new(), "button:first-of-type:focus-visible { outline: none }", away).page
    assert lost(walk(page)) == [
        'button "One" has the focus and looks no different', 'a "Away" has the focus outside the screen',
    ]  # fmt: skip
    page = planted(screens.new(), "", cover).page
    assert [each.covered for each in walk(page)] == [True, True]


def test_motion(screens: Screens) -> None:
    turning = (
        "@keyframes turning { to { transform: rotate(360deg) } } h1 { animation: turning 9s linear infinite }"
        "@media (prefers-reduced-motion: reduce) { h1 { animation: none } }"
    )
    assert moving(planted(screens.new(), turning).page) == ['h1 "Good": transform']
    assert moving(planted(screens.new(how=How(reduced_motion=True)), turning).page) == []


def test_colours_that_some_cannot_tell_apart(screens: Screens) -> None:
    """Red and green that only their hue tells apart; black and white anybody tells."""
    ink = "width: 40px; height: 40px; display: inline-block; margin: 4px; border: 4px solid #fff; background: "
    page = "".join(f'<i id="{name}" style="{ink}{css}"></i>' for name, css in PAINT.items())
    screen = planted(screens.new(), "", page)
    told = {"none": _apart(screen)}
    for deficiency in DEFICIENCIES:
        with seen_with(screen, deficiency):
            told[deficiency] = _apart(screen)
    assert told["none"][0] > 40, told
    assert told["deuteranopia"][0] < 20, told
    assert all(each[1] > 90 for each in told.values()), told


PAINT = {"red": "#b8442c", "green": "#6f6f1a", "black": "#000", "near-white": "#f4f4f4"}


def _apart(screen: Screen) -> tuple[float, float]:
    red, green, black, white = [painted(screen, screen.page.locator(f"#{name}")).ink for name in PAINT]
    return apart(red, green), apart(black, white)


def test_axe(screens: Screens) -> None:
    page = planted(screens.new(), "").page
    assert violations(page) == []
    page = planted(screens.new(), "", "<img src='data:,'><button></button>").page
    assert {each.partition(" ")[0] for each in violations(page)} >= {"image-alt", "button-name"}


def test_the_checks_leave_the_policy_of_a_page_as_it_is(screens: Screens, house: ScreensHouse) -> None:
    """The server's own policy: no script from anywhere but the server, and yet the checks work."""
    screen = screens.new().sign_in(house.hire("dealer")).go("/api/v1/server")
    assert weak_text(screen.page, ORDINARY) == []
    assert lost(walk(screen.page)) == []
    screen.page.evaluate(
        "() => document.head.append(Object.assign(document.createElement('script'), {text: 'planted = 1'}))"
    )
    screen.page.wait_for_function("() => !('planted' in globalThis)")
    assert any("Content Security Policy" in each for each in screen.broken), screen.told()
    screen.broken.clear()


def test_a_page_that_asks_elsewhere_or_breaks_is_told(screens: Screens) -> None:
    screen = planted(screens.new(), "", "<img alt='' src='http://elsewhere.invalid/a.png'>")
    screen.page.evaluate("() => { setTimeout(() => { throw new Error('planted') }) }")
    screen.page.wait_for_event("pageerror") if len(screen.broken) < 2 else None
    assert {each.partition(":")[0] for each in screen.broken} == {
        "the page asked for http", "an error that nobody caught",
    }  # fmt: skip
    screen.broken.clear()
