"""Finds a browser for the tests, and says which one it is: `python -m tests.screens.browsers`.

In this order: a Chromium of this machine; Debian's, where apt-get may install it; the one that Playwright downloads.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Without a network Chromium's own errands only fill the log, and as root it has no sandbox.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
INSTALLING = (("apt-get", "update"), ("apt-get", "install", "--yes", "--no-install-recommends", "chromium"))
DOWNLOADING = (sys.executable, "-m", "playwright", "install", "chromium")
INSTALL_S = 600.0

Which = Callable[[str], str | None]
Run = Callable[[tuple[str, ...]], str]


class NoBrowser(Exception):
    """There is none, and none could be had: says what was tried, and what it said."""


class Found(NamedTuple):
    """A browser: its program, or None for the one that Playwright has, and how it came to be here."""

    program: str | None
    how: str


class Failed(Exception):
    """A program could not do what it was run for: says what it printed."""


def run(program: tuple[str, ...]) -> str:
    """What this prints; raises Failed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            program, env=environment, capture_output=True, text=True, errors="replace", timeout=INSTALL_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{' '.join(program)}: {error}") from error
    if done.returncode:
        raise Failed(f"{' '.join(program)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def find(which: Which = shutil.which, run: Run = run, *, root: bool | None = None) -> Found:
    """A browser, installed if need be; raises NoBrowser."""
    program = _here(which)
    if program is not None:
        return Found(program, "this machine's")
    said: list[str] = []
    if which("apt-get") is None:
        said.append("apt-get: it is not on this machine")
    elif not (os.geteuid() == 0 if root is None else root):
        said.append("apt-get: only root may install with it")
    elif (program := _installed(which, run, said)) is not None:
        return Found(program, "installed with apt-get")
    return _downloaded(run, said)


def _here(which: Which) -> str | None:
    return next((found for name in NAMES if (found := which(name)) is not None), None)


def _installed(which: Which, run: Run, said: list[str]) -> str | None:
    """A list of packages that cannot be brought up to date may still name the package."""
    for program in INSTALLING:
        try:
            said.append(f"{' '.join(program)}:\n{run(program)}")
        except Failed as failed:
            said.append(str(failed))
    return _here(which)


def _downloaded(run: Run, said: list[str]) -> Found:
    try:
        run(DOWNLOADING)
    except Failed as failed:
        tried = "\n\n".join([*said, str(failed)])
        names = ", ".join(NAMES)
        raise NoBrowser(f"no browser for the tests: none of {names} is here. Install chromium.\n{tried}") from failed
    return Found(None, "downloaded by Playwright")


def main() -> None:
    """Have a browser, start it once, and say which one it is."""
    found = find()
    with sync_playwright() as playwright:
        browser = launch(playwright, found)
        print(told(found, browser))
        browser.close()


def launch(playwright: Playwright, found: Found) -> Browser:
    """A new process of it, with a profile that is thrown away with it."""
    return playwright.chromium.launch(executable_path=found.program, args=list(FLAGS), chromium_sandbox=False)


def told(found: Found, browser: Browser) -> str:
    """Which browser the tests use."""
    program = found.program or Path(browser.browser_type.executable_path)
    return f"browser: {program}, {found.how}, version {browser.version}"


if __name__ == "__main__":
    main()
