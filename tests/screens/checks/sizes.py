"""Sizes as the browser computed them, in CSS pixels, and whether everything has its place on the screen."""

from playwright.sync_api import Page

from tests.screens.checks.finding import asked

_SMALL = """({ selector, least }) => [...document.querySelectorAll(selector)].filter(seen).flatMap((element) => {
  const { width, height } = element.getBoundingClientRect();
  const said = `${called(element)}: ${width.toFixed(1)} x ${height.toFixed(1)}`;
  return width < least.width || height < least.height ? [said] : [];
})"""

_FINE_PRINT = """({ within, least, except }) => written(document.querySelector(within)).flatMap((element) => {
  const size = parseFloat(getComputedStyle(element).fontSize);
  return size < least && !(except && element.closest(except)) ? [`${called(element)}: ${size} px`] : [];
})"""

_OUTSIDE = """({ within }) => [...document.querySelectorAll(`${within} *`)].filter(seen).flatMap((element) => {
  const box = element.getBoundingClientRect();
  const out = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
  return out ? [`${called(element)}: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`] : [];
})"""

_CUT_OFF = """({ within }) => written(document.querySelector(within)).flatMap((element) => {
  const style = getComputedStyle(element);
  const hides = style.overflowX !== "visible" || style.overflowY !== "visible";
  const more = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
  const scrolls = ["auto", "scroll"].includes(style.overflowX) || ["auto", "scroll"].includes(style.overflowY);
  return hides && more && !scrolls ? [called(element)] : [];
})"""

_OVERLAPPING = """({ selector }) => {
  const all = [...document.querySelectorAll(selector)].filter(seen);
  const boxes = all.map((element) => element.getBoundingClientRect());
  return all.flatMap((one, place) => all.slice(place + 1).flatMap((other, after) => {
    const [a, b] = [boxes[place], boxes[place + 1 + after]];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1 && !one.contains(other) && !other.contains(one)
      ? [`${called(one)} and ${called(other)}`] : [];
  }));
}"""


def small(page: Page, selector: str, height: float, width: float = 0.0) -> list[str]:
    """What can be seen of the selector, and is lower or narrower than this. The selector must find something."""
    assert page.locator(selector).count(), f"there is no {selector}"
    return list(asked(page, _SMALL, {"selector": selector, "least": {"width": width, "height": height}}))


def fine_print(page: Page, least: float, *, within: str = "body", exempt: str = "") -> list[str]:
    """Text in smaller letters than this."""
    return list(asked(page, _FINE_PRINT, {"within": within, "least": least, "except": exempt}))


def outside(page: Page, within: str = "body") -> list[str]:
    """What lies wholly or partly beyond the screen: for screens that nobody scrolls."""
    return list(asked(page, _OUTSIDE, {"within": within}))


def cut_off(page: Page, within: str = "body") -> list[str]:
    """Text that its own element hides in part, without a way to scroll it."""
    return list(asked(page, _CUT_OFF, {"within": within}))


def overlapping(page: Page, selector: str) -> list[str]:
    """Pairs of the selector that lie over each other: buttons that could be taken for one another."""
    return list(asked(page, _OVERLAPPING, {"selector": selector}))
