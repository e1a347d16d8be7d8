"""axe-core on a page: it comes over the browser's own wire, so that the page's policy stays as it is."""

from pathlib import Path

from playwright.sync_api import Page

from tests.embedded.seen import ROOT

AXE = ROOT / "app" / "screens" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_RUN = """async ({ rules, off, within }) => {
  const disabled = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  const runOnly = { type: "tag", values: rules };
  const found = await axe.run(within, { runOnly, rules: disabled, resultTypes: ["violations"] });
  return found.violations.flatMap((each) =>
    each.nodes.map((node) => `${each.id} (${each.impact}): ${node.target.join(" ")}: ${node.html.slice(0, 160)}`));
}"""


def axe(path: Path = AXE) -> str:
    """axe-core itself; without it these tests cannot be run."""
    assert path.is_file(), f"there is no {path.relative_to(ROOT)}: run `npm ci` in app/screens"
    return path.read_text("utf-8")


def violations(page: Page, *, within: str = "html", off: tuple[str, ...] = ()) -> list[str]:
    """What axe finds; `off`: rules that do not apply, each with its reason where it is said."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(axe())
    return list(page.evaluate(_RUN, {"rules": RULES, "off": list(off), "within": within}))
