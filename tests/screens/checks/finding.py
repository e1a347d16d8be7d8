"""What a check found: nothing, or a line for each thing that is not as it should be."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

COMMON = (Path(__file__).parent / "common.js").read_text("utf-8")


def asked(page: Page, function: str, argument: Any = None) -> Any:
    """What this JavaScript function comes to in the page; it may use what common.js defines."""
    return page.evaluate(f"(argument) => {{ {COMMON}\nreturn ({function})(argument); }}", argument)
