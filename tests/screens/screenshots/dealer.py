"""The dealer's terminal through a round, and when something is wrong."""

from playwright.sync_api import expect

from app.books.rulebook import ruleset_ids
from tests.screens.screenshots.scenes import Stage, scene
from tests.screens.terminal import Terminal
from tests.screens.worst import FullTable


@scene
def a_full_table(stage: Stage) -> None:
    table = stage.house.table("sg-pontoon-plus-v5", bets_open=False)
    screen = stage.screens.dealer(table)
    dealer = Terminal(screen)
    for box in range(1, 8):
        table.wager(box, 25_00)
        table.wager(box, 10_00, place="B", seated=False)
    dealer.tap("place 3A", "kind player_pair")
    stage.take(screen, "betting")
    dealer.tap("chip 1000")
    table.deal("8S", "5H", "6D", "7C", "9S", "AH", "2D", "AC", "8H", "6H", "5D", "4C", "9H", "KH", "3D")
    dealer.says("Offer insurance")
    stage.take(screen, "offers")
    dealer.tap("Proceed", "Split")
    dealer.tap("Split shared")
    table.deal("3C")
    dealer.says("hard 11")
    dealer.tap("Double", "not 1B")
    stage.take(screen, "double")
    dealer.tap("Double shared")
    table.deal("4H", "KD")
    dealer.says("hand 2")
    stage.take(screen, "playing")


@scene
def as_full_as_each_book_allows(stage: Stage) -> None:
    """Three bettors at every box, every hand split as often as it may be, a double that may be taken back."""
    for book in ruleset_ids():
        full = FullTable(stage.house, stage.screens, book)
        for moment in full.moments():
            if moment == "doubled":
                stage.take(full.screen, f"full-{book}")


@scene
def a_round_to_its_end(stage: Stage) -> None:
    table = stage.house.table()
    screen = stage.screens.dealer(table)
    dealer = Terminal(screen)
    dealer.bet("1A", 25_00).bet("1B", 10_00).bet("3A", 50_00).bet("6A", 25_00)
    table.deal("9S", "8H", "9D", "9H", "8D", "KS", "7C")
    for box in (1, 3, 6):
        dealer.says(f"Box {box}:")
        dealer.tap("Stand")
    table.deal("8C")
    dealer.says("Dealer 17.")
    dealer.tap("tick all")
    stage.take(screen, "proposals")
    dealer.tap("report")
    expect(screen.page.locator("dialog")).to_be_visible()
    stage.take(screen, "report")


@scene
def what_goes_wrong(stage: Stage) -> None:
    table = stage.house.table()
    screen = stage.screens.dealer(table)
    dealer = Terminal(screen)
    dealer.bet("1A", 25_00).bet("2A", 25_00)
    table.deal("9S", "5D", "9H", "8D", "6C", "2C")
    dealer.has("stood 1.1", "not for box 1")
    stage.take(screen, "correction")
    dealer.tap("report", "error_card")
    dealer.says("Stop.")
    stage.take(screen, "hold")
    dealer.tap("undo")
    dealer.says("Box 1:")
    table.unplug()
    expect(dealer.control("devices")).to_contain_text("lost")
    dealer.tap("Hit", "rank 7")
    stage.take(screen, "card-pad")
    table.replug()
    expect(dealer.control("devices")).not_to_contain_text("lost")
    dealer.control("lock").tap()
    expect(screen.page.locator(".locked")).to_be_visible()
    stage.take(screen, "locked")


@scene
def cards_between_shoes(stage: Stage) -> None:
    table = stage.house.table(shoe_ready=False)
    screen = stage.screens.dealer(table)
    dealer = Terminal(screen)
    dealer.tap("set", "letter S", "letter 1", "bring red", "inspect dealer")
    stage.take(screen, "checklist")
