"""The sign, landscape and portrait, through a round."""

from playwright.sync_api import expect

from tests.screens.screens import How
from tests.screens.screenshots.scenes import Stage, scene

LANDSCAPE, PORTRAIT = How("1920x1080"), How("1080x1920")


@scene
def a_round_under_the_book_with_most_side_bets(stage: Stage) -> None:
    table = stage.house.table("sg-pontoon-plus-v5")
    signs = [stage.screens.sign(table, LANDSCAPE), stage.screens.sign(table, PORTRAIT)]

    def take(state: str, notice: str) -> None:
        for sign in signs:
            expect(sign.page.locator(".notice-line")).to_have_text(notice)
            stage.take(sign, state)

    take("betting", "Place your bets")
    for box, cents in enumerate((25_00, 50_00, 10_00, 100_00, 25_00, 15_00, 30_00), 1):
        table.wager(box, cents)
    table.deal("8D", "5C", "QC", "KS", "2H", "8C", "7D", "9S", "9H", "6H", "AD", "7S", "3H", "8H", "7C")
    take("playing", "No more bets")


@scene
def a_round_to_its_end_and_the_next(stage: Stage) -> None:
    table = stage.house.table("act-canberra-2005")
    signs = [stage.screens.sign(table, LANDSCAPE), stage.screens.sign(table, PORTRAIT)]
    table.wager(2, 25_00)
    table.wager(5, 50_00)
    table.deal("9S", "8H", "7D", "KS", "8C")
    table.answer({"type": "Stand", "box": 2})
    table.deal("2D")
    table.answer({"type": "Stand", "box": 5})
    table.deal("JD")
    table.until("complete")
    for sign in signs:
        expect(sign.page.locator(".notice-line")).to_have_text("Paying bets")
        stage.take(sign, "settled")
    table.order({"type": "OpenBetting"})
    for sign in signs:
        expect(sign.page.locator(".last-mark")).to_be_visible()
        stage.take(sign, "last-round")


@scene
def without_the_server(stage: Stage) -> None:
    table = stage.house.table(shoe_ready=False)
    sign = stage.screens.new("sign", LANDSCAPE).go(f"/sign/{table.number}")
    expect(sign.page.locator(".neutral")).to_be_visible()
    stage.take(sign, "neutral")
