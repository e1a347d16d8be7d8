"""A recorded round, exported, comes to the same settlement when `tablekeeper play` runs it."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace as replace_in_script
from functools import cache
from typing import Any, NamedTuple

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import Opened
from app.game.core.state import Source, TableConfig
from app.game.events import RoundRewritten
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.decide import NOT_REPORTED
from app.roundscript.error_lines import ABOUT, SUPERVISORS
from app.roundscript.play_lines import PLAY
from app.roundscript.read import WAGER_TYPES, read_script
from app.roundscript.result import result_of
from app.roundscript.runner import Outcome, run_script
from app.surveillance.export import CannotExport, export_script
from app.surveillance.export.proof import proved, results
from app.surveillance.export.rebuilt_rounds import Rebuilt, corrected_lines
from app.surveillance.export.script_lines import Scene
from app.surveillance.recorded import Recorded, last_table, steps
from tests.agreement.errors import random_round
from tests.agreement.rounds import script_text
from tests.rules.expectations import script_at, script_files
from tests.surveillance.recording import Sitting, recorded_rounds, rounds_of_scripts, sealed

NZ = "nz-division-15"
COMPARED = ("phase", "settlements", "net", "hands", "dealer")
# Why a round of the scripts may have no script of its own; anything else is an error of the export.
REASONS = (
    r"No card of the round was dealt: its record ends while the shoe was being made ready\.",
    r"The round was (declared void|reconstructed) after it was over \(\w+\); its own script cannot show that\.",
    r"The record ends in a hold \((face_up_card|shoe_empty|interruption)\) that a script resolves by itself; .*",
    r"The record ends in a hold \((late_error|impossible_card|foreign_card)\) that cannot come about in a script .*",
)
LEAST_SHARE = 0.9
SEEDS = range(140)
PREFIX_SEEDS = range(0, 30, 3)
SITTING_SEEDS, SITTING = range(300, 360), 5


def recorded_result(recorded: Recorded, rules: Ruleset) -> dict[str, Any]:
    """What `tablekeeper play` would print of the table as the round left it."""
    return result_of(Outcome(last_table(recorded), (), None), rules)


def same_script(recorded: Recorded, rules: Ruleset) -> str:
    """The round's script, run and compared; CannotExport goes through."""
    text = export_script(recorded, rules)
    again = json.loads(json.dumps(result_of(run_script(read_script(text), rules), rules)))
    before = json.loads(json.dumps(recorded_result(recorded, rules)))
    assert {key: again.get(key) for key in COMPARED} == {key: before[key] for key in COMPARED}, text
    return text


class Export(NamedTuple):
    """The script of a round, or why there is none."""

    script: str = ""
    why_not: str = ""


def export_of(recorded: Recorded, rules: Ruleset) -> Export:
    try:
        return Export(script=same_script(recorded, rules))
    except CannotExport as why:
        return Export(why_not=str(why))


@cache
def exports_of_scripts(book: str) -> tuple[Export, ...]:
    """Every round of every round script of the book."""
    rules = load_ruleset(book)
    return tuple([export_of(each, rules) for each in rounds_of_scripts(book)])


def counted(exports: Iterable[Export]) -> Counter[str]:
    """How many were exported, and how many not for which reason of the list."""
    counts: Counter[str] = Counter()
    for each in exports:
        reason = next((reason for reason in REASONS if re.fullmatch(reason, each.why_not)), None)
        assert each.script or reason is not None, f"not a reason of the list: {each.why_not}"
        counts[reason or "exported"] += 1
    return counts


def shown(title: str, counts: Counter[str]) -> None:
    """How many were exported, and why others were not; seen with -rP."""
    print(f"{title}: {counts.total()} rounds")
    for reason, count in counts.most_common():
        print(f"  {count:>5}  {reason}")


@pytest.mark.parametrize("book", ruleset_ids())
def test_every_round_script_comes_back_from_its_record(book: str) -> None:
    counts = counted(exports_of_scripts(book))
    shown(book, counts)
    assert counts.total() >= len(script_files(book)) - 60, "only scripts that stop before the first wager have no round"
    assert counts["exported"] > LEAST_SHARE * counts.total()


@pytest.mark.parametrize("book", ruleset_ids())
def test_random_rounds_with_errors_come_back(book: str) -> None:
    rules = load_ruleset(book)
    scripts = [read_script(script_text(random_round(rules, seed, errors=True).play().script())) for seed in SEEDS]
    counts = counted([export_of(each, rules) for script in scripts for each in recorded_rounds(script, rules)])
    shown(f"{book}, seeds {SEEDS.start} to {SEEDS.stop - 1}", counts)
    assert counts["exported"] > LEAST_SHARE * counts.total()


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_record_cut_off_anywhere_is_exported_or_refused_in_words(book: str) -> None:
    """What a script cannot have stopped at is refused; nothing else is raised, and no other result comes out."""
    rules = load_ruleset(book)
    found: list[Export] = []
    for seed in PREFIX_SEEDS:
        script = read_script(script_text(random_round(rules, seed, errors=True).play().script()))
        for whole in recorded_rounds(script, rules):
            found += [export_of(_cut(whole, length), rules) for length in range(len(whole.commands))]
    assert all([each.script or each.why_not.endswith(".") for each in found])
    assert len([each for each in found if each.script]) > LEAST_SHARE * len(found)


@pytest.mark.parametrize("book", ruleset_ids())
def test_rounds_one_after_another_in_one_shoe_come_back(book: str) -> None:
    """Each of these began in the middle of a shoe, with whatever the rounds before had left."""
    rules = load_ruleset(book)
    scripts = [
        read_script(script_text(random_round(rules, seed, errors=True).play().script())) for seed in SITTING_SEEDS
    ]
    found: list[Export] = []
    for at in range(0, len(scripts) - SITTING, 2):
        rounds = [script.round for script in scripts[at : at + SITTING]]
        sitting = replace_in_script(scripts[at], earlier=tuple(rounds[:-1]), round=rounds[-1], reconstruct=None)
        found += [export_of(each, rules) for each in recorded_rounds(sitting, rules)[1:]]
    shown(f"{book}, later rounds of a shoe", counted(found))
    assert len([each for each in found if each.script]) > LEAST_SHARE * len(found)


def _cut(whole: Recorded, length: int) -> Recorded:
    commands = whole.commands[:length]
    return whole._replace(commands=commands, events=whole.events[: sum([count for _, count in commands])])


def test_every_word_of_the_format_is_written() -> None:
    """Each word of an action or of a wager comes back in the export of a script that has it, and so does one that
    changes nothing of the settlement."""
    missing = {*PLAY, *_wager_words(WAGER_TYPES)}
    for path in [path for book in ruleset_ids() for path in script_files(book)]:
        if missing & words_of(path.read_text("utf-8")):
            script = script_at(path)
            rules = load_ruleset(script.ruleset)
            exports = [export_of(each, rules).script for each in recorded_rounds(script, rules)]
            missing -= {word for text in exports if text for word in words_of(text)}
    assert missing == set()


def words_of(text: str) -> set[str]:
    script = tomllib.loads(text)
    actions = {line.split()[0] for line in script.get("play", "").splitlines() if line.strip()}
    return actions | {word for wager in script.get("wager", ()) for word in _wager_words(wager)}


def _wager_words(wager: Iterable[str]) -> set[str]:
    return {f"wager {key}" for key in wager}


# --- rounds of a table, command by command


def bet(box: int, player: str, cents: int = 10_00, kind: str = "main", *, seated: bool = True) -> c.PlaceWager:
    return c.PlaceWager(box, player, kind, cents, seated)


def exported(sitting: Sitting, *opened: Any) -> str:
    """The script of the last round, which is run and compared on the way."""
    return same_script(sitting.rounds(*opened)[-1], sitting.rules)


def play_of(text: str) -> list[str]:
    """The lines of `play` with their notes."""
    return text.split('play = """\n')[1].split('\n"""')[0].split("\n")


def nz() -> Sitting:
    return Sitting(load_ruleset(NZ))


def test_an_exported_script_reads_like_one_written_by_hand() -> None:
    sitting = nz().give(bet(1, "ann", 2_50))
    sitting.give(bet(1, "bob", 20_00, seated=False), bet(1, "bob", 5_00, "perfect_pairs", seated=False))
    sitting.cards("8S 6H 8D").give(c.Split(1, (("bob", 1),))).cards("3C").give(c.Double(1, (("ann", 1_25),)))
    sitting.cards("QH KC").give(c.Stand(1)).cards("KD 5C")
    text = exported(sitting)
    assert play_of(text) == [
        "cards 8S 6H 8D          # to 1, dealer, 1",
        "split 1 bob=second",
        "cards 3C                # to 1",
        "double 1 ann=1_25",
        "cards QH KC             # to 1, 1.2",
        "stand 1",
        "cards KD 5C             # to dealer, dealer",
    ]
    wagers = text.split("[[wager]]\n")[1:]
    assert wagers[0] == 'box = 1\nplayer = "ann"\nmain = 2_50\n\n'
    assert wagers[1] == 'box = 1\nplayer = "bob"\nmain = 20_00\nperfect_pairs = 5_00\n'


def test_every_option_of_the_table_is_written() -> None:
    config = TableConfig(
        decks=6, boxes=5, minimum_cents=5_00, maximum_cents=500_00, increment_cents=50, smallest_chip_cents=50,
        bettors_per_box=2, boxes_per_player=3, mid_shoe="minimum", full_table=True, side_bets=("perfect_pairs",),
        side_minimum_cents=1_00, side_maximum_cents=100_00, box_maximum_cents=((3, 1000_00),), restricted=("rex q",),
        shuffler="continuous", single_signature=("void_round",),
    )  # fmt: skip
    sitting = Sitting(load_ruleset("act-canberra-2005"), config).give(bet(1, "ann")).cards("9S 6H 9D")
    script = read_script(exported(sitting.give(c.Stand(1)).cards("KD 5C")))
    assert TableConfig(**script.config) == replace(config, restricted=("rex_q",), single_signature=())


def lines_played(text: str) -> list[str]:
    """The lines of `play` without notes."""
    lines = [line.partition("#")[0].strip() for line in play_of(text)]
    return [line for line in lines if line]


def keyed(text: str) -> list[c.Command]:
    return [c.DrawCard(Card(card), "keyed") for card in text.split()]


def test_a_card_that_was_put_right_is_the_one_that_lay_there() -> None:
    sitting = nz().give(bet(1, "ann"), *keyed("9S 6H 9D"), c.CorrectCard(2, Card("6H"), Card("7H")))
    sitting.give(c.FindFaceUp(Card("2S"), "manual"), c.UndoTap(), c.Stand(1), *keyed("KD"))
    text = exported(sitting)
    assert lines_played(text) == ["cards 9S 7H 9D", "stand 1", "cards KD"]
    assert "as the round was put right: 6H_was_7H" in text


def test_what_the_shoe_told_is_what_lay_there() -> None:
    commitment, opened = sealed("7H")
    sitting = nz().give(bet(1, "ann"), *keyed("9S 6H 9D"), c.ConfirmKeyed(), c.DoubtKeyed(commitment))
    sitting.give(c.Resolve("as_told", opened=(opened,)), c.Stand(1), *keyed("KD"))
    assert lines_played(exported(sitting)) == ["cards 9S 7H 9D", "stand 1", "cards KD"]


def test_a_reconstruction_with_other_cards_is_played_with_them() -> None:
    sitting = nz().give(bet(1, "ann"), *keyed("9S 6H 9D"), c.Stand(1), *keyed("KD"), *keyed("5C"))
    acts = [c.DrawCard(Card(card)) for card in ["9S", "6H", "9D"]]
    remedy = c.Reconstruct("keyed wrongly", (*acts, c.Stand(1), c.DrawCard(Card("QD")), c.DrawCard(Card("5C"))),
                           ((Card("KD"), Card("QD")),))  # fmt: skip
    text = exported(sitting.give(c.SignRemedy("sup", remedy), c.SignRemedy("other", remedy)))
    assert lines_played(text) == ["cards 9S 6H 9D", "stand 1", "cards QD 5C"]
    assert "[reconstruct]" not in text


def test_labels_that_a_script_cannot_hold_are_made_to_fit() -> None:
    sitting = nz().give(bet(1, "3A seat #1"), bet(1, "3A_seat_1", seated=False)).cards("AS AH 9D")
    sitting.give(c.Insure(1, "3A seat #1", 5_00), c.Proceed(), c.Stand(1)).cards("9C")
    text = export_script(sitting.rounds()[-1], sitting.rules)
    assert 'player = "3A_seat_1"' in text
    assert 'player = "3A_seat_1_2"' in text
    assert "insure 1 3A_seat_1 5_00" in text


def test_a_round_from_the_middle_of_a_shoe_says_so() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").give(c.Stand(1)).cards("KD 5C")
    sitting.give(bet(2, "bob")).cards("8S 7H 9D").give(c.CountShoe(376), c.Stand(2)).cards("QD")
    text = exported(sitting)
    assert "It began with 379 cards in the shoe" in text
    assert "report count_shoe 381" in text, "384 of a fresh shoe less the three of this round"


def test_wagers_are_listed_as_they_lay_when_betting_closed() -> None:
    sitting = nz().give(bet(1, "ann"), bet(2, "bob"), bet(1, "ann", 15_00), c.WithdrawWagers(2, "bob"))
    sitting.give(bet(3, "cat"), c.UndoTap()).cards("9S 6H 9D").give(c.Stand(1)).cards("KD 5C")
    text = exported(sitting)
    assert text.count("[[wager]]") == 1
    assert "main = 15_00" in text
    assert "undo" not in text


def test_what_was_refused_or_taken_back_stays_as_a_note() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").refused(bet(2, "bob", 5_00))
    sitting.give(c.Report("interruption"), c.UndoTap(), c.Stand(1)).cards("KD 5C")
    assert play_of(exported(sitting)) == [
        "cards 9S 6H 9D          # to 1, dealer, 1",
        "# refused as too late: $5 main, box 2, bob",
        "# an interruption was declared, and taken back",
        "stand 1",
        "cards KD 5C             # to dealer, dealer",
    ]


def test_one_signature_is_no_void() -> None:
    void = c.Void("round", "fraud")
    sitting = Sitting(load_ruleset("act-canberra-2005")).give(bet(1, "ann")).cards("9S 6H 9D")
    sitting.give(c.SignRemedy("sup", void))
    assert "void" not in exported(sitting)
    sitting.give(c.SignRemedy("other", void))
    assert play_of(exported(sitting))[-1] == "void round fraud"


def test_a_new_dealer_is_written_with_the_card_that_he_burns() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    commitment, opened = sealed("4D")
    sitting = Sitting(rules).give(bet(1, "ann")).cards("9S 6H 9D").give(c.ChangeDealer("dee lane"))
    sitting.give(c.BurnCard(commitment), c.Stand(1)).cards("KD 5C")
    assert play_of(exported(sitting, (commitment, opened)))[1:3] == ["shoe dealer dee_lane", "shoe burn 4D"]
    assert play_of(exported(sitting))[1:3] == ["# another dealer took the table", "# a card was burnt, face down"]


def test_two_new_dealers_with_one_burn_are_written_together_or_not_at_all() -> None:
    commitment, opened = sealed("4D")
    sitting = Sitting(load_ruleset("ma-pontoon-21-v3")).give(bet(1, "ann")).cards("9S 6H 9D")
    sitting.give(c.ChangeDealer("dee"), c.ChangeDealer("lou"), c.BurnCard(commitment), c.Stand(1)).cards("KD 5C")
    assert play_of(exported(sitting, (commitment, opened)))[1:4] == [
        "shoe dealer dee",
        "shoe dealer lou",
        "shoe burn 4D",
    ]
    assert play_of(exported(sitting))[1:3] == ["# another dealer took the table"] * 2


def test_an_opening_that_knows_no_opening_is_as_good() -> None:
    """A table read back from a checkpoint may hold itself as its opening, or not."""
    sitting = nz().give(bet(1, "ann"), bet(2, "bob")).cards("8S 9H 6H 4D 2C 5S").give(c.CorrectRecord("stood", 1))
    recorded = sitting.rounds()[-1]
    bare = recorded._replace(opening=replace(recorded.opening, opening=None))
    assert same_script(bare, sitting.rules) == same_script(recorded, sitting.rules)


def test_a_hole_card_that_may_not_be_shown_is_not_exported() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    commitment, opened = sealed("5C")
    sitting = Sitting(rules, TableConfig(hole_card="blind", side_bets=tuple(rules.side_bets))).give(bet(1, "ann"))
    sitting.cards("9S 6H 9D").give(c.DrawFaceDown(commitment, hole=True))
    with pytest.raises(CannotExport, match="The hole card is still face down, and its face may not be shown"):
        exported(sitting)
    assert play_of(exported(sitting, (commitment, opened)))[-1] == "hole 5C"


def test_a_hole_card_that_was_turned_up_needs_no_leave_to_be_shown() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    commitment, opened = sealed("5C")
    sitting = Sitting(rules, TableConfig(hole_card="blind", side_bets=tuple(rules.side_bets))).give(bet(1, "ann"))
    sitting.cards("9S 6H 9D").give(c.DrawFaceDown(commitment, hole=True), c.Stand(1), c.TurnUpHole(opened)).cards("KD")
    assert play_of(exported(sitting))[1] == "hole 5C"


def test_a_wrong_answer_of_the_reader_is_not_exported() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    commitment, opened = sealed("5C")
    sitting = Sitting(rules, TableConfig(hole_card="reader", side_bets=tuple(rules.side_bets))).give(bet(1, "ann"))
    sitting.cards("9S KH 9D").give(c.DrawFaceDown(commitment, hole=True), c.ReadHole(blackjack=True))
    with pytest.raises(CannotExport, match="The card reader gave a wrong answer"):
        exported(sitting, (commitment, opened))


def test_a_round_under_another_edition_is_not_exported() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D")
    recorded = sitting.rounds()[-1]
    other = recorded._replace(opening=replace(recorded.opening, ruleset_hash="another"))
    with pytest.raises(CannotExport, match="another edition of nz-division-15"):
        export_script(other, sitting.rules)


def reconstruction(*acts: c.Command) -> tuple[c.Command, ...]:
    remedy = c.Reconstruct("it_was_his_card", acts)
    return tuple([c.SignRemedy(who, remedy) for who in SUPERVISORS])


def drawn(text: str) -> list[c.Command]:
    return [c.DrawCard(Card(card)) for card in text.split()]


def test_a_reconstruction_that_ends_the_round_is_a_part_of_the_script() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 3D").give(c.Stand(1)).cards("8D 7C")
    sitting.give(*reconstruction(*drawn("9S 6H 3D"), c.Hit(1), *drawn("8D"), c.Stand(1), *drawn("7C")))
    script = read_script(exported(sitting))
    assert script.reconstruct is not None
    assert [line for line in script.reconstruct.play if line] == [
        "cards 9S 6H 3D", "hit 1", "cards 8D", "stand 1", "cards 7C",
    ]  # fmt: skip


def test_play_that_went_on_after_a_reconstruction_is_played_as_it_was_put_right() -> None:
    sitting = nz().give(bet(1, "ann"), bet(2, "bob")).cards("9S 8C 6H 3D 9D").give(c.Stand(1))
    sitting.give(*reconstruction(*drawn("9S 8C 6H 3D 9D"))).cards("4C").give(c.Stand(1), c.Stand(2)).cards("KD 5C")
    text = exported(sitting)
    assert any(isinstance(event, RoundRewritten) for event in sitting.rounds()[-1].events)
    assert play_of(text)[0] == "# as the round was put right: it_was_his_card"
    assert "[reconstruct]" not in text


def test_play_after_a_reconstruction_with_a_card_in_the_rack_has_no_script() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 3D").give(c.Hit(1)).cards("4C")
    sitting.give(*reconstruction(*drawn("9S 6H 3D"), c.DiscardCard(Card("4C"))), c.Stand(1)).cards("KD 5C")
    with pytest.raises(CannotExport, match="Play went on after a reconstruction"):
        exported(sitting)


def test_a_reader_set_aside_before_is_so_in_the_script() -> None:
    rules = load_ruleset("ma-pontoon-21-v3")
    first, second = sealed("5C"), sealed("6C")
    sitting = Sitting(rules, TableConfig(hole_card="reader", side_bets=tuple(rules.side_bets))).give(bet(1, "ann"))
    sitting.cards("9S 6H 9D").give(c.DrawFaceDown(first[0], hole=True), c.Report("reader_broken"))
    sitting.give(c.Resolve("no_reader"), c.Stand(1), c.TurnUpHole(first[1])).cards("KD").give(bet(1, "ann"))
    sitting.cards("9S KH 9D").give(c.DrawFaceDown(second[0], hole=True))
    acts = (*drawn("9S KH 9D"), c.DrawFaceDown(second[0], hole=True), c.Stand(1), c.TurnUpHole(second[1]))
    sitting.give(c.Stand(1), c.TurnUpHole(second[1])).cards("3D").give(*reconstruction(*acts, *drawn("3D")))
    text = exported(sitting, first, second)
    assert sitting.rounds()[-1].opening.reader_off
    assert play_of(text)[:2] == ["report reader_broken", "resolve no_reader"]
    assert "[reconstruct]" in text


def test_the_second_of_two_reconstructions_is_the_one_that_a_script_has() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 3D").give(c.Stand(1)).cards("8D 7C")
    sitting.give(*reconstruction(*drawn("9S 6H 3D"), c.Hit(1), *drawn("8D"), c.Stand(1), *drawn("7C")))
    sitting.give(*reconstruction(*drawn("9S 6H 3D"), c.Stand(1), *drawn("7C 8D")))
    text = exported(sitting)
    assert play_of(text)[0] == "# as the round was put right: it_was_his_card"
    script = read_script(text)
    assert script.reconstruct is not None
    assert [line for line in script.reconstruct.play if line] == ["cards 9S 6H 3D", "stand 1", "cards 7C 8D"]


def test_an_answer_in_a_corrected_sequence_has_no_line() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 3D")
    recorded = sitting.rounds()[-1]
    scene = Scene(recorded, sitting.rules, {"ann": "ann"}, {})
    step = list(steps(recorded))[-1]
    event = RoundRewritten("reconstruction", "why", None, ())
    rebuilt = Rebuilt(step, c.Reconstruct("why", (c.AcceptCard(1),)), event)
    with pytest.raises(CannotExport, match="an answer about a card that lay ready"):
        corrected_lines(scene, rebuilt)


def test_every_report_of_every_book_has_a_line() -> None:
    for book in ruleset_ids():
        reported = set(load_ruleset(book).irregularities) - set(NOT_REPORTED) - {"interruption"}
        assert reported <= set(ABOUT)


def test_a_card_that_lay_ready_from_the_round_before_is_drawn_where_it_was_dealt() -> None:
    sitting = Sitting(load_ruleset("sg-pontoon-plus-v5")).give(bet(1, "ann")).cards("9S 6H 9D").give(c.Stand(1))
    sitting.cards("KD 5C").give(c.FindFaceUp(Card("7D")), c.Resolve("use_as_next"), bet(1, "ann"))
    sitting.cards("8S 9D").give(c.Stand(1)).cards("QD")
    assert sitting.rounds()[-1].opening.kept
    assert play_of(exported(sitting)) == [
        "cards 7D 8S 9D          # to 1, dealer, 1",
        "stand 1",
        "cards QD                # to dealer",
    ]


def test_an_unseen_card_from_the_round_before_is_drawn_when_it_was_turned_up() -> None:
    commitment, opened = sealed("7D")
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").give(c.Stand(1)).cards("KD 5C")
    sitting.give(c.DrawInError(commitment), c.Resolve("use_as_next"), bet(1, "ann"), c.CloseBets())
    sitting.give(c.TurnUpKept(opened)).cards("8S 9D").give(c.Stand(1)).cards("QD")
    assert play_of(exported(sitting))[:2] == ["no_more_bets", "cards 7D 8S 9D          # to 1, dealer, 1"]


def test_a_shoe_that_ran_out_too_early_is_a_count() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").give(c.Stand(1)).cards("KD 5C")
    sitting.give(bet(1, "ann")).cards("9S 6H 9D").give(c.ReportShoeEmpty(100))
    left = sitting.table.shoe.left
    text = exported(sitting)
    assert f"report count_shoe {384 - 3 - (left - 100)}" in text


def test_an_ordered_shuffle_is_a_line() -> None:
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").give(c.OrderShuffle("discretion"), c.Stand(1)).cards("KD 5C")
    assert "shoe order_shuffle discretion" in exported(sitting)


def test_a_wager_that_was_taken_down_to_nothing_is_not_listed() -> None:
    sitting = Sitting(load_ruleset("sg-pontoon-plus-v5")).give(bet(1, "ann"))
    side = c.PlaceWager(2, "bob", "player_pair", 5_00, noticed=False)
    sitting.give(side, c.PlaceWager(2, "bob", "player_pair", 0, noticed=False)).cards("9S 6H 9D")
    assert "bob" not in exported(sitting)


def test_a_wager_beyond_what_a_script_can_hold_is_not_exported() -> None:
    sitting = nz().give(bet(1, "ann", 2 * 10**16)).cards("9S 6H 9D")
    with pytest.raises(CannotExport, match="A script cannot hold this round: the script: wager 1: main is too large"):
        exported(sitting)


def test_a_card_that_only_this_shoe_could_not_hold_is_not_exported() -> None:
    """Four decks have four nines of clubs; in a fresh shoe the first of a round is none too many."""
    config = TableConfig(decks=4, side_bets=("perfect_pairs",))
    sitting = Sitting(load_ruleset(NZ), config).give(bet(1, "ann"), bet(2, "bob")).cards("9C 9C 6H 9C 9C")
    sitting.give(c.Stand(1), c.Stand(2)).cards("KD 5C").give(bet(1, "ann")).cards("8S 9C")
    sitting.give(c.Resolve(open_questions(sitting.table, sitting.rules)[0].choices[0]))
    with pytest.raises(CannotExport, match="The round began with 185 cards in the shoe, and a script with a fresh one"):
        exported(sitting)


def test_what_does_not_come_out_the_same_is_not_handed_out() -> None:
    """The check behind every export is itself shown to find a wrong cent, card and phase."""
    sitting = nz().give(bet(1, "ann")).cards("9S 6H 9D").give(c.Stand(1)).cards("KD 5C")
    recorded = sitting.rounds()[-1]
    text, left = export_script(recorded, sitting.rules), last_table(recorded)
    proved(text, sitting.rules, results(left), left)
    for wrong in (text.replace("10_00", "10_01"), text.replace("KD 5C", "KD 4C"), text.replace(" 5C", "")):
        with pytest.raises(CannotExport, match="a script would give another"):
            proved(wrong, sitting.rules, results(left), left)
    with pytest.raises(CannotExport, match="a script is refused there"):
        proved(text.replace("stand 1", "stand 2"), sitting.rules, results(left), left)


# --- what a device's line left open


def wired(book: str = NZ, **options: Any) -> Sitting:
    rules = load_ruleset(book)
    sitting = Sitting(rules, TableConfig(side_bets=tuple(rules.side_bets), **options))
    return sitting.give(c.PlaceWager(1, "ann", "main", 10_00, seated=True))


def played(sitting: Sitting, *known: tuple[str, Opened]) -> list[str]:
    """The lines of play of the round's script, which gives what was recorded; without their notes."""
    text = same_script(sitting.rounds(*known)[-1], sitting.rules)
    play = text.split('"""')[1]
    return [line.partition("#")[0].strip() for line in play.strip().splitlines()]


def test_a_doubt_that_was_only_compared_has_no_line() -> None:
    sitting = wired().cards("9S 8H 8D").give(c.DoubtDevice("reports_lost"), c.DoubtDevice("rebooted"))
    sitting.give(c.Resolve("continue"), c.TakeUp(), c.Resolve("continue"), c.Stand(1)).cards("KD")
    assert played(sitting) == ["cards 9S 8H 8D", "stand 1", "cards KD"]


def test_a_card_that_was_taken_up_is_drawn_where_it_went() -> None:
    first, second = sealed("2C"), sealed("KD")
    sitting = wired().cards("9S 8H 8D").give(c.DoubtDevice("reports_lost"), c.LayBy(first[0]), c.LayBy(second[0]))
    sitting.give(c.Resolve("continue"), c.TakeUp(c.DrawCard(Card("2C")), first[1]), c.Stand(1))
    sitting.give(c.TakeUp(c.DrawCard(Card("KD")), second[1]))
    assert played(sitting) == ["cards 9S 8H 8D 2C", "stand 1", "cards KD"]


def test_a_card_that_was_entered_is_drawn_where_it_was_entered() -> None:
    sitting = wired().cards("9S 8H 8D").give(c.Stand(1), c.DoubtDevice("reports_lost"))
    sitting.give(c.Resolve("enter_card", card=Card("KD")), c.Resolve("continue"))
    assert played(sitting) == ["cards 9S 8H 8D", "stand 1", "cards KD"]


@pytest.mark.parametrize("source", ["keyed", "manual", "unchecked"])
def test_where_a_card_is_known_from_is_no_part_of_a_script(source: Source) -> None:
    sitting = wired().give(*[c.DrawCard(Card(card), source) for card in ("9S", "8H", "8D")])
    if source == "keyed":
        sitting.give(c.ConfirmKeyed(), c.DoubtKeyed(sealed("QC")[0]), c.Resolve("same_card"))
    assert played(sitting) == ["cards 9S 8H 8D"]


def test_a_card_out_of_turn_is_one_drawn_in_error_until_it_is_seen() -> None:
    unseen, seen = sealed("8C"), sealed("3C")
    sitting = wired().cards("9S 8H").give(c.LayBy(unseen[0]), c.Resolve("use_as_next"), c.TurnUpKept(unseen[1]))
    sitting.give(c.Stand(1)).cards("KD").give(c.LayBy(seen[0]), c.SeeHeld(seen[1]), c.Resolve("discard"))
    assert played(sitting, unseen) == [
        "cards 9S 8H", "error_down 8C", "resolve use_as_next", "stand 1", "cards KD 3C", "resolve discard",
    ]  # fmt: skip


def test_a_card_that_waited_and_was_awaited_by_nothing_is_told_when_it_was_taken_up() -> None:
    late = sealed("3C")
    sitting = wired().cards("9S 8H 8D").give(c.Stand(1)).cards("KD").give(c.DoubtDevice("reports_lost"))
    sitting.give(c.LayBy(late[0]), c.Resolve("continue"), c.TakeUp(c.LayBy(late[0])), c.SeeHeld(late[1]))
    assert played(sitting.give(c.Resolve("discard"))) == [
        "cards 9S 8H 8D",
        "stand 1",
        "cards KD 3C",
        "resolve discard",
    ]


def test_a_hole_card_and_a_burn_that_were_entered_by_hand_are_lines() -> None:
    burn, hole = sealed("2C"), sealed("KD")
    sitting = wired("ma-pontoon-21-v3", hole_card="blind").cards("9S").give(c.ChangeDealer("dee"))
    sitting.give(c.DoubtDevice("card_unread"), c.Resolve("enter_card", commitment=burn[0])).cards("8H 8D")
    sitting.give(c.DoubtDevice("card_unread"), c.Resolve("enter_card", commitment=hole[0]), c.Stand(1))
    sitting.give(c.TurnUpHole(hole[1]))
    lines = ["cards 9S", "shoe dealer dee", "shoe burn 2C", "cards 8H 8D", "hole KD", "stand 1"]
    assert played(sitting, burn, hole) == lines


def test_a_card_that_was_pushed_back_had_not_come() -> None:
    back = (c.DoubtDevice("card_pushed_back"), c.Resolve("taken_back"))
    sitting = wired().cards("9S 8H 8D").give(*back).cards("7D 2C").give(*back).cards("3C").give(c.Stand(1)).cards("KD")
    assert played(sitting)[1:] == ["cards 9S 8H 7D 3C", "stand 1", "cards KD"], "behind the note of what was put right"


def test_what_a_script_cannot_have_of_a_line_is_refused_in_words() -> None:
    doubted = wired().cards("9S 8H 8D").give(c.DoubtDevice("reports_lost"))
    assert "ends in a hold (device_doubt) that cannot come about" in export_of(last_of(doubted), doubted.rules).why_not
    one_too_many = wired().cards("9S 8H 8D").give(c.DrawCard(Card("2C"), unfit=True))
    assert "with those that lie face down" in export_of(last_of(one_too_many), one_too_many.rules).why_not
    unsaid = wired().cards("9S 8H 8D").give(c.DrawCard(Card("2C")), c.LayBy(sealed("3C")[0]))
    assert "is still face down" in export_of(last_of(unsaid), unsaid.rules).why_not


def last_of(sitting: Sitting) -> Recorded:
    return sitting.rounds()[-1]
