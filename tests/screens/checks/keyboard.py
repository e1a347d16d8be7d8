"""The way of the Tab key through a page: what has the focus, in which order, and whether it can be seen to have it."""

from typing import NamedTuple

from playwright.sync_api import Page

from tests.screens.checks.finding import asked

MOST_STOPS = 300

_LOOK = """(element) => {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor,
    style.borderWidth, style.backgroundColor, style.color, style.textDecoration, box.width, box.height].join("|");
}"""

# How everything looks without the focus, kept in the page until the walk is over.
_BEGIN = f"""() => {{
  const look = {_LOOK};
  document.activeElement?.blur();
  const ways = "a[href], area, button, input, select, textarea, summary, [tabindex], [contenteditable], iframe";
  const looks = [...document.querySelectorAll(ways)].map((each) => [each, look(each)]);
  globalThis.walk = {{ looks: new Map(looks), seen: [] }};
}}"""

_STOP = f"""() => {{
  const look = {_LOOK};
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const again = walk.seen.indexOf(element);
  if (again < 0) walk.seen.push(element);
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {{ again: again >= 0, name: called(element), shown: walk.looks.get(element) !== look(element) || outlined,
    inside, covered: inside && top !== null && !element.contains(top) && !top.contains(element) }};
}}"""


class Stop(NamedTuple):
    """An element that got the focus; `shown`: it looks different for it."""

    name: str
    shown: bool
    inside: bool
    covered: bool


def walk(page: Page) -> list[Stop]:
    """From the top of the page, one Tab after the other, until it comes round or leaves the page."""
    asked(page, _BEGIN)
    found: list[Stop] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = asked(page, _STOP)
        if stop is None or stop.pop("again"):
            return found
        found.append(Stop(**stop))
    raise AssertionError(f"the Tab key goes on after {MOST_STOPS} stops")


def lost(stops: list[Stop]) -> list[str]:
    """Where nobody could see that the focus is there."""
    said = {
        "has the focus and looks no different": [each for each in stops if not each.shown],
        "has the focus outside the screen": [each for each in stops if not each.inside],
        "has the focus under something else": [each for each in stops if each.covered],
    }
    return [f"{each.name} {what}" for what, those in said.items() for each in those]
