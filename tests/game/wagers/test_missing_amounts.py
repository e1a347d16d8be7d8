"""Amounts that follow the first card: what waits for them, and what becomes of them."""

from typing import Any

from app.books.rulebook import load_ruleset
from app.game.core.state import LATE, MISSING, Held, Round
from app.game.questions import Question, open_questions
from app.game.subjects.irregularities.rulings import rulings
from app.roundscript.read import read_script
from app.roundscript.runner import Outcome, run_script

NZ, SG, ACT, MA = "nz-division-15", "sg-pontoon-plus-v5", "act-canberra-2005", "ma-pontoon-21-v3"
ANN = {"box": 1, "player": "ann", "missing": True}
BOB = {"box": 1, "player": "bob", "seated": False}


def run(book: str, play: str, *wagers: dict[str, Any], **table: Any) -> Outcome:
    """The script of these lines, with `;` between them."""
    lines = [f'ruleset = "{book}"', f'play = """{play.replace("; ", chr(10))}"""', "[table]"]
    lines += [_set(key, value) for key, value in table.items()]
    for wager in wagers or (ANN,):
        lines += ["[[wager]]", *[_set(key, value) for key, value in wager.items()]]
    return run_script(read_script("\n".join(lines)), load_ruleset(book))


def _set(key: str, value: Any) -> str:
    plain = str(value).lower() if isinstance(value, bool) else str(value).replace("'", '"')
    return f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {plain}"


def refused(book: str, play: str, *wagers: dict[str, Any], **table: Any) -> str | None:
    """The code of the refusal."""
    refusal = run(book, play, *wagers, **table).refusal
    return refusal.code if refusal is not None else None


def round_of(outcome: Outcome) -> Round:
    """The round, of a script of which nothing was refused."""
    assert outcome.refusal is None, outcome.refusal
    assert outcome.table.round is not None
    return outcome.table.round


def asked(book: str, play: str, *wagers: dict[str, Any], **table: Any) -> list[Question]:
    """The open questions."""
    outcome = run(book, play, *wagers, **table)
    assert outcome.refusal is None, outcome.refusal
    return list(open_questions(outcome.table, load_ruleset(book)))


def limits_of(book: str, *wagers: dict[str, Any], **table: Any) -> list[tuple[int, int]]:
    """Within what the first missing amount is asked for, after the first card."""
    question = next(each for each in asked(book, "cards 9S", *wagers, **table) if each.question == "amount")
    return [(limits.least_cents, limits.most_cents) for limits in question.limits]


def test_only_a_main_wager_without_cents_may_miss_its_amount() -> None:
    assert refused(NZ, "bet 2 bob perfect_pairs=missing") == "bad_script"
    assert round_of(run(NZ, "bet 1 ann main=5_00")).places[0].amount == ""
    placed = round_of(run(NZ, "bet 1 ann main=missing", ANN | {"missing": False, "main": 5_00})).places[0]
    assert (placed.amount, placed.main_cents) == (MISSING, 0)


def test_an_amount_that_came_late_says_so() -> None:
    place = round_of(run(NZ, "cards 9S; bet 1 ann main=5_00")).places[0]
    assert (place.amount, place.main_cents, place.effective_cents) == (LATE, 5_00, 5_00)


def test_a_change_afterwards_is_refused_and_kept() -> None:
    outcome = run(NZ, "cards 9S; bet 1 ann main=5_00; bet 1 ann main=6_00")
    assert outcome.refusal is not None
    assert outcome.table.round is not None
    assert outcome.refusal.code == "bets_closed"
    assert refused(NZ, "cards 9S; bet 2 bob main=missing") == "bets_closed"


def test_side_wagers_are_placed_beside_a_missing_amount() -> None:
    place = round_of(run(MA, "cards 9S; bet 1 ann main=20_00", ANN | {"match_super_bonus": 10_00})).places[0]
    assert place.sides == (("match_super_bonus", 10_00),)
    assert refused(MA, "cards 9S; bet 1 ann main=5_00", ANN | {"match_super_bonus": 10_00}) == "side_bet_limit"
    assert limits_of(MA, ANN | {"match_super_bonus": 10_00}, maximum=50_00) == [(10_00, 50_00)]


def test_the_limits_that_an_amount_keeps() -> None:
    table = {"minimum": 10_00, "maximum": 50_00}
    assert limits_of(NZ) == []
    assert limits_of(NZ, **table) == [(10_00, 50_00)]
    assert limits_of(NZ, ANN, BOB | {"main": 30_00}, **table) == [(10_00, 20_00)]
    assert limits_of(NZ, ANN, BOB | {"main": 45_00}, **table) == []
    assert limits_of(NZ, ANN, **table, player_maximum=25_00) == [(10_00, 25_00)]
    assert limits_of(SG, ANN, BOB | {"main": 8_00}, **table) == [(2_00, 42_00)]
    assert limits_of(SG, ANN, BOB | {"missing": True}, **table) == [(1, 50_00)]
    assert limits_of(ACT, ANN, **table, increment=4_00) == [(12_00, 48_00)]
    assert limits_of(ACT, ANN, minimum=10_00, restricted=["ann"]) == [(10_00, 10_00)]
    assert refused(ACT, "cards 9S; bet 1 ann main=20_00", ANN, minimum=10_00, restricted=["ann"]) == "restricted_player"


def test_no_card_is_entered_for_a_device_while_an_amount_is_due() -> None:
    rules, doubt = load_ruleset(NZ), Held(None, "device_doubt")
    due, entered = (run(NZ, f"cards 9S 6C 8D{more}").table for more in ("", "; bet 1 ann main=5_00"))
    assert "enter_card" not in [row.choice for row in rulings(due, rules, doubt)]
    assert "enter_card" in [row.choice for row in rulings(entered, rules, doubt)]


def test_the_minimum_of_a_box_is_looked_at_with_its_last_amount() -> None:
    both = (ANN, BOB | {"missing": True})
    play = "cards 9S; bet 1 ann main=5_00"
    assert refused(SG, play, *both, minimum=10_00) is None
    assert refused(SG, f"{play}; bet 1 bob main=4_00", *both, minimum=10_00) == "below_minimum"
    assert refused(SG, f"{play}; bet 1 bob main=4_00 unnoticed", *both, minimum=10_00) is None


def test_who_decides_may_hang_on_an_amount() -> None:
    behind = (ANN | {"seated": False}, BOB | {"main": 10_00})
    assert refused(MA, "cards 9S", *behind) == "amount_missing"
    assert refused(NZ, "cards 9S", *behind) is None


def test_control_that_passed_goes_to_the_highest_wager_once_it_is_known() -> None:
    cat = {"box": 1, "player": "cat", "seated": False, "main": 10_00}
    wagers = (ANN | {"missing": False, "main": 10_00}, BOB | {"missing": True}, cat)
    before = "cards 9S 6C 9D; void wager 1 ann main other"
    assert round_of(run(SG, before, *wagers)).boxes[0].controller == "cat"
    assert round_of(run(SG, f"{before}; bet 1 bob main=30_00", *wagers)).boxes[0].controller == "bob"


def test_nobody_is_absent_before_the_amounts_are_there() -> None:
    play = "cards 9S 6C 8D"
    assert refused(NZ, f"{play}; report absent_player 1") == "not_now"
    assert refused(NZ, f"{play}; bet 1 ann main=5_00; report absent_player 1") is None


def test_who_was_told_before_has_a_small_wager_back() -> None:
    """ACT 3.4: it is not taken; a supervisor has it void."""
    table = {"minimum": 10_00}
    told = run(ACT, "cards 9S 6C 8D; bet 1 ann main=5_00 unnoticed", **table)
    assert told.table.warned == {"ann"}


def test_the_reader_and_the_hole_card_wait() -> None:
    reader = {"hole_card": "reader"}
    play = "cards 9S KC 8D; hole 5H"
    assert [each.question for each in asked(MA, play, **reader)] == ["amount"]
    assert refused(MA, f"{play}; peek", **reader) == "amount_missing"
    assert refused(MA, f"{play}; bet 1 ann main=5_00; peek", **reader) is None


def test_the_dealers_hand_waits_for_a_box_that_decided_nothing() -> None:
    play = "cards KS 6C AD"
    assert [each.question for each in asked(MA, play)] == ["amount"]
    assert refused(MA, f"{play}; cards 9C") == "amount_missing"
    assert round_of(run(MA, f"{play}; bet 1 ann main=10_00")).lines[0].pays_cents == 15_00


def test_a_double_may_be_taken_back_while_the_next_box_waits() -> None:
    wagers = (ANN | {"missing": False, "main": 10_00}, ANN | {"box": 2, "player": "bob"})
    play = "cards 5S 9H 6C 6D 9D; double 1; cards 2C"
    kinds = [each.question for each in asked(NZ, play, *wagers)]
    assert kinds[0] == "amount"
    assert "rescue" in kinds
    assert refused(NZ, f"{play}; rescue 1 ann", *wagers) is None


def test_an_undone_amount_is_missing_again() -> None:
    place = round_of(run(NZ, "cards 9S; bet 1 ann main=5_00; undo")).places[0]
    assert (place.amount, place.main_cents) == (MISSING, 0)
    assert round_of(run(NZ, "cards 9S; bet 1 ann main=5_00; undo; bet 1 ann main=6_00")).places[0].main_cents == 6_00


def test_a_correction_needs_no_amount_sooner() -> None:
    """Box 1 had stood, and the card was box 2's, whose amount came only after it."""
    wagers = (ANN | {"missing": False, "main": 10_00}, ANN | {"box": 2, "player": "bob"})
    play = "cards 9S 5H 6C 3D 9D; cards 2C; bet 2 bob main=20_00; correct stood 1"
    outcome = run(NZ, play, *wagers)
    assert [len(box.hands[0].cards) for box in round_of(outcome).boxes] == [2, 3]
    assert [place.amount for place in round_of(outcome).places] == ["", LATE]


def test_a_round_void_before_its_cards_has_a_line_for_the_wager() -> None:
    outcome = run(SG, "interrupt; resolve void_round")
    lines = round_of(outcome).lines
    assert [(line.wager, line.stake_cents, line.outcome) for line in lines] == [("main", 0, "void")]
