"""The tabs of the floor that run the house, on a desktop and on a tablet."""

from uuid import uuid4

from playwright.sync_api import expect

from tests.bot.house import ADMINISTRATOR
from tests.screens.screens import How
from tests.screens.screenshots.scenes import Stage, scene

DESKTOP, TABLET = How("1440x900", reduced_motion=True), How("1024x768", reduced_motion=True)
LONGEST_MS = 20_000


@scene
def tables_and_float(stage: Stage) -> None:
    house, chips = stage.house, (2_50, 5_00, 25_00, 100_00, 500_00)
    table, other = house.table("nz-division-15", chips_cents=chips), house.hire("supervisor")
    table.order({"type": "OpenFloat", "cents": 20_000_00}, by=house.supervisor, signed_by=(other,))
    screen = stage.screens.new("house", DESKTOP).sign_in(ADMINISTRATOR).go(f"/floor/set-up/{table.number}")
    expect(screen.page.get_by_role("button", name="Change it")).to_be_visible()
    stage.take(screen, "table")
    tablet = stage.screens.new("house", TABLET).sign_in(house.supervisor).go(f"/floor/float/{table.number}")
    tablet.page.get_by_label("Came to the tray ($)").fill("1,000")
    tablet.page.get_by_label("The other person: name or badge").fill(other.who)
    stage.take(tablet, "fill")
    tablet.page.get_by_role("button", name="Count out").click()
    tablet.page.get_by_label("Counted in the tray ($)").fill("19,400")
    tablet.page.get_by_label("The other person: name or badge").fill(other.who)
    tablet.page.get_by_label("The other person: PIN").fill(other.pin)
    tablet.page.get_by_role("form").get_by_role("button", name="Count out").click()
    expect(tablet.page.get_by_role("group", name="Are you sure?")).to_be_visible()
    stage.take(tablet, "count-out")


@scene
def staff(stage: Stage) -> None:
    person = {"name": "dana-k", "shown": "Dana K.", "roles": ["dealer"], "badge": "4711", "licence": "L-9"}
    stage.house.ask("POST", "/people", {"id": str(uuid4()), "licensed_through": "2027-06-30", **person})
    table = stage.house.table(shoe_ready=False)
    screen = stage.screens.new("house", DESKTOP).sign_in(ADMINISTRATOR).go("/floor/staff/people/dana-k")
    expect(screen.page.get_by_role("button", name="Change it")).to_be_visible()
    stage.take(screen, "staff")
    tablet = stage.screens.new("house", TABLET).sign_in(ADMINISTRATOR).go("/floor/staff/signs")
    tablet.page.get_by_label("At table").select_option(table.number)
    tablet.page.get_by_role("button", name="Add the sign").click()
    expect(tablet.page.get_by_role("button", name="Done: show it no more")).to_be_visible()
    stage.take(tablet, "sign-added")


@scene
def reports(stage: Stage) -> None:
    table = stage.house.table()
    screen = stage.screens.new("house", DESKTOP).sign_in(stage.house.supervisor).go("/floor/reports/shift")
    screen.page.get_by_label("Table", exact=True).select_option(table.number)
    expect(screen.page.get_by_role("heading", name="Device faults")).to_be_visible()
    stage.take(screen, "shift")
    log = stage.screens.new("house", TABLET).sign_in(stage.house.watcher).go("/floor/reports/log")
    log.page.get_by_label("Find in what is shown").fill("account")
    expect(log.page.get_by_role("row").nth(3)).to_be_visible()
    stage.take(log, "log")


@scene
def devices_and_cards(stage: Stage) -> None:
    """The last: from the first set on the house keeps a register."""
    house = stage.house
    table, lost = house.table(), house.table(shoe_ready=False)
    lost.unplug()
    screen = stage.screens.new("house", TABLET).sign_in(house.supervisor).go(f"/floor/devices/t{table.number}-shoe")
    expect(screen.page.get_by_role("link", name=f"t{lost.number}-shoe")).to_contain_text("✕", timeout=LONGEST_MS)
    stage.take(screen, "devices")
    for name, seal, colour in (("R1", "88-1201", "red"), ("B1", "88-1202", "blue"), ("B2", "88-1203", "blue")):
        new = {"id": str(uuid4()), "set_id": name, "seal": seal, "colour": colour, "decks": 8}
        house.ask("POST", "/card-sets", new, house.supervisor)
    issue = {"id": str(uuid4()), "table": table.number, "seal": "88-1202"}
    house.ask("POST", "/card-sets/B1/issue", issue, house.supervisor)
    screen.go("/floor/cards/R1")
    expect(screen.page.get_by_role("button", name="Issue it")).to_be_visible()
    stage.take(screen, "cards")
