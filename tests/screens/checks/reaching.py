"""Whether a finger reaches every control, and whether everything is seen whole. What scrolls by a finger is scrolled
there first; what only a script could scroll is not."""

from playwright.sync_api import Page

from tests.screens.checks.finding import asked

_SHARED = """
  const scrolls = (style, axis) => ["auto", "scroll"].includes(style[`overflow${axis}`]);
  const around = (element) => {
    const found = [];
    for (let each = element.parentElement; each && each !== document.documentElement; each = each.parentElement) {
      found.push(each);
      if (each.tagName === "DIALOG") break;
    }
    return found;
  };
  const shown = (element) => {
    for (const each of around(element)) {
      const style = getComputedStyle(each);
      const [inner, outer] = [element.getBoundingClientRect(), each.getBoundingClientRect()];
      if (scrolls(style, "Y")) each.scrollTop += inner.top + inner.height / 2 - (outer.top + each.clientHeight / 2);
      if (scrolls(style, "X")) each.scrollLeft += inner.left + inner.width / 2 - (outer.left + each.clientWidth / 2);
    }
  };
  // How much of it an ancestor hides, or lies beyond the screen.
  const hidden = (element) => {
    const box = element.getBoundingClientRect();
    const within = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight, of: "the screen" }];
    for (const each of around(element)) {
      const style = getComputedStyle(each);
      const outer = each.getBoundingClientRect();
      if (style.overflowX !== "visible" || style.overflowY !== "visible")
        within.push({ left: outer.left, top: outer.top, right: outer.right, bottom: outer.bottom, of: called(each) });
    }
    const outside = (each) =>
      box.left < each.left - 1 || box.top < each.top - 1 || box.right > each.right + 1 || box.bottom > each.bottom + 1;
    const by = within.find(outside);
    return by && `${called(element)} is cut off by ${by.of}`;
  };
"""

_UNREACHABLE = (
    "({ selector }) => {"
    + _SHARED
    + """
  const top = [...document.querySelectorAll("dialog")].filter((each) => each.matches(":modal")).at(-1);
  return [...(top ?? document).querySelectorAll(selector)].filter(seen).flatMap((element) => {
    shown(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const cut = hidden(element);
    if (cut) return [cut];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && (element.contains(hit) || hit.closest("label")?.contains(element)) ? [] :
      [`${called(element)} lies under ${hit ? called(hit) : "nothing"}`];
  });
}"""
)

_CLIPPED = (
    "({ within }) => {"
    + _SHARED
    + """
  const all = [...document.querySelectorAll(`${within} *`)].filter(seen);
  const told = all.filter((each) => each.tagName === "BUTTON" || each.matches("svg.card") ||
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
  return told.filter((each) => !each.closest(".hidden-from-sight, svg.card *")).flatMap((element) => {
    shown(element);
    const spills = element.tagName === "BUTTON" && element.scrollWidth > element.clientWidth + 1;
    return hidden(element) ?? (spills ? `the words of ${called(element)} do not fit in it` : []);
  });
}"""
)

CONTROLS = "button, a[href], input, select, textarea, summary, [role=button]"


def unreachable(page: Page, selector: str = CONTROLS) -> list[str]:
    """Controls that are cut off, or lie under something else: of the dialog on top, if one is open."""
    return list(asked(page, _UNREACHABLE, {"selector": selector}))


def clipped(page: Page, within: str) -> list[str]:
    """Words, buttons and cards of which something around them hides a part."""
    return list(asked(page, _CLIPPED, {"within": within}))
