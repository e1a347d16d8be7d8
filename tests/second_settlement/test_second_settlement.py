"""Rounds worked out by hand, for all five books."""

from typing import Any

import pytest

from . import NotCovered, Refused, settle

Row = dict[str, Any]

NZ = "nz-division-15"
GAZETTE = "nz-gazette-2000"
SG = "sg-pontoon-plus-v5"
ACT = "act-canberra-2005"
MA = "ma-pontoon-21-v3"


def ann(main: int = 10_00, box: int = 1, **more: Any) -> Row:
    return {"box": box, "player": "ann", "main": main, **more}


def bob(main: int = 20_00, box: int = 1, **more: Any) -> Row:
    return {"box": box, "player": "bob", "main": main, "seated": False, **more}


def run(ruleset: str, play: str, *rows: Row, **table: Any) -> dict[str, Any]:
    wagers = list(rows) if rows else [ann()]
    result = settle({"ruleset": ruleset, "wager": wagers, "play": play, "table": table})
    net: dict[str, int] = {}
    for row in wagers:
        net[row["player"]] = 0
    for line in result["settlements"]:
        net[line["player"]] += line["pays"] - line["takes"]
    assert net == result["net"]
    return result


def lines(result: dict[str, Any], wager: str = "main") -> list[tuple[Any, ...]]:
    """hand, player, stake, outcome, odds, pays, takes"""
    assert result["phase"] == "complete"
    found: list[tuple[Any, ...]] = []
    for line in result["settlements"]:
        if line["wager"] == wager:
            names = ["hand", "player", "stake", "outcome", "odds", "pays", "takes"]
            found.append(tuple(line[name] for name in names))
    return found


# ------------------------------------------------------------ the published example


def test_published_example() -> None:
    play = """
    cards 8S 6H 8D          # initial deal in drawn order
    split 1
    cards 3C
    double 1 ann=10_00
    cards QH KC
    stand 1
    cards KD 5C
    """
    table = {
        "decks": 8,
        "minimum": 10_00,
        "maximum": 5_000_00,
        "increment": 5_00,
        "smallest_chip": 2_50,
        "hole_card": "none",
    }
    result = run(NZ, play, ann(perfect_pairs=5_00), bob(), **table)
    assert lines(result, "perfect_pairs") == [(1, "ann", 500, "win", "5:1", 2500, 0)]
    assert lines(result) == [
        (1, "ann", 2000, "win", "1:1", 2000, 0),
        (1, "bob", 2000, "win", "1:1", 2000, 0),
        (2, "ann", 1000, "lose", None, 0, 1000),
        (2, "bob", 2000, "lose", None, 0, 2000),
    ]
    assert result["net"] == {"ann": 3500, "bob": 0}
    assert result["dealer"] == {"cards": ["6H", "KD", "5C"], "total": 21, "soft": False}
    assert [hand["cards"] for hand in result["hands"]] == [["8S", "3C", "QH"], ["8D", "KC"]]


# ------------------------------------------------------------ nz-division-15


def test_nz_pontoon_is_paid_against_dealer_ace() -> None:
    # odd cents: 3:2 of 10.25 is 15.375, up to 15.38
    result = run(NZ, "cards AS AH KD", ann(10_25))
    assert lines(result) == [(1, "ann", 1025, "win", "3:2", 1538, 0)]
    assert result["dealer"]["cards"] == ["AH"]


def test_nz_double_against_pontoon_loses_the_original_only() -> None:
    result = run(NZ, "cards 6S KH 5D\ndouble 1\ncards 9C AD")
    assert lines(result) == [(1, "ann", 2000, "lose", None, 0, 1000)]


def test_nz_rescue() -> None:
    play = "cards 6S KH 5D\ndouble 1 ann=5_00 bob=20_00\ncards 2C\nrescue 1 ann\ncards 7D"
    result = run(NZ, play, ann(), bob())
    # 13 against 17: bob stays and loses 40, ann gives up her 10
    assert lines(result) == [
        (1, "ann", 1500, "rescue", None, 0, 1000),
        (1, "bob", 4000, "lose", None, 0, 4000),
    ]


def test_nz_ace_of_the_deal_is_one_when_doubled() -> None:
    result = run(NZ, "cards AS 6H 5D\ndouble 1\ncards 4C KD 9C")
    assert result["hands"][0]["total"] == 10
    assert result["hands"][0]["soft"] is False
    # the dealer has 6 + K + 9 = 25
    assert lines(result) == [(1, "ann", 2000, "win", "1:1", 2000, 0)]


def test_nz_split_against_pontoon_takes_the_original() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards KC\nstand 1\ncards QC\nstand 1\ncards AD"
    result = run(NZ, play)
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (2, "ann", 1000, "returned", None, 0, 0),
    ]


def test_nz_split_original_won_so_an_equal_amount_is_taken() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards 3C\nhit 1\ncards KC QC\nstand 1\ncards AD"
    result = run(NZ, play)
    assert lines(result) == [
        (1, "ann", 1000, "win", "1:1", 1000, 0),
        (2, "ann", 1000, "lose", None, 0, 1000),
    ]


def test_nz_split_original_bust_then_pontoon() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards KC\nhit 1\ncards KS QC\nstand 1\ncards AD"
    result = run(NZ, play)
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (2, "ann", 1000, "returned", None, 0, 0),
    ]


def test_nz_insurance_and_surrender_with_and_without_pontoon() -> None:
    play = "cards KS AH 6D\ninsure 1 ann 5_00\nsurrender 1\nproceed\ncards "
    result = run(NZ, play + "KD")
    assert lines(result) == [(1, "ann", 1000, "lose", None, 0, 1000)]
    assert lines(result, "insurance") == [(1, "ann", 500, "win", "2:1", 1000, 0)]
    result = run(NZ, play + "5D")
    assert lines(result) == [(1, "ann", 1000, "surrender", None, 0, 500)]
    assert lines(result, "insurance") == [(1, "ann", 500, "lose", None, 0, 500)]
    assert run(NZ, play + "5D 2C")["phase"] == "hold"


def test_nz_super_bonus_with_an_undoubled_bettor() -> None:
    play = "cards 7S 9D 7H 7S 9S\ndouble 1 ann=10_00\ncards 7S\nstand 2\ncards KD"
    result = run(NZ, play, ann(), bob(25_00), {"box": 2, "player": "cy", "main": 3_00})
    assert lines(result) == [
        (1, "ann", 2000, "win", "1:1", 2000, 0),
        (1, "bob", 2500, "win", "3:1", 7500, 0),
        (1, "cy", 300, "win", "1:1", 300, 0),
    ]
    assert lines(result, "super_bonus") == [(1, "bob", 0, "win", None, 500000, 0)]
    assert lines(result, "super_bonus_others") == [
        (1, "ann", 0, "win", None, 5000, 0),
        (1, "cy", 0, "win", None, 5000, 0),
    ]


def test_nz_forced_draw_refuses_stand() -> None:
    with pytest.raises(Refused):
        run(NZ, "cards 4S 9H 5D\nstand 1")


def test_nz_five_and_six_cards() -> None:
    result = run(NZ, "cards 2S 9H 3D\ncards 4C 5C\nhit 1\ncards 7D")
    assert lines(result) == [(1, "ann", 1000, "win", "3:2", 1500, 0)]
    result = run(NZ, "cards 2S 9H 2D\ncards 3C 4C 3D\nhit 1\ncards 7D")
    assert lines(result) == [(1, "ann", 1000, "win", "2:1", 2000, 0)]


def test_nz_nobody_seated_the_nearest_decides() -> None:
    result = run(NZ, "cards 4S 9H 5D\ndouble 1\ncards 4H KD", bob())
    # 13 against 19, doubled
    assert lines(result) == [(1, "bob", 4000, "lose", None, 0, 4000)]


def test_nz_dealer_draws_on_soft_17_and_stops_on_18() -> None:
    play = "cards KS AH 9D\nproceed\nstand 1\ncards 6D AD"
    result = run(NZ, play)
    assert result["dealer"] == {"cards": ["AH", "6D", "AD"], "total": 18, "soft": True}
    assert lines(result) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert run(NZ, play + " 2C")["phase"] == "hold"


# ------------------------------------------------------------ nz-gazette-2000


def test_gazette_has_no_perfect_pairs() -> None:
    with pytest.raises(Refused):
        run(GAZETTE, "cards 8S 6H 8D", ann(perfect_pairs=5_00))


def test_gazette_bettor_behind_on_the_second_hand() -> None:
    play = "cards 8S 9H 8D\nsplit 1 bob=second\ncards 9C\nstand 1\ncards KC\nstand 1\ncards 9D"
    result = run(GAZETTE, play, ann(), bob())
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (2, "ann", 1000, "stand_off", None, 0, 0),
        (2, "bob", 2000, "stand_off", None, 0, 0),
    ]


def test_gazette_split_aces_get_one_card_each() -> None:
    result = run(GAZETTE, "cards AS 9H AD\nsplit 1\ncards KC 5C 9D")
    # 21 is paid evens, soft 16 loses to 18
    assert lines(result) == [
        (1, "ann", 1000, "win", "1:1", 1000, 0),
        (2, "ann", 1000, "lose", None, 0, 1000),
    ]


def test_gazette_three_hands_at_most() -> None:
    play = "cards 8S 9H 8D\nsplit 1\ncards 8C\nsplit 1\ncards 8H\nsplit 1"
    with pytest.raises(Refused):
        run(GAZETTE, play)


# ------------------------------------------------------------ sg-pontoon-plus-v5


def test_sg_side_bets_also_without_an_own_main_wager() -> None:
    play = "cards AS 9H AS\nsplit 1\ncards KC 5C 9D"
    rows = [ann(player_pair=5_00), {"box": 1, "player": "cy", "bonus": 2_00}]
    result = run(SG, play, *rows)
    assert lines(result, "player_pair") == [(1, "ann", 500, "win", "11:1", 5500, 0)]
    assert lines(result, "bonus") == [(1, "cy", 200, "win", "40:1", 8000, 0)]


def test_sg_bonus_table() -> None:
    for cards, after, odds in [
        ("AS 9H AD", "stand 1\ncards 8D", "11:1"),
        ("KS 9H KD", "stand 1\ncards 8D", "8:1"),
        ("KS 9H QD", "stand 1\ncards 8D", None),
        ("QS 9H AD", "", "4:1"),
        ("4S 9H 4D", "cards 9S\nstand 1\ncards 8D", "3:1"),
        ("4S 9H AD", "stand 1\ncards 8D", "1:1"),
    ]:
        result = run(SG, f"cards {cards}\n{after}", ann(bonus=1_00))
        assert lines(result, "bonus")[0][4] == odds


def test_sg_split_and_double_against_pontoon() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards 3C\ndouble 1\ncards 9C KC\nstand 1\ncards AD"
    result = run(SG, play)
    assert lines(result) == [
        (1, "ann", 2000, "lose", None, 0, 1000),
        (2, "ann", 1000, "lose", None, 0, 1000),
    ]


def test_sg_double_on_three_cards_is_refused() -> None:
    with pytest.raises(Refused):
        run(SG, "cards 2S KH 3D\ncards 4C\ndouble 1")


def test_sg_pro_rata() -> None:
    # 60.00 and 30.00 on a maximum of 50.00: 33.33 and 16.66, and the odd cent goes to the seated player
    rows = [ann(60_00, noticed=False), bob(30_00)]
    table = {"minimum": 10_00, "maximum": 50_00}
    result = run(SG, "cards KS 9H 9D\nstand 1\ncards 8D", *rows, **table)
    assert lines(result) == [
        (1, "ann", 3334, "win", "1:1", 3334, 0),
        (1, "bob", 1666, "win", "1:1", 1666, 0),
    ]
    result = run(SG, "cards KS 9H 8D\nstand 1\ncards KD", *rows, **table)
    assert lines(result) == [
        (1, "ann", 3334, "lose", None, 0, 3334),
        (1, "bob", 1666, "lose", None, 0, 1666),
    ]
    with pytest.raises(Refused):
        run(SG, "cards KS 9H 9D", ann(60_00), maximum=50_00)


def test_sg_pro_rata_keeps_the_minimum_and_spares_the_small() -> None:
    rows = [ann(80_00, noticed=False), bob(12_00), bob(8_00, player="cy")]
    table = {"minimum": 10_00, "maximum": 50_00}
    result = run(SG, "cards KS 9H 9D\nstand 1\ncards 8D", *rows, **table)
    # half of each: 40.00; 6.00 is lifted to 10.00; 8.00 was under the minimum anyway
    assert [line[2] for line in lines(result)] == [4000, 1000, 800]


def test_sg_highest_bettor_decides_and_fifty_goes_to_the_circle() -> None:
    play = "cards 7S KS 7H 7S 9S\nhit 1\ncards 7S\nstand 2\ncards 4D 9C"
    rows = [
        ann(100_00),
        bob(5_00),
        {"box": 2, "player": "cy", "main": 10_00, "seated": False},
        {"box": 2, "player": "dee", "main": 20_00},
    ]
    result = run(SG, play, *rows)
    assert lines(result, "super_bonus") == [(1, "ann", 0, "win", None, 500000, 0)]
    assert lines(result, "super_bonus_others") == [(1, "dee", 0, "win", None, 5000, 0)]
    # suited spades pay 3:1 besides; box 2 has 19 against 7 + 4 + 9 = 20
    assert lines(result)[0] == (1, "ann", 10000, "win", "3:1", 30000, 0)
    assert result["net"] == {"ann": 530000, "bob": 1500, "cy": -1000, "dee": 3000}


# ------------------------------------------------------------ act-canberra-2005


def test_act_perfect_pairs() -> None:
    play = "cards QS 9H QC\nstand 1\ncards 8D"
    rows = [ann(perfect_pairs=5_00), {"box": 3, "player": "cy", "perfect_pairs": 4_00}]
    result = run(ACT, play, *rows)
    assert lines(result, "perfect_pairs") == [
        (1, "ann", 500, "win", "12:1", 6000, 0),
        (1, "cy", 400, "void", None, 0, 0),
    ]


def test_act_everybody_on_a_doubled_hand_is_paid_evens() -> None:
    play = "cards 6S 9H 7S\ndouble 1 ann=10_00\ncards 8S"
    result = run(ACT, play, ann(), bob())
    assert lines(result) == [
        (1, "ann", 2000, "win", "1:1", 2000, 0),
        (1, "bob", 2000, "win", "1:1", 2000, 0),
    ]
    assert run(ACT, play + " 5D", ann(), bob())["phase"] == "hold"


def test_act_unnoticed_maximum() -> None:
    play = "cards KS 9H 8D\nstand 1\ncards KD"
    result = run(ACT, play, ann(80_00, noticed=False), bob(10_00), maximum=50_00)
    assert lines(result) == [
        (1, "ann", 5000, "lose", None, 0, 5000),
        (1, "bob", 0, "lose", None, 0, 0),
    ]
    result = run(ACT, play, ann(3_00, noticed=False), minimum=5_00)
    assert lines(result) == [(1, "ann", 300, "lose", None, 0, 300)]


def test_act_split_against_pontoon_takes_one_amount() -> None:
    play = "cards 8S KH 8D\nsplit 1\ncards KC\nhit 1\ncards KS QC\nstand 1\ncards AD"
    result = run(ACT, play)
    # the bust hand is lost for itself (11.8), the pontoon takes one wager (11.9)
    assert [line[6] for line in lines(result)] == [1000, 1000]


def test_act_super_bonus_and_every_other_wager() -> None:
    play = "cards 7H KS 7D 7H 9S\nhit 1\ncards 7H\nstand 2\ncards KD"
    rows = [ann(24_50), ann(10_00, box=2), bob(10_00, box=2)]
    result = run(ACT, play, *rows)
    assert lines(result, "super_bonus") == [(1, "ann", 0, "win", None, 100000, 0)]
    assert len(lines(result, "super_bonus_others")) == 2
    # 2:1 on 24.50; 19 beats 17
    assert result["net"] == {"ann": 4900 + 100000 + 1000 + 5000, "bob": 6000}


# ------------------------------------------------------------ ma-pontoon-21-v3


def test_ma_21_against_21_and_against_blackjack() -> None:
    play = "cards 9S KH 5D\nhit 1\ncards 7C "
    assert lines(run(MA, play + "AD")) == [(1, "ann", 1000, "lose", None, 0, 1000)]
    assert lines(run(MA, play + "6D")) == [(1, "ann", 1000, "win", "1:1", 1000, 0)]
    assert run(MA, play + "6D 5D")["phase"] == "hold"


def test_ma_dealer_stands_on_soft_17() -> None:
    result = run(MA, "cards 9S 6H 8D\nstand 1\ncards AD")
    assert result["dealer"] == {"cards": ["6H", "AD"], "total": 17, "soft": True}
    assert lines(result) == [(1, "ann", 1000, "stand_off", None, 0, 0)]


def test_ma_reader_finds_blackjack() -> None:
    play = "cards 9S AS AH 5D QS\nhole KC\ninsure 1 ann 5_00\npeek"
    rows = [ann(), {"box": 2, "player": "cy", "main": 10_00, "match_super_bonus": 5_00}]
    result = run(MA, play, *rows, hole_card="reader")
    assert result["dealer"]["cards"] == ["AH", "KC"]
    assert lines(result, "insurance") == [(1, "ann", 500, "win", "2:1", 1000, 0)]
    assert lines(result, "match_super_bonus") == [(1, "cy", 500, "win", "3:1", 1500, 0)]
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (1, "cy", 1000, "win", "3:2", 1500, 0),
    ]
    with pytest.raises(Refused):
        run(MA, "cards 9S AH 5D\nhole 2C\ncards 3C", hole_card="reader")


def test_ma_surrender_on_turn_under_a_small_card() -> None:
    play = "cards 9S 9D 6H 5D 7D\nstand 1\nsurrender 2\ncards KD 4D"
    result = run(MA, play, ann(), {"box": 2, "player": "cy", "main": 10_05})
    # half of 10.05 is 5.025, down to 5.02; 14 loses to 20
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (1, "cy", 1005, "surrender", None, 0, 502),
    ]


def test_ma_split_aces_play_on() -> None:
    play = """cards AS 6H AD
    hole KD
    split 1
    cards 5C
    hit 1
    cards 8C
    hit 1
    cards KC          # 24
    cards 9D          # the second hand: soft 20
    stand 1
    cards 2C          # 18
    """
    result = run(MA, play, hole_card="blind")
    assert result["hands"][0]["cards"] == ["AS", "5C", "8C", "KC"]
    assert result["dealer"]["cards"] == ["6H", "KD", "2C"]
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (2, "ann", 1000, "win", "1:1", 1000, 0),
    ]
    with pytest.raises(Refused):
        run(MA, play)


def test_ma_two_card_21_after_a_split_is_no_blackjack() -> None:
    result = run(MA, "cards AS KH AD\nsplit 1\ncards KC 6D\nstand 1\ncards AC")
    assert lines(result) == [
        (1, "ann", 1000, "lose", None, 0, 1000),
        (2, "ann", 1000, "returned", None, 0, 0),
    ]


def test_ma_blind_hole_stays_down_when_nothing_hangs_on_it() -> None:
    result = run(MA, "cards KS 6H 6D\nhole KD\nhit 1\ncards KC", hole_card="blind")
    assert result["dealer"]["cards"] == ["6H"]
    assert lines(result) == [(1, "ann", 1000, "lose", None, 0, 1000)]


def test_ma_super_bonus_and_fifty_for_each_person() -> None:
    play = "cards 7S KS 7H 7S 9S\nhit 1\ncards 7S\nstand 2\ncards KD"
    rows = [ann(5_00), ann(10_00, box=2), bob(10_00, box=2), bob(10_00)]
    result = run(MA, play, *rows, boxes_per_player=2)
    assert sorted(lines(result, "super_bonus")) == [
        (1, "ann", 0, "win", None, 100000, 0),
        (1, "bob", 0, "win", None, 100000, 0),
    ]
    assert lines(result, "super_bonus_others") == []
    result = run(MA, play, ann(5_00), ann(10_00, box=2), bob(10_00, box=2), boxes_per_player=2)
    fifty = [line for line in result["settlements"] if line["wager"] == "super_bonus_others"]
    assert [(line["box"], line["player"]) for line in fifty] == [(2, "bob")]


def test_ma_match_super_bonus_table() -> None:
    for cards, odds in [
        ("9S 9S 9S", "24:1"),
        ("9S 9S 9H", "15:1"),
        ("9S 9S 8H", "12:1"),
        ("9H 9S 9D", "6:1"),
        ("8D 9S 9D", "3:1"),
        ("8D 9S 7D", None),
    ]:
        play = f"cards {cards}\nstand 1\ncards 9C"
        result = run(MA, play, ann(match_super_bonus=5_00))
        assert lines(result, "match_super_bonus")[0][4] == odds


# ------------------------------------------------------------ what is left alone


def test_not_covered() -> None:
    with pytest.raises(NotCovered):
        run(MA, "cards 8S 6H 8D", ann(bonus_spin=5_00))


def test_refusals() -> None:
    for play in [
        "cards 8S 6H 8D\nstand 2",
        "dance 1",
        "cards 8S 6H 8D\nsurrender 1",
        "cards 8S 6H 8D\nproceed",
    ]:
        with pytest.raises(Refused):
            run(NZ, play)
    with pytest.raises(Refused):
        run(NZ, "cards 8S 6H 8D\ndouble 1 ann=12_00")


def test_unfinished() -> None:
    assert run(NZ, "cards 8S 6H 8D")["phase"] == "hands"
    assert run(NZ, "cards 8S KH 8D")["phase"] == "offers"
    assert run(NZ, "cards 8S 6H 8D\nstand 1\ncards 5D")["phase"] == "dealer"
