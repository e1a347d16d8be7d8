"""A recalled round fits a terminal and says what everybody won and lost."""

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.ledger import balances
from app.game.events import Event
from app.language.phrases import gain
from app.roundscript.error_lines import SUPERVISORS
from app.surveillance.recorded import Recorded, last_table
from app.surveillance.summary import WIDTH, summary
from tests.surveillance.recording import Sitting, rounds_of_scripts

NZ = "nz-division-15"


def block(sitting: Sitting, *, amended: tuple[e.EarlierRoundAmended, ...] = ()) -> list[str]:
    return list(summary(sitting.rounds()[-1]._replace(amended=amended), sitting.rules))


@pytest.mark.parametrize("book", ruleset_ids())
def test_every_round_fits_the_terminal_and_its_net_is_what_was_moved(book: str) -> None:
    rules = load_ruleset(book)
    for recorded in rounds_of_scripts(book):
        lines = list(summary(recorded, rules))
        assert max(map(len, lines)) <= WIDTH
        assert _net(lines) == _moved(recorded)


def _net(lines: list[str]) -> str:
    """What stands behind Net, with what went on below it."""
    at = next(at for at, line in enumerate(lines) if line.startswith("  Net "))
    more = []
    for line in lines[at + 1 :]:
        if line[2] != " ":
            break
        more.append(line)
    return " ".join(" ".join([lines[at].removeprefix("  Net"), *more]).split())


def _moved(recorded: Recorded) -> str:
    """What each bettor has gained by the postings, with what still lies on the layout counted as his."""
    table = last_table(recorded)
    assert table.round is not None
    players = [place.player for place in table.round.places] + [line.player for line in table.round.lines]
    cents = dict.fromkeys(players, 0)
    for account, amount in balances(recorded.opening, _of_the_round(recorded.events)).items():
        if account.kind != "float":
            cents[account.player] = cents.get(account.player, 0) + amount
    return ", ".join([f"{player} {gain(amount)}" for player, amount in cents.items()]) or "nobody had a wager"


def _of_the_round(events: tuple[Event, ...]) -> list[Event]:
    found: list[Event] = []
    for event in events:
        if isinstance(event, e.CardsCollected):
            break
        if not isinstance(event, e.EarlierRoundAmended):
            found.append(event)
    return found


def test_a_block() -> None:
    sitting = Sitting(load_ruleset(NZ)).give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))
    sitting.give(c.PlaceWager(1, "ann", "perfect_pairs", 5_00, seated=True))
    sitting.give(c.PlaceWager(3, "bob", "main", 20_00, seated=True)).cards("8S 9H 6H 8D 9D")
    sitting.give(c.Split(1)).cards("3C").give(c.Double(1)).cards("QH")
    sitting.cards("KC").give(c.Stand(1), c.Stand(3)).cards("KD 5C")
    assert block(sitting) == [
        "Round 1 (nz-division-15): complete",
        "  Dealer      6H KD 5C = 21",
        "  Box 1.1     8S 3C QH = 21, doubled",
        "              ann: perfect pairs $5 win 5:1 +$25 (clause 11.2A)",
        "              ann: main $20 win 1:1 +$20 (clause 12.5)",
        "  Box 1.2     8D KC = 18",
        "              ann: main $10 lose -$10 (clause 5.1(g))",
        "  Box 3.1     9H 9D = 18",
        "              bob: main $20 lose -$20 (clause 5.1(g))",
        "  Net         ann +$35, bob -$20",
    ]


def test_an_open_round_has_its_open_wagers() -> None:
    sitting = Sitting(load_ruleset(NZ)).give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))
    assert block(sitting) == [
        "Round 1 (nz-division-15): betting",
        "  Dealer      no card",
        "  Box 1       ann: main $10",
        "  Net         ann $0",
    ]
    sitting.cards("8S AH 9D").give(c.Insure(1, "ann", 5_00))
    assert block(sitting)[2:] == [
        "  Box 1.1     8S 9D = 17",
        "              ann: main $10 is open",
        "              ann: insurance $5 is open",
        "  Net         ann $0",
    ]


def test_what_went_wrong_and_what_was_put_right() -> None:
    sitting = Sitting(load_ruleset(NZ)).give(
        *[c.PlaceWager(box, who, "main", 10_00, seated=True) for box, who in ((1, "ann"), (2, "bob"))]
    )
    sitting.cards("8S 9H 6H 4D 2C").cards("5S").give(c.CorrectRecord("stood", 1), c.Report("interruption"))
    assert block(sitting)[0] == "Round 1 (nz-division-15): hold, corrected"
    assert block(sitting)[-1] == "  Error       interruption: not resolved"


def test_a_void_round_says_why() -> None:
    sitting = Sitting(load_ruleset("act-canberra-2005")).give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))
    sitting.cards("9S 6H 9D").give(*[c.SignRemedy(who, c.Void("round", "fraud")) for who in SUPERVISORS])
    assert block(sitting) == [
        "Round 1 (act-canberra-2005): void for fraud (clause 17.3)",
        "  Dealer      6H = 6",
        "  Box 1.1     9S 9D = 18",
        "              ann: main $10 void $0 (clause 17.3)",
        "  Net         ann $0",
    ]


def test_a_round_void_since_says_what_went_back() -> None:
    sitting = Sitting(load_ruleset(NZ)).give(c.PlaceWager(1, "ann", "main", 10_00, seated=True)).cards("9S 6H 9D")
    sitting.give(c.Stand(1)).cards("KD 2C")
    moves = (("bettor", 1, "ann", 10_00), ("float", 0, "", -10_00))
    lines = block(sitting, amended=(e.EarlierRoundAmended(1, "void", "late_error", "16.5", moves),))
    assert lines[0] == "Round 1 (nz-division-15): complete, void since"
    assert lines[-1] == "  Later       declared void for late error (clause 16.5): ann +$10"
