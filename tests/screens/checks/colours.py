"""How a page looks to those who see colours differently, computed by the browser itself."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from playwright.sync_api import Locator

from tests.screens.screens import Screen

Deficiency = Literal["none", "achromatopsia", "deuteranopia", "protanopia", "tritanopia", "blurredVision"]
DEFICIENCIES: tuple[Deficiency, ...] = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")

# A picture as it is seen: the colour of the strongest ink in it, farthest from the corner's, and that of the corner.
_PAINTED = """async (data) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const brush = canvas.getContext("2d");
  brush.drawImage(picture, 0, 0);
  const all = brush.getImageData(0, 0, picture.width, picture.height).data;
  const paper = [...all.slice(0, 3)];
  let ink = paper, most = -1;
  for (let at = 0; at < all.length; at += 4) {
    const apart = Math.hypot(all[at] - paper[0], all[at + 1] - paper[1], all[at + 2] - paper[2]);
    if (apart > most) { most = apart; ink = [...all.slice(at, at + 3)]; }
  }
  return { ink, paper };
}"""


class Painted(NamedTuple):
    """Red, green and blue, 0 to 255, of the ink and of what it is on."""

    ink: tuple[int, int, int]
    paper: tuple[int, int, int]


@contextmanager
def seen_with(screen: Screen, deficiency: Deficiency) -> Iterator[None]:
    """What is looked at meanwhile is seen so."""
    session = screen.context.new_cdp_session(screen.page)
    try:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        yield
    finally:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        session.detach()


def painted(screen: Screen, locator: Locator) -> Painted:
    """The colours of an element on the screen, as it is seen now."""
    data = b64encode(locator.screenshot()).decode()
    blank = screen.context.new_page()
    try:
        found = blank.evaluate(_PAINTED, data)
    finally:
        blank.close()
    return Painted(tuple(found["ink"]), tuple(found["paper"]))


def apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """How different two colours are, in CIE Lab: 2 can just be told side by side, 20 at a glance."""
    return float(sum([(a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)]) ** 0.5)


def _lab(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    red, green, blue = [_linear(part / 255) for part in colour]
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 0.008856 else 7.787 * part + 16 / 116
