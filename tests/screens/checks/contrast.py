"""Contrast as the page really paints it: every piece of text against what lies behind it."""

from playwright.sync_api import Page

from tests.screens.checks.finding import asked

# Dealer and sign; the least that anything may have elsewhere.
HIGH, ORDINARY = 7.0, 4.5
# What cannot be pressed now may be pale.
INACTIVE = ":disabled"

_WEAK = """({ within, least, except }) => {
  const wrong = [];
  for (const element of written(document.querySelector(within))) {
    if (except && element.closest(except)) continue;
    const behind = ground(element);
    if (!behind) { wrong.push(`${called(element)}: on a picture or gradient, which has no one colour`); continue; }
    const ratio = contrast(over(ink(element), behind), behind);
    if (ratio < least) wrong.push(`${called(element)}: ${ratio.toFixed(2)}`);
  }
  return wrong;
}"""


def weak_text(page: Page, least: float = HIGH, *, within: str = "body", exempt: str = INACTIVE) -> list[str]:
    """The text that can be seen, with less contrast than this; `exempt`: a selector of what need not be read."""
    return list(asked(page, _WEAK, {"within": within, "least": least, "except": exempt}))
