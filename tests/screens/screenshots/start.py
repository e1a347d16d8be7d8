"""The start page."""

from playwright.sync_api import expect

from tests.screens.screens import How
from tests.screens.screenshots.scenes import Stage, scene


@scene
def door(stage: Stage) -> None:
    screen = stage.screens.new("start", How("1280x800", touch=True)).go("/")
    expect(screen.page.get_by_role("button", name="Sign in")).to_be_visible()
    stage.take(screen, "door")


@scene
def signed_in(stage: Stage) -> None:
    for book in ("nz-division-15", "ma-pontoon-21-v3"):
        stage.house.table(book)
    screen = stage.screens.new("start", How("1440x900")).sign_in(stage.house.supervisor).go("/")
    expect(screen.page.get_by_text("Massachusetts Pontoon 21")).to_be_visible()
    stage.take(screen, "signed-in")
