"""Rounds in which something goes wrong, worked out by hand from the documents."""

from typing import Any

import pytest

from . import NotCovered, Refused, settle
from .test_second_settlement import ACT, GAZETTE, MA, NZ, SG, Row, ann, bob, lines, run


def cy(main: int = 10_00, box: int = 2, **more: Any) -> Row:
    return {"box": box, "player": "cy", "main": main, **more}


def void_lines(result: dict[str, Any]) -> list[tuple[Any, ...]]:
    """box, hand, player, wager, stake of every void line"""
    found: list[tuple[Any, ...]] = []
    for line in result["settlements"]:
        if line["outcome"] == "void":
            assert (line["odds"], line["pays"], line["takes"]) == (None, 0, 0)
            found.append((line["box"], line["hand"], line["player"], line["wager"], line["stake"]))
    return found


def corrected(ruleset: str, play: str, again: str, *rows: Row, **table: Any) -> dict[str, Any]:
    script = {"ruleset": ruleset, "wager": list(rows) or [ann()], "play": play, "table": table}
    return settle({**script, "reconstruct": {"reason": "error", "play": again}})


# ------------------------------------------------------------ a card face up in the shoe


@pytest.mark.parametrize("ruleset", [NZ, GAZETTE, ACT, MA])
def test_a_face_up_card_is_discarded(ruleset: str) -> None:
    # NZ 16.1, ACT 15.1, MA 15(a): the 5 goes to nobody, 20 beats 8 + 9 = 17
    result = run(ruleset, "cards KS 8H KD\nfaceup 5C\nstand 1\ncards 9D")
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert result["dealer"]["cards"] == ["8H", "9D"]


def test_sg_a_face_up_card_is_the_next_one() -> None:
    # 5.11: the player stands on 19, so the 9 is the dealer's: 17
    result = run(SG, "cards KS 8H 9D\nfaceup 9C\nstand 1")
    assert result["dealer"]["cards"] == ["8H", "9C"]
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    # a hit takes it: 12 + 9 = 21
    result = run(SG, "cards KS 8H 2D\nfaceup 9C\nhit 1")
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    # in the initial deal it is dealt at once
    result = run(SG, "cards KS\nfaceup 8H\ncards 9D\nstand 1\ncards 9C")
    assert result["dealer"]["cards"] == ["8H", "9C"]


def test_sg_a_forced_hand_may_still_double_on_a_face_up_card() -> None:
    # 3.22: "except when subject to Double Down"; 11 + 9 = 20 against 19
    result = run(SG, "cards 6S 5H 5D\nfaceup 9C\ndouble 1\ncards KC 4H")
    assert lines(result) == [(1, "ann", 2000, "win", "1:1", 2000, 0)]
    # three cards may not double in this book: it comes at once, 9 + 9 = 18 against 19
    result = run(SG, "cards 2S 5H 3D\ncards 4H\nfaceup 9C\nstand 1\ncards KC 4D")
    assert lines(result) == [(1, "ann", 1000, "lose", None, 0, 1000)]


def test_ma_the_second_face_up_card_voids_the_round() -> None:
    play = "cards KS 8H KD\nfaceup 5C\nfaceup 6C"
    result = run(MA, play, ann(match_super_bonus=5_00))
    assert result["phase"] == "void"
    assert void_lines(result) == [(1, 1, "ann", "match_super_bonus", 500), (1, 1, "ann", "main", 1000)]
    assert result["net"] == {"ann": 0}
    with pytest.raises(Refused):
        run(MA, play + "\nstand 1")


# ------------------------------------------------------------ cards that go to no hand


def test_a_ten_is_taken_out() -> None:
    # NZ 3.3(a): the next card from the shoe is the player's: 13 + 8 = 21
    result = run(NZ, "cards KS 8H 3D\nhit 1\ncards TS\nresolve remove\ncards 8C")
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert run(NZ, "cards KS TH")["phase"] == "hold"
    with pytest.raises(Refused):
        run(NZ, "cards KS 8H 3D\nhit 1\ncards TS\nstand 1")


def test_sg_a_ten_voids_the_round_and_what_was_paid() -> None:
    # 5.5.1, 5.17: box 1 had a pontoon and was paid, the pair too
    play = "cards AS 9C 8H KD 9D\ncards TS\nresolve void_round"
    result = run(SG, play, ann(), cy(player_pair=5_00))
    assert result["phase"] == "void"
    assert void_lines(result) == [
        (2, 1, "cy", "player_pair", 500),
        (1, 1, "ann", "main", 1000),
        (2, 1, "cy", "main", 1000),
    ]
    assert result["net"] == {"ann": 0, "cy": 0}


def test_ma_the_second_ten_voids_the_round() -> None:
    play = "cards KS TH\nresolve remove\ncards 8H KD\nstand 1\ncards TC\n"
    assert run(MA, play + "resolve void_round")["phase"] == "void"
    with pytest.raises(Refused):
        run(MA, play + "resolve remove")


def test_act_a_card_too_many_of_its_kind() -> None:
    play = "cards KS 8H KS 7C\nresolve void_round"
    with pytest.raises(Refused):
        run(ACT, play, decks=3)
    play = "cards KS KS 8H KS 5D\nstand 1\ncards KS\n"
    rows = [ann(), cy()]
    # 17.3 lets them void, 2.1 lets them take it out: 15 + 6 = 21 against 8 + 9
    assert run(ACT, play + "resolve void_round", *rows, decks=3)["phase"] == "void"
    result = run(ACT, play + "resolve remove\ncards 6C\ncards 9D", *rows, decks=3)
    assert [line[3] for line in lines(result)] == ["win", "win"]


@pytest.mark.parametrize("ruleset", [NZ, GAZETTE, SG, ACT, MA])
def test_a_card_after_the_dealers_last_is_discarded(ruleset: str) -> None:
    # NZ 16.3, SG 5.10.2, ACT 15.3, MA 15(e): 17 stands, and 18 wins
    play = "cards KS 8H 8D\nstand 1\ncards 9D 4C"
    assert run(ruleset, play)["phase"] == "hold"
    result = run(ruleset, play + "\nresolve discard")
    assert result["dealer"] == {"cards": ["8H", "9D"], "total": 17, "soft": False}
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]


# ------------------------------------------------------------ the shoe runs out, the light goes out


def test_the_shoe_runs_out() -> None:
    play = "cards KS 8H 8D\nshort"
    for ruleset in [NZ, GAZETTE, MA]:
        result = run(ruleset, play + "\nstand 1\ncards 9D")
        assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert run(SG, play)["phase"] == "void"
    assert run(ACT, play)["phase"] == "hold"
    assert run(ACT, play + "\nresolve shuffle_discards\nstand 1\ncards 9D")["net"] == {"ann": 1000}
    assert run(ACT, play + "\nresolve void_round")["phase"] == "void"
    # 19.1: with an automated shoe 15.6 has no effect
    assert run(ACT, play, shuffler="continuous")["phase"] == "void"


def test_sg_interruption() -> None:
    # 5.4.2: nothing has won or lost; a surrendered hand that waits has not either
    assert run(SG, "cards KS KH 6D\nsurrender 1\ninterrupt")["phase"] == "void"
    # 5.4.1: a bonus bet is settled after the initial deal
    play = "cards KS 8H 8D\ninterrupt\n"
    result = run(SG, play + "stand 1\ncards 9D", ann(bonus=5_00))
    assert result["net"] == {"ann": 500}
    # 5.4.1: a bust hand is collected
    result = run(SG, "cards KS KC 8H 8D 7C\nhit 1\ncards 9C\ninterrupt\nstand 2\ncards 9D", ann(), cy())
    assert result["net"] == {"ann": -1000, "cy": 0}


def test_interruption_elsewhere() -> None:
    play = "cards KS 8H 8D\ninterrupt\n"
    for ruleset in [NZ, GAZETTE, MA]:
        assert run(ruleset, play + "stand 1\ncards 9D")["net"] == {"ann": 1000}
    assert run(ACT, play + "resolve continue\nstand 1\ncards 9D")["net"] == {"ann": 1000}
    assert run(ACT, play + "resolve void_round")["phase"] == "void"


# ------------------------------------------------------------ a card drawn in error

TWO = [ann(), cy()]


def test_nz_an_error_card_is_refused_and_goes_to_the_next() -> None:
    # 16.4: ann refuses the 5 and keeps 14, cy has it: 12 + 5 = 17; the dealer 8 + 10 = 18
    play = "cards KS 8C 8H 4D 4H\ncards 5C\nreport error_card\nresolve use_as_next\nresolve refuse 1\n"
    result = run(NZ, play + "resolve accept 2\nstand 2\ncards KD", *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["KS", "4D"], ["8C", "4H", "5C"]]
    assert result["net"] == {"ann": -1000, "cy": -1000}
    with pytest.raises(Refused):
        run(NZ, play + "hit 1", *TWO)


def test_nz_an_error_card_refused_by_all_is_the_dealers() -> None:
    play = "cards KS 8C 8H 4D 4H\ncards 5C\nreport error_card\nresolve use_as_next\n"
    result = run(NZ, play + "resolve refuse 1\nresolve refuse 2\ncards 4S", *TWO)
    assert result["dealer"] == {"cards": ["8H", "5C", "4S"], "total": 17, "soft": False}
    # standing passes it on as well
    result = run(NZ, play + "stand 1\nstand 2\ncards 4S", *TWO)
    assert result["dealer"]["cards"] == ["8H", "5C", "4S"]


def test_nz_doubling_with_the_error_card() -> None:
    # 14 + 5 = 19, doubled, against 18
    play = "cards KS 8H 4D\ncards 5C\nreport error_card\nresolve use_as_next\ndouble 1\ncards KD"
    assert lines(run(NZ, play)) == [(1, "ann", 2000, "win", "1:1", 2000, 0)]


def test_nz_an_unseen_card_lies_ready_and_nobody_is_asked() -> None:
    # 16.2
    play = "cards KS 8H 4D\nerror_down 7C\nresolve use_as_next\n"
    assert run(NZ, play + "hit 1")["net"] == {"ann": 1000}
    result = run(NZ, play + "stand 1\ncards 2D")
    assert result["dealer"]["total"] == 17
    with pytest.raises(Refused):
        run(NZ, play + "resolve refuse 1")


def test_ma_who_refuses_has_no_card_on_his_other_hands_either() -> None:
    # 15(d): "dealt to him"; his second hand stays with its one 8, cy has the 3: 17 against 26
    play = """
    cards 8H 9S 6C 8D 5C
    split 1
    cards 4C
    cards 3C
    report error_card
    resolve use_as_next
    resolve refuse 1
    resolve accept 2
    stand 2
    cards KS QS
    """
    result = run(MA, play, *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["8H", "4C"], ["8D"], ["9S", "5C", "3C"]]
    assert result["net"] == {"ann": 2000, "cy": 1000}


def test_ma_a_card_refused_that_the_dealer_cannot_use_is_burnt() -> None:
    # 15(d): the hole card makes 17
    play = "cards KS 8H 8D\nhole 9D\ncards 2C\nreport error_card\nresolve use_as_next\nresolve refuse 1"
    result = run(MA, play, hole_card="blind")
    assert result["dealer"]["cards"] == ["8H", "9D"]
    assert result["net"] == {"ann": 1000}


def test_act_an_error_card_cannot_be_refused() -> None:
    # 15.2: 14, stands; the 5 is the dealer's, 13, and 17 with the 4
    play = "cards KS 8H 4D\ncards 5C\nreport error_card\nresolve use_as_next\n"
    result = run(ACT, play + "stand 1\ncards 4S")
    assert result["dealer"]["cards"] == ["8H", "5C", "4S"]
    with pytest.raises(Refused):
        run(ACT, play + "resolve refuse 1")


def test_a_card_that_was_asked_for_is_no_error_card() -> None:
    with pytest.raises(Refused):
        run(NZ, "cards KS 8H 4D\nhit 1\ncards 5C\nreport error_card")


def test_offers_wait_for_an_answer_before_the_error_card_is_dealt() -> None:
    # the card had closed the offers; taken back, they are open again, and 15.2 gives the card afterwards
    play = "cards 4S AH 5D\ncards 5C\nreport error_card\nresolve use_as_next\ninsure 1 ann 5_00\nproceed\n"
    result = run(ACT, play + "hit 1\nstand 1\ncards KD")
    assert result["hands"][0]["cards"] == ["4S", "5D", "5C"]
    assert result["net"] == {"ann": 0}


# ------------------------------------------------------------ two cards at once


def test_nz_two_cards_at_once() -> None:
    # 16.4: 13 + 6 = 19, the 9 lies ready; he stands, and the dealer has 8 + 9 = 17
    play = "cards 9S 8D 4H\nhit 1\ntogether 6C 9C\nresolve use_as_next\n"
    assert run(NZ, play + "stand 1")["net"] == {"ann": 1000}
    assert run(ACT, play + "stand 1")["net"] == {"ann": 1000}
    # MA 15(d): accepted, he is bust
    assert run(MA, play + "resolve accept 1")["net"] == {"ann": -1000}


def test_sg_two_cards_at_once() -> None:
    # 5.12: the player has the 8 first and 21; the 6 is the dealer's: 8 + 6 + 3 = 17
    play = "cards 9S KC 8D 4H 8C\nhit 1\ntogether 6C 8H\nresolve choose 8H\nresolve continue 2 cy\n"
    result = run(SG, play + "resolve continue 1 ann\nstand 2\ncards 3D", *TWO)
    assert result["dealer"]["cards"] == ["8D", "6C", "3D"]
    assert result["net"] == {"ann": 1000, "cy": 1000}
    # 5.12.2: whatever that card did to his hand, he may have his bet back
    result = run(SG, play + "resolve take_back 1 ann\nstand 2\ncards 3D", *TWO)
    assert void_lines(result) == [(1, 1, "ann", "main", 1000)]
    # 5.12.1: on the dealer's hand both are discarded
    play = "cards KC 8D 8C\nstand 1\ntogether 6C 8H\nresolve discard\nresolve continue 1 ann\ncards 9D"
    result = run(SG, play)
    assert result["dealer"]["cards"] == ["8D", "9D"]


# ------------------------------------------------------------ SG 5.7: go on or have the bet back


def test_sg_a_bet_is_taken_back_after_an_error() -> None:
    play = """
    cards KS 8C AH 4D 4H
    insure 1 ann 5_00
    cards 5C
    report error_card
    resolve reconstruct
    resolve take_back 1 ann
    resolve continue 2 cy
    hit 2
    stand 2
    cards 6D 9D KD
    """
    # the 5 goes to box 2: 17; the dealer ace + 6 = soft 17, 16, then 26
    result = run(SG, play, *TWO)
    assert void_lines(result) == [(1, 1, "ann", "insurance", 500), (1, 1, "ann", "main", 1000)]
    assert result["hands"][0]["state"] == "void"
    assert result["net"] == {"ann": 0, "cy": 1000}


def test_sg_only_bettors_without_a_result_are_asked() -> None:
    # box 1 was paid for its pontoon: 5.10.1, the cards stay as they are; the 5 stays with cy, 17
    play = "cards KS 8C 8H AD 4H\ncards 5C\nreport error_card\nresolve continue\n"
    result = run(SG, play + "resolve continue 2 cy\nstand 2\ncards KD", *TWO)
    assert result["net"] == {"ann": 1500, "cy": -1000}
    with pytest.raises(Refused):
        run(SG, play + "resolve continue 1 ann", *TWO)
    with pytest.raises(Refused):
        run(SG, play + "stand 2", *TWO)


def test_sg_the_player_behind_goes_on_alone() -> None:
    play = """
    cards 6C 5D 5H
    report misplaced_card
    resolve reconstruct
    resolve take_back 1 ann
    resolve continue 1 bob
    double 1 bob=20_00
    cards 9S KC 4H
    """
    result = run(SG, play, ann(), bob())
    assert void_lines(result) == [(1, 1, "ann", "main", 1000)]
    assert result["net"] == {"ann": 0, "bob": 4000}


def test_sg_a_split_hand_already_bust_is_not_taken_back() -> None:
    play = """
    cards 8S 5D 8H
    split 1
    cards KC
    hit 1
    cards 9C          # 27, collected
    cards 3D          # the second hand: 11
    report missed_hit 1
    resolve continue
    resolve take_back 1 ann
    """
    result = run(SG, play)
    assert lines(result) == [(1, "ann", 1000, "lose", None, 0, 1000), (2, "ann", 1000, "void", None, 0, 0)]


def test_sg_taken_back_in_the_initial_deal() -> None:
    # box 1 gets no second card and its pair bet goes back: the 9 is box 2's, and 5 + 9 + 6 = 20 against 17
    play = "cards KS 5D 8H\nreport missed_card 1 1\nresolve reconstruct\nresolve take_back 1 ann\n"
    play = play + "resolve continue 2 cy\ncards 9D 6D\nstand 2\ncards 9H"
    result = run(SG, play, ann(player_pair=5_00), cy())
    assert void_lines(result) == [(1, 1, "ann", "player_pair", 500), (1, 1, "ann", "main", 1000)]
    assert result["hands"][1]["cards"] == ["5D", "9D", "6D"]
    assert result["net"] == {"ann": 0, "cy": 1000}


# ------------------------------------------------------------ cards that were missed


def test_nz_a_missed_card_is_put_right_or_the_hand_is_void() -> None:
    play = "cards KS 8C 8H 9D\nreport missed_card 1 1\n"
    # 19 and 17 against 17
    put_right = "resolve reconstruct\ncards 9H\nstand 1\nstand 2\ncards 9C"
    assert run(NZ, play + put_right, *TWO)["net"] == {"ann": 1000, "cy": 0}
    # the 9D is box 2's on the felt, and stays there: 17 against 17
    result = run(NZ, play + "resolve void_hand\nstand 2\ncards 9C", *TWO)
    assert void_lines(result) == [(1, 1, "ann", "main", 1000)]
    assert result["hands"][1]["cards"] == ["8C", "9D"]
    assert result["net"] == {"ann": 0, "cy": 0}
    # 16.5 of 2000 lets the whole round be void
    assert run(GAZETTE, play + "resolve void_round", *TWO)["phase"] == "void"
    with pytest.raises(Refused):
        run(NZ, play + "resolve void_round", *TWO)


def test_nz_void_of_the_only_hand_in_the_initial_deal() -> None:
    result = run(NZ, "cards KS\nreport missed_dealer_card\nresolve void_hand 1", ann(perfect_pairs=5_00))
    assert result["phase"] == "complete"
    assert void_lines(result) == [(1, 1, "ann", "perfect_pairs", 500), (1, 1, "ann", "main", 1000)]


def test_ma_no_card_at_all_is_a_dead_hand() -> None:
    # 15(h): the 8 lies before the dealer, the 9 before box 1, and so on: 19 against 8 + 10
    play = "cards KS 8C 9H\nreport missed_card 2 0\nresolve dead_hand\nstand 1\ncards KD"
    result = run(MA, play, *TWO)
    assert result["hands"][0]["cards"] == ["KS", "9H"]
    assert result["dealer"]["cards"] == ["8C", "KD"]
    assert void_lines(result) == [(2, 1, "cy", "main", 1000)]
    assert result["net"] == {"ann": 1000, "cy": 0}


def test_ma_a_second_card_comes_late() -> None:
    # 15(h): the 9 was box 2's on the felt; box 1 has the 2 after it, and 21 with another 9
    play = "cards KS 8C 8H 9D\nreport missed_card 1 1\nresolve late_card\ncards 2H\nhit 1\ncards 9C\nstand 2\ncards 9H"
    result = run(MA, play, *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["KS", "2H", "9C"], ["8C", "9D"]]
    assert result["net"] == {"ann": 1000, "cy": 0}


def test_ma_the_dealer_has_his_card_last() -> None:
    # 15(f): the 8 was box 1's second card
    play = "cards KS 8H\nreport missed_dealer_card\nresolve deal_after_players\ncards 9D\nstand 1\ncards KD"
    result = run(MA, play)
    assert result["hands"][0]["cards"] == ["KS", "8H"]
    assert result["dealer"]["cards"] == ["9D", "KD"]
    assert result["net"] == {"ann": -1000}


def test_ma_a_missed_hit() -> None:
    play = "cards KS 8C 8H 4D 4H\nhit 1\ncards 5C\nreport missed_hit 1\n"
    # 15(i): the 5 was box 2's (17); box 1 has its card afterwards: 14 + 6 = 20 against 18
    result = run(MA, play + "resolve late_card\nstand 2\ncards 6D\nstand 1\ncards KD", *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["KS", "4D", "6D"], ["8C", "4H", "5C"]]
    assert result["net"] == {"ann": 1000, "cy": -1000}
    # or the hand is dead
    result = run(MA, play + "resolve dead_hand\nstand 2\ncards 9D", *TWO)
    assert result["net"] == {"ann": 0, "cy": 0}


# ------------------------------------------------------------ absent players, missed offers, side bets


def test_an_absent_player() -> None:
    # NZ 16.6, ACT 15.7, SG 5.3: 4 + 5 + 2 = 11, + 3 = 14 and no more; the dealer 8 + 9 = 17
    play = "cards 4S 8H 5D\nreport absent_player 1\nresolve draw_to_twelve\ncards 2C 3C 9D"
    for ruleset in [NZ, GAZETTE, ACT, SG]:
        result = run(ruleset, play)
        assert result["hands"][0]["cards"] == ["4S", "5D", "2C", "3C"]
        assert result["net"] == {"ann": -1000}
    # MA has no such clause: he stands
    assert run(MA, "cards 4S 8H 5D\nreport absent_player 1\nresolve stand\ncards 9D")["net"] == {"ann": -1000}
    # somebody else on the box decides
    play = "cards 6S 8H 5D\nreport absent_player 1\nresolve other_decides\ndouble 1 bob=20_00\ncards 9C 9D"
    assert run(NZ, play, ann(), bob())["net"] == {"ann": 1000, "bob": 4000}


def test_sg_the_highest_of_the_others_decides() -> None:
    # 1.23
    play = "cards 6S 8H 5D\nreport absent_player 1\nresolve other_decides\ndouble 1 dee=30_00\ncards 9C 9D"
    result = run(SG, play, ann(), bob(), bob(30_00, player="dee"))
    assert result["net"] == {"ann": 1000, "bob": 2000, "dee": 6000}


def test_nz_insurance_offered_late() -> None:
    # 16.11: even after a card, before the dealer's second
    play = "cards KS AH 4D\nhit 1\ncards 5C\nreport missed_insurance_offer 1 ann\nresolve offer_late\n"
    result = run(NZ, play + "insure 1 ann 5_00\nstand 1\ncards KD")
    assert result["net"] == {"ann": 0}
    with pytest.raises(Refused):
        run(NZ, play + "proceed\ninsure 1 ann 5_00")
    # SG 3.17.1: only while no additional card is out
    with pytest.raises(Refused):
        run(SG, play)


def test_nz_surrender_offered_late() -> None:
    # 16.12: he has two cards and the dealer one, though he has stood
    play = "cards KS KH 6D\nstand 1\nreport missed_surrender_offer 1\nresolve offer_late\nsurrender 1\ncards 9D"
    assert lines(run(NZ, play)) == [(1, "ann", 1000, "surrender", None, 0, 500)]
    play = "cards KS KH 2D\nhit 1\ncards 5C\nreport missed_surrender_offer 1\nresolve offer_late"
    with pytest.raises(Refused):
        run(NZ, play)


@pytest.mark.parametrize(("ruleset", "kind"), [(NZ, "perfect_pairs"), (MA, "match_super_bonus")])
def test_a_side_bet_alone_goes_back(ruleset: str, kind: str) -> None:
    row: Row = {"box": 1, "player": "dee", "seated": False, kind: 5_00}
    result = run(ruleset, "cards 9S 8H 9D\nstand 1\ncards 9C", ann(), {**row, "noticed": False})
    assert void_lines(result) == [(1, 1, "dee", kind, 500)]
    with pytest.raises(Refused):
        run(ruleset, "cards 9S 8H 9D", ann(), row)


# ------------------------------------------------------------ voids


def test_nz_void_hands() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards 3C\ndouble 1\ncards KC\n"
    # the first hand, doubled, was paid: the payment is reversed; against a pontoon the extra wager goes back (13.7)
    result = run(NZ, play + "void 1.1 error\ncards 9C\nstand 1\ncards AD")
    assert lines(result) == [(1, "ann", 2000, "void", None, 0, 0), (2, "ann", 1000, "returned", None, 0, 0)]
    result = run(NZ, play + "void 1.2 error")
    assert lines(result) == [(1, "ann", 2000, "win", "1:1", 2000, 0), (2, "ann", 1000, "void", None, 0, 0)]
    with pytest.raises(Refused):
        run(NZ, "cards 8S KH 8D\nvoid round error")


def test_nz_a_void_box_voids_its_insurance_and_spares_the_dealer() -> None:
    # 10.7; the pair was paid after the initial deal and stays: 5:1 on 5.00
    play = "cards 9S AH 9D\ninsure 1 ann 5_00\nvoid 1 error"
    result = run(NZ, play, ann(perfect_pairs=5_00))
    assert result["dealer"]["cards"] == ["AH"]
    assert void_lines(result) == [(1, 1, "ann", "insurance", 500), (1, 1, "ann", "main", 1000)]
    assert result["net"] == {"ann": 2500}


def test_ma_voids_only_what_the_book_names() -> None:
    for what in ["round error", "1 error", "wager 1 ann main error"]:
        with pytest.raises(Refused):
            run(MA, f"cards 9S 8H 9D\nvoid {what}")


def test_act_void_wager() -> None:
    # 17.2(a): ann's wager only; bob plays on, and decides (4.5(b)); 18.10: her pair bet stands alone
    play = "cards 8S\nvoid wager 1 ann main breach\ncards 7D 8H\ndouble 1 bob=20_00\ncards 4C KC"
    result = run(ACT, play, ann(perfect_pairs=5_00), bob())
    assert void_lines(result) == [(1, 1, "ann", "perfect_pairs", 500), (1, 1, "ann", "main", 1000)]
    assert result["net"] == {"ann": 0, "bob": 4000}
    with pytest.raises(Refused):
        run(ACT, "cards 8S 7D 8H\nvoid 1 error")


def test_void_after_the_end_reverses_what_was_paid() -> None:
    play = "cards KS 8H KD\nstand 1\ncards 9D\nvoid round "
    for ruleset, word in [(GAZETTE, "error"), (ACT, "fraud"), (SG, "other")]:
        result = run(ruleset, play + word)
        assert result["phase"] == "void"
        assert result["net"] == {"ann": 0}


def test_no_fifty_dollars_for_a_void_wager() -> None:
    play = "cards 7S KS KC 7H 7S 9S 9C\nhit 1\ncards 7S\nvoid 2 error\nstand 3\ncards KD"
    rows = [ann(25_00), cy(), cy(10_00, box=3, player="dee")]
    result = run(NZ, play, *rows)
    # 3:1 on 25.00 and 5000; dee has 19 against 17, and 50
    assert result["net"] == {"ann": 7500 + 500000, "cy": 0, "dee": 1000 + 5000}
    # a void Super Bonus hand brings nobody anything
    result = run(NZ, play.replace("void 2 error", "void 1 error\nstand 2"), *rows)
    assert result["net"] == {"ann": 0, "cy": 1000, "dee": 1000}


def test_act_void_wagers_under_a_pontoon() -> None:
    # 11.9: one amount, from a hand that is still in; void there is nothing to take
    play = "cards 8S KH 8D\nsplit 1\ncards KC\nstand 1\ncards QC\nstand 1\nvoid wager 1 ann main other"
    result = run(ACT, play)
    assert [line[3] for line in lines(result)] == ["void", "void"]
    assert result["dealer"]["cards"] == ["KH"]


# ------------------------------------------------------------ the record was wrong


def test_correct_stood_turns_a_bust_back() -> None:
    # he had stood on 16; the king was the dealer's: 6 + 10, + 9 = 25
    result = run(NZ, "cards KS 6H 6D\ncards KC\ncorrect stood 1\ncards 9D")
    assert result["dealer"]["cards"] == ["6H", "KC", "9D"]
    assert result["net"] == {"ann": 1000}
    # the same with a hit that was tapped
    result = run(NZ, "cards KS 6H 6D\nhit 1\ncards KC\ncorrect stood 1\ncards 9D")
    assert result["net"] == {"ann": 1000}


def test_correct_stood_gives_the_card_to_the_next_hand() -> None:
    for tap in ["", "stand 1\n"]:
        play = f"cards KS 8C 8H 6D 4H\ncards 4C\n{tap}correct stood 1.1\nstand 2\ncards KD"
        result = run(NZ, play, *TWO)
        assert [hand["cards"] for hand in result["hands"]] == [["KS", "6D"], ["8C", "4H", "4C"]]
        assert result["net"] == {"ann": -1000, "cy": -1000}


def test_correct_hit() -> None:
    # his 16 had not stood: the 5 was his, 21
    result = run(ACT, "cards KS 8H 6D\nstand 1\ncards 5C\ncorrect hit 1")
    assert result["hands"][0]["cards"] == ["KS", "6D", "5C"]
    assert result["net"] == {"ann": 1000}


def test_undo() -> None:
    result = run(MA, "cards KS 8H 6D\nstand 1\nundo\nhit 1\ncards 5C")
    assert result["hands"][0]["cards"] == ["KS", "6D", "5C"]
    result = run(NZ, "cards KS KH 6D\nsurrender 1\nundo\nstand 1\ncards 9D")
    assert lines(result) == [(1, "ann", 1000, "lose", None, 0, 1000)]
    with pytest.raises(Refused):
        run(NZ, "cards KS 8H 6D\nhit 1\ncards 2C\nundo")


# ------------------------------------------------------------ reconstruction


def test_reconstruction_of_a_finished_round() -> None:
    # box 1 had stood on 16, and the king went to it: bust. Put right, the dealer has 6 + 10 + 9.
    play = "cards KS 6H 6D\nhit 1\ncards KC 9D\nresolve discard"
    result = corrected(NZ, play, "cards KS 6H 6D\nstand 1\ncards KC 9D")
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert result["reconstruction"] == {"difference": {"1 ann": 2000, "float": -2000}}


def test_reconstruction_with_a_burnt_card_and_without_a_change() -> None:
    play = "cards KS 8H 9D\nfaceup 2C\nstand 1\ncards 9C"
    result = corrected(ACT, play, "cards KS 8H 9D\nburn 2C\nstand 1\ncards 9C")
    assert result["reconstruction"] == {"difference": {}}
    with pytest.raises(Refused):
        corrected(ACT, play, "cards KS 8H 9D\nstand 1\ncards 9C")


def test_reconstruction_moves_money_between_boxes() -> None:
    # record: box 1 12 + 9 = 21, box 2 17; 17 dealer. Put right: box 1 stood, the 9 breaks box 2.
    play = "cards KS 8C 8H 2D 9H\nhit 1\ncards 9C\nstand 2\ncards 9D"
    again = "cards KS 8C 8H 2D 9H\nstand 1\nhit 2\ncards 9C 9D"
    result = corrected(MA, play, again, *TWO)
    assert result["net"] == {"ann": -1000, "cy": -1000}
    assert result["reconstruction"]["difference"] == {"1 ann": -2000, "2 cy": -1000, "float": 3000}


def test_reconstruction_of_a_round_that_stopped() -> None:
    # only the pontoon was paid so far; box 2 had stood on soft 19, and the 9 makes the dealer 17
    play = "cards KS 8C 8H AD AH\nhit 2\ncards 9C"
    again = "cards KS 8C 8H AD AH\nstand 2\ncards 9C"
    result = corrected(NZ, play, again, *TWO)
    assert result["net"] == {"ann": 1500, "cy": 1000}
    assert result["reconstruction"]["difference"] == {"2 cy": 1000, "float": -1000}


def test_sg_no_reconstruction_after_a_settlement() -> None:
    # 5.10.1
    with pytest.raises(Refused):
        corrected(SG, "cards KS 6H 6D\nhit 1\ncards KC", "cards KS 6H 6D\nstand 1\ncards KC")
    result = corrected(SG, "cards KS 6H 4D\nhit 1\ncards 2C", "cards KS 6H 4D\nstand 1\ncards 2C")
    assert result["dealer"]["cards"] == ["6H", "2C"]


def test_what_is_left_alone() -> None:
    with pytest.raises(NotCovered):
        run(ACT, "void earlier 1 late_error")
    with pytest.raises(NotCovered):
        run(ACT, "cards KS 8H 4D\nshort\nresolve shuffle_discards\nreport count_shoe 400")


def test_what_was_tapped_after_a_missed_stand_stays() -> None:
    # MA: ace + ace stood on 12, the next ace was the second hand's, and so was the stand: 12 and 12 against 4 + 4 + 9
    play = "cards AD 4C AH\nsplit 1\ncards AH AH\nstand 1\ncorrect stood 1.1\ncards 4S 9S"
    result = run(MA, play)
    assert [hand["cards"] for hand in result["hands"]] == [["AD", "AH"], ["AH", "AH"]]
    assert result["net"] == {"ann": -2000}


def test_two_hands_are_void_at_once() -> None:
    # NZ 16.5: in the initial deal, so that the side wager of the box that had its cards is void too
    play = "cards AC KC KS AS\nreport misplaced_card\nresolve void_hand 2.1 1.1"
    result = run(NZ, play, ann(perfect_pairs=5_00), cy())
    assert result["net"] == {"ann": 0, "cy": 0}


def test_a_card_burnt_in_error() -> None:
    # the 5 comes back: 4 + 5 + 5 = 14, + 6 = 20 against 8 + 9; ACT 15.2: it stays burnt, 4 + 5 + KC = 19
    play = "cards 4S 8H 5C 5H\nreport burnt_in_error\n"
    assert run(NZ, play + "resolve use_as_next\ncards 6C\nstand 1\ncards 9D")["net"] == {"ann": 1000}
    result = run(ACT, play + "resolve discard\ncards KC\nstand 1\ncards 9D")
    assert result["hands"][0]["cards"] == ["4S", "5C", "KC"]


def test_cards_are_counted() -> None:
    # 8 decks of 48, three cards out: 381; MA burns one: 380
    play = "cards KS 8H 9C\nreport count_shoe "
    assert run(NZ, play + "381")["phase"] == "hands"
    assert run(MA, play + "380")["phase"] == "offers"
    assert run(NZ, play + "380\nresolve continue\nstand 1\ncards KD")["net"] == {"ann": 1000}
    assert run(SG, play + "382\nresolve void_round")["phase"] == "void"


# ---------------------------------------------------------------- cards stay where they lie


LIES = "cards 9H 8C 6S 5C 7D\nhit 1\ncards 3D\n"  # 14 and 15; the 3 was box 1's, and lies on box 2: 18


@pytest.mark.parametrize("report", ["missed_hit 1", "misplaced_card 2.1", "misplaced_card"])
def test_sg_the_card_stays_with_the_next_box(report: str) -> None:
    # S19: 14 and 18 against 6 + 10 + 1
    asked = "resolve continue\nresolve continue 1 ann\nresolve continue 2 cy\n"
    result = run(SG, f"{LIES}report {report}\n{asked}stand 1\nstand 2\ncards KD AC", *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["9H", "5C"], ["8C", "7D", "3D"]]
    assert result["net"] == {"ann": -1000, "cy": 1000}


def test_sg_nothing_was_settled_by_a_card_that_lies_elsewhere() -> None:
    # S18: in the record the 9 makes box 1's 14 a bust; on the felt box 2 has 24, and nothing was said to be collected
    play = "cards 9H 8C 6S 5C 7D\nhit 1\ncards 9D\nreport missed_hit 1"
    assert run(SG, play + "\nresolve reconstruct", *TWO)["phase"] == "hold"
    with pytest.raises(Refused):
        run(SG, play + " paid\nresolve reconstruct", *TWO)


def test_sg_a_side_bettor_is_asked_too() -> None:
    # 5.7 with 1.18: zoe has a side bet only
    zoe = {"box": 1, "player": "zoe", "bonus": 5_00, "seated": False}
    play = "cards 9H 6S\nreport error_card\nresolve reconstruct\nresolve continue 1 ann\nresolve take_back 1 zoe\n"
    result = run(SG, play + "cards 5C\nstand 1\ncards KC 2C", ann(), zoe)
    assert void_lines(result) == [(1, 1, "zoe", "bonus", 500)]


def test_nz_the_next_box_keeps_the_card_of_a_void_hand() -> None:
    # S20: 18 against 6 + 10 + 1
    result = run(NZ, f"{LIES}report missed_hit 1\nresolve void_hand\nstand 2\ncards KD AC", *TWO)
    assert result["net"] == {"ann": 0, "cy": 1000}


def test_nz_division_15_rebuilds_the_dealers_hand() -> None:
    # 16.5(b): the king was the void hand's: 14 against 6 + 9 + 2. In 2000 it is the dealer's: 6 + 10 + 9
    play = "cards 9H 8C 6S 5C 9D\nstand 1\nhit 2\ncards KH\nreport missed_hit 2\nresolve void_hand\ncards 9C"
    assert run(NZ, play + "\ncards 2D", *TWO)["net"] == {"ann": -1000, "cy": 0}
    assert run(GAZETTE, play, *TWO)["net"] == {"ann": 1000, "cy": 0}


def test_act_two_cards_at_once_are_nobodys_hit() -> None:
    # S21: 13 and 18 stand; the dealer has 8 + 6 + 9
    play = "cards 9S KC 8D 4H 8C\ntogether 6C 9C\nresolve use_as_next\nstand 1\nstand 2"
    result = run(ACT, play, *TWO)
    assert result["dealer"]["cards"] == ["8D", "6C", "9C"]
    assert result["net"] == {"ann": 1000, "cy": 1000}


def test_nz_standing_ends_no_offer_to_others() -> None:
    # S17: box 2 surrenders after box 1 stood
    result = run(NZ, "cards 9S 8C KD 9D 7C\nstand 1\nsurrender 2\ncards 8H", *TWO)
    assert result["net"] == {"ann": 0, "cy": -500}


# ---------------------------------------------------------------- judged after the random agreement


def test_nz_of_a_box_that_was_not_split_on_the_felt_no_hand_is_left_to_be_void() -> None:
    # 16.5(b): the 7 is the dealer's again, and the first hand is the whole box
    play = "cards 8H 7C 8C\nsplit 1\ncards 8H\nreport missed_dealer_card\nresolve void_hand 1.1 1.2"
    assert run(NZ, play)["net"] == {"ann": 0}
    with pytest.raises(Refused):
        run(NZ, play + " 1.3")


def test_nz_a_card_that_lay_ready_was_the_dealers() -> None:
    # box 1 doubled and was passed over, box 2 is void by choice: the 6 is the dealer's, 10 + 6 + 1; 16 loses both parts
    play = "cards 5S 6C QH 5S 5S\ndouble 1\nsurrender 2\ncards 6C\nreport burnt_in_error\nresolve use_as_next\n"
    result = run(GAZETTE, play + "cards AH\nreport missed_hit 1\nresolve void_hand 2.1\ncards 6C\nproceed", *TWO)
    assert result["dealer"]["cards"] == ["QH", "6C", "AH"]
    assert result["net"] == {"ann": -2000, "cy": 0}


def test_ma_a_ten_drawn_over_an_open_double_comes_after_the_round() -> None:
    # S17: the hole card is up before any card is the dealer's: 6 + 1 is a soft 17, and the second ten voids nothing
    play = "cards 5C 6D 6S\nhole AH\ncards TS\nresolve remove\ndouble 1\ncards 6H\ncards TH\nresolve remove"
    assert run(MA, play, hole_card="blind")["net"] == {"ann": 0}


def test_sg_the_last_card_of_the_deal_lies_on_the_first_box() -> None:
    # S18: box 2 has one card, so that no side bet of it has a result
    result = run(SG, "cards 8H 9C 7S 8D 6S\nreport misplaced_card\nresolve continue", *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["8H", "8D", "6S"], ["9C"]]
    assert run(SG, "cards 8H 9C 7S 8D 6S\nreport misplaced_card\nresolve reconstruct", *TWO)["phase"] == "hold"


def test_gazette_a_misplaced_card_may_lie_with_the_dealer() -> None:
    # 16.5, last sentence; in Division 15 (b) the dealer's hand is rebuilt
    play = "cards 9H 8C 4C\nreport misplaced_card\nresolve void_hand 1"
    three = [*TWO, {"box": 3, "player": "dee", "main": 10_00}]
    assert run(GAZETTE, play, *three)["dealer"]["cards"] == ["4C"]
    assert run(NZ, play, *three)["dealer"]["cards"] == []


def test_sg_the_dealers_pontoon_takes_no_third_card() -> None:
    # 5.10.2: Q + A on the felt, and the king is discarded; the surrendered box loses all, the double its initial bet
    play = "cards 6C 9S QH 5D 7D\nsurrender 2\ndouble 1\ncards AS KD\nreport missed_hit 1\nresolve continue\n"
    result = run(SG, play + "resolve continue 1 ann\ncards 9H\nproceed", *TWO)
    assert result["dealer"]["cards"] == ["QH", "AS"]
    assert result["net"] == {"ann": -1000, "cy": -1000}


def test_sg_a_side_bet_goes_back_with_the_last_bet_on_the_box() -> None:
    # 5.7.3, 5.15: zoe goes on, and then there is no hand that her cards could be
    zoe = {"box": 1, "player": "zoe", "bonus": 5_00, "seated": False}
    play = (
        "cards 7C 7S 7C\nreport missed_card 1 0\nresolve reconstruct\nresolve continue 1 zoe\nresolve take_back 1 ann"
    )
    assert run(SG, play, ann(), zoe)["net"] == {"ann": 0, "zoe": 0}


def test_ma_a_blackjack_is_passed_over() -> None:
    with pytest.raises(Refused):  # 7(e): it has nothing to decide
        run(MA, "cards KS 8H AS\nsurrender 1")


def test_sg_an_amount_that_nobody_said_counts_for_nothing() -> None:
    # 5.1.1 is measured by what is known: 900 dollars play for the maximum of 200
    missing = {"box": 1, "player": "bea", "missing": True}
    play = "cards 6S\nreport error_card\nresolve reconstruct\nresolve take_back 1 bea\nresolve continue 1 ann\n"
    rows = (ann(main=900_00, noticed=False), missing | {"seated": False})
    result = run(SG, play + "cards 9C 9D\nstand 1\ncards KH", *rows, maximum=200_00)
    assert result["net"] == {"ann": -200_00, "bea": 0}


def test_act_who_cannot_double_has_to_draw() -> None:
    # 3.3: no double in chips of 2.50 on a wager of 2 dollars, so that the 8 is his at once: 11 + 8, and no hit
    play = "cards 3H 6H 8C\ntogether 8D 9D\nresolve use_as_next\nstand 1\ncards KD"
    result = run(ACT, play, ann(main=2_00, noticed=False), smallest_chip=2_50, minimum=10_00)
    assert result["hands"][0]["cards"] == ["3H", "8C", "8D"]


def test_act_whose_wager_plays_nothing_decides_nothing() -> None:
    # 3.5: ann alone fills the box; 15.7: she is away, and drawn to twelve
    rows = (
        ann(main=200_00, noticed=False),
        {"box": 1, "player": "gil", "main": 2_00, "noticed": False, "seated": False},
    )
    play = "cards 7S 7H 7D\nreport absent_player 1\nresolve draw_to_twelve\ncards KD"
    assert run(ACT, play, *rows, maximum=100_00)["net"] == {"ann": -100_00, "gil": 0}


def test_nz_insurance_is_in_whole_chips() -> None:
    # S14: chips of 2.50, and half of 4.50 is less than one: nobody is waited for, and the 7 is the dealer's
    play = "cards 8D AH 6D\nstand 1\ntogether 7D 4C\nresolve use_as_next"
    result = run(GAZETTE, play, ann(main=4_50), smallest_chip=2_50)
    assert result["dealer"]["cards"] == ["AH", "7D"]


def test_ma_nothing_is_taken_for_a_hand_void_before_the_hole_card_was_up() -> None:
    # the double may still be taken back when the other hand dies: K + A then takes its wager of the one that is left
    play = "cards 7H KC 7H\nhole AS\nsplit 1\ncards 7D\ndouble 1\ncards 5D\nreport missed_hit 1\nresolve dead_hand\n"
    assert run(MA, play + "proceed", hole_card="blind")["net"] == {"ann": -1000}


def test_nz_two_cards_that_look_alike_are_not_the_same_card() -> None:
    # 16.5: box 2 has the first of the two eights, and the void hand the second no more
    result = run(NZ, "cards 9C 8C 6S 4H 5D\nhit 1\ncards 8S 8S\nreport missed_hit 1\nresolve void_hand", *TWO)
    assert [hand["cards"] for hand in result["hands"]] == [["9C", "4H"], ["8C", "5D", "8S"]]
    assert result["net"] == {"ann": 0, "cy": 1000}


def test_sg_what_only_the_record_had_taken_goes_back_too() -> None:
    # S18: the first hand had stood on 16; 5.7.3: bob took back what had no result
    play = (
        "cards 8C 6C 8D\nsplit 1\ncards 8S 9D 7S\nreport error_card\nresolve continue\nresolve continue 1 ann\n"
        "resolve take_back 1 bob\ncorrect stood 1.1\ncards KC 4H"
    )
    assert run(SG, play, ann(), bob())["net"] == {"ann": -2000, "bob": 0}


def test_sg_a_late_offer_goes_with_the_bet() -> None:
    play = (
        "cards 8S AS 8C\nreport missed_insurance_offer 1 bob\nresolve offer_late\nerror_down 8H\n"
        "resolve use_as_next\nresolve continue 1 ann\nresolve take_back 1 bob\nstand 1"
    )
    assert run(SG, play, ann(), bob())["net"] == {"ann": -1000, "bob": 0}


def test_ma_the_next_card_ends_a_rescue_though_the_dealer_has_no_use_for_it() -> None:
    # 15(d): the 6 lay ready and is the double's, 4 + 3 + 6. S17: the 2 ends the rescue; the king is the dealer's 17
    play = "cards 4H 5S 7D 3C 6S\ncards KC AC\ndouble 1\ncards 2D\nreport missed_card 2 1\nresolve dead_hand"
    result = run(MA, play, *TWO)
    assert (result["phase"], result["dealer"]["cards"]) == ("complete", ["7D", "KC"])
    assert result["net"] == {"ann": -2000, "cy": 0}


def test_sg_what_is_declared_does_not_end_the_deal() -> None:
    # 1.13: box 2 has its second card before box 1 decides, and bob's side bet had no result when he took it back
    rows = (ann(), bob(bonus=5_00), cy(), {"box": 3, "player": "dee", "main": 10_00})
    play = (
        "cards 9H 7D 8C 6H 5S 7S\nreport absent_player 3\nresolve draw_to_twelve\nreport missed_card 2 1\n"
        "resolve continue\nresolve continue 1 ann\nresolve take_back 1 bob\nresolve continue 2 cy\n"
        "resolve continue 3 dee\ncards KC\nstand 1\nstand 2\ncards KD 9C"
    )
    assert run(SG, play, *rows)["net"] == {"ann": 1000, "bob": 0, "cy": 1000, "dee": 1000}


def test_ma_the_reader_comes_before_a_card_that_lies_ready() -> None:
    # 7(i): box 2 is away and stands on 12; 15(d): 9 and 2 are the dealer's, but only after the reading: 20
    play = (
        "cards AC AH AH 9S 2C\nhole 3S\nreport missed_card 1 0\nresolve dead_hand\nreport absent_player 2\n"
        "resolve stand\npeek\ncards 5S"
    )
    result = run(MA, play, *TWO, hole_card="reader")
    assert result["dealer"]["cards"] == ["AH", "3S", "9S", "2C", "5S"]
    assert result["net"] == {"ann": 0, "cy": -1000}


def test_ma_a_needless_stand_is_nothing_that_was_done() -> None:
    # 15(i): box 1 is dead, the king is box 2's, 8 + 3 + 10 = 21, and so its stand falls; the king is taken back (15(d))
    play = (
        "cards KC 8C AC KH 3H\nhole JH\ncards KH\nstand 2\nreport missed_hit 1\nresolve dead_hand\n"
        "report card_to_empty_box\nresolve use_as_next\nstand 2"
    )
    result = run(MA, play, *TWO, hole_card="blind")
    assert result["hands"][1]["cards"] == ["8C", "3H"]
    assert result["net"] == {"ann": 0, "cy": -1000}


def test_ma_what_the_reader_said_stands_though_the_cards_lie_otherwise() -> None:
    # 15(h): the dealer's first card is the ace, and there is no blackjack; 15(m): 5 + 10 + 7 = 22
    play = (
        "cards 5C AD JD AC AH\nhole AS\npeek\nreport missed_card 1 0\nresolve dead_hand\nresolve no_reader\n"
        "hit 2\nhit 2\ncards 5H"
    )
    assert run(MA, play, *TWO, hole_card="reader")["net"] == {"ann": 0, "cy": -1000}


def test_sg_what_was_paid_before_the_error_does_not_go_back() -> None:
    # the first hand had stood on 16 and goes back (S18, 5.7.3); the second had three sevens by then: 3.26, 2 to 1
    play = (
        "cards 7H 7C 7H\nsplit 1\ncards 2S 7H 7H 7H\ntogether 7H 8C\nresolve choose 8C\nresolve take_back 1 ann\n"
        "correct stood 1.1"
    )
    assert run(SG, play)["net"] == {"ann": 2000}


def test_sg_who_has_21_by_the_missed_card_is_asked_before_it() -> None:
    # S18: the dealer drew the 2 that makes 21, and the king: none of that is paid before ann has answered
    play = "cards 8D AS QD\ninsure 1 ann 500\ncards AC\nhit 1\ncards 2S KH\nreport missed_hit 1\nresolve reconstruct\n"
    assert run(SG, play + "resolve take_back 1 ann", ann())["net"] == {"ann": 0}
    assert run(SG, play + "resolve continue 1 ann", ann())["net"] == {"ann": 2000}


def test_act_a_pair_may_be_split_though_there_are_no_chips_to_double_it() -> None:
    # 10.2(c), 3.3: 6 must draw, $2 is no multiple of a $5 chip, but 11 lets the pair be split; S21: the king lies ready
    rows = [ann(), {"box": 2, "player": "cy", "main": 200, "noticed": False}]
    play = "cards 8H 3H 3C 3C 3D\ntogether KD KS\nresolve use_as_next\nhit 1\nsplit 2\n"
    hands = run(ACT, play, *rows, smallest_chip=500)["hands"]
    assert [hand["cards"] for hand in hands] == [["8H", "3C", "KD"], ["3H", "KS"], ["3D"]]


@pytest.mark.parametrize(("before", "stake"), [("", 1000), ("cards 8H\n", 750)])
def test_act_a_side_bet_counts_to_its_maximum_from_the_first_card_on(before: str, stake: int) -> None:
    # 3.5, 18.9: until then the whole of it lies there, as with a main wager, and the whole of it goes back
    over = ann(perfect_pairs=1000, noticed=False)
    result = run(ACT, before + "interrupt\nresolve void_round", over, side_maximum=750)
    assert (1, 1, "ann", "perfect_pairs", stake) in void_lines(result)


def test_act_what_lies_on_the_layout_is_not_in_the_shoe_after_the_discards_are() -> None:
    # 15.6, 2.1: three sevens of spades lie there, so two more at once are one too many of three decks
    play = "cards 7S\nshort\nresolve shuffle_discards\ncards 9H AS 7S 7H\ntogether 7S 7S\n"
    assert run(ACT, play + "resolve void_round", *TWO, decks=3)["phase"] == "void"


def test_act_a_hand_that_was_taken_is_in_the_shoe_again() -> None:
    # 15.6: box 1 is bust and off the layout, so its seven may come again
    play = "cards 7S KS 7S KH KC\nhit 1\ncards QS\nshort\nresolve shuffle_discards\nhit 2\ncards 7S"
    assert run(ACT, play, *TWO, decks=2)["phase"] == "complete"


def test_ma_nothing_is_on_offer_to_a_hand_that_is_dead() -> None:
    # 15(h): box 2 was passed over, so its double and the end of its rescue fall; box 1 is away and stands on 8 (7(e))
    play = (
        "cards 2H 4C AC 6S 2C\nhole 7C\npeek\nreport absent_player 1\nresolve stand\ndouble 2\ncards 2D\nproceed\n"
        "report missed_card 2 1\nresolve dead_hand"
    )
    result = run(MA, play, *TWO, hole_card="reader")
    assert [hand["cards"] for hand in result["hands"]] == [["2H", "6S"], ["4C"]]
    assert result["net"] == {"ann": -1000, "cy": 0}


def test_sg_a_bet_that_was_split_goes_back_from_every_hand() -> None:
    # 5.7.3: ann had no result before the dealer's card, when the kings lay on one hand; now they are two
    play = "cards KC 6H KD\nsplit 1\nreport missed_dealer_card\nresolve reconstruct\nresolve take_back 1 ann"
    assert run(SG, play)["net"] == {"ann": 0}
    assert {line[1] for line in void_lines(run(SG, play))} == {1, 2}


def test_act_where_nothing_plays_any_more_the_hand_is_void() -> None:
    # 3.5: cat's wager fills the box, so nothing of bob's counts; without cat's nobody plays, and no card goes there
    rows = [ann(), cy(900_00, noticed=False), bob(200_00, box=2, noticed=False)]
    result = run(ACT, "cards 9H 9S 8D 8C\nvoid wager 2 cy main other\nstand 1\ncards KH", *rows, maximum=200_00)
    assert result["phase"] == "complete"
    assert result["net"] == {"ann": -1000, "bob": 0, "cy": 0}


def test_ma_a_needless_card_beside_a_hole_card_makes_no_blackjack() -> None:
    # 15(i): box 1 has 21 and wins, since the reader found no blackjack; box 2 is dead, and its jack lies with the ace
    play = (
        "cards 9S 8D AD 8C 9D\nhole 9C\npeek\nhit 1\ncards 4H\nhit 2\ncards JH\nreport missed_hit 2\nresolve dead_hand"
    )
    assert run(MA, play, *TWO, hole_card="reader")["net"] == {"ann": 1000, "cy": 0}


def test_ma_a_hole_card_that_turned_itself_up_is_not_up_on_the_felt() -> None:
    # 15(i): the 7 lies on box 2, K + 7 + 7; box 1 gets its double card late, before the hole card is up: 7 + 7 + 7
    play = (
        "cards 7C KD 7H 7H 7H\nhole 5D\ndouble 1\ncards 7C\nstand 2\nreport missed_hit 1\nresolve late_card\n"
        "cards 7H\nproceed"
    )
    assert run(MA, play, *TWO, hole_card="reader")["net"] == {"ann": 2000, "cy": -1000}
