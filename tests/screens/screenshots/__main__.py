"""`python -m tests.screens.screenshots` plays every scene and puts its pictures into docs/screens; of all scenes, or of
those screens that are named. Pictures that no scene takes any more are removed when all are played."""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.embedded.seen import ROOT
from tests.screens import browsers
from tests.screens.house import ScreensHouse
from tests.screens.opening import a_house
from tests.screens.profiles import Profiles
from tests.screens.screens import Screens
from tests.screens.screenshots.scenes import Scene, Stage, scenes

PICTURES = ROOT / "docs" / "screens"


def main() -> int:
    """Take the pictures; 1 if there is no such screen."""
    known = dict(scenes())
    parser = argparse.ArgumentParser(prog="python -m tests.screens.screenshots", description=__doc__)
    parser.add_argument("screen", nargs="*", choices=[[], *known], help=f"of {', '.join(known)}; without: all")
    wanted = parser.parse_args().screen or list(known)
    PICTURES.mkdir(exist_ok=True)
    taken = _taken({name: known[name] for name in wanted})
    if len(wanted) == len(known):
        for path in set(PICTURES.glob("*.png")) - taken:
            print(f"{path.name}: no scene takes it any more")
            path.unlink()
    print(f"{len(taken)} pictures, {sum([path.stat().st_size for path in taken]):,} bytes")
    return 0


def _taken(wanted: dict[str, list[Scene]]) -> set[Path]:
    found = browsers.find()
    before = {path: path.stat().st_mtime_ns for path in PICTURES.glob("*.png")}
    with sync_playwright() as playwright:
        browser = browsers.launch(playwright, found)
        print(browsers.told(found, browser), flush=True)
        for plays in wanted.values():
            with a_house() as house:
                _play(plays, house, Profiles(browser))
        browser.close()
    return {path for path in PICTURES.glob("*.png") if before.get(path) != path.stat().st_mtime_ns}


def _play(plays: list[Scene], house: ScreensHouse, profiles: Profiles) -> None:
    for play in plays:
        screens = Screens(profiles, house)
        try:
            play(Stage(house, screens, PICTURES))
        finally:
            screens.close()


if __name__ == "__main__":
    sys.exit(main())
