"""What moves on a page."""

from playwright.sync_api import Page

from tests.screens.checks.finding import asked

# A change of 100 ms is no motion to anybody.
_MOVING = """() => document.getAnimations().flatMap((each) => {
  const timing = each.effect?.getComputedTiming();
  const lasts = timing && timing.endTime > 100 && ["running", "pending"].includes(each.playState);
  const what = [...new Set((each.effect?.getKeyframes() ?? []).flatMap((frame) => Object.keys(frame)))]
    .filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name));
  return lasts && each.effect.target ? [`${called(each.effect.target)}: ${what.join(", ")}`] : [];
})"""


def moving(page: Page) -> list[str]:
    """Every animation and transition that goes on now: with reduced motion there is none."""
    return list(asked(page, _MOVING))
