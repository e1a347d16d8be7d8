"""The five rule books as plain facts. Every fact names the clause it comes from."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Book:
    name: str
    # --- wagers
    side_bets: list[str]
    bettors_on_a_box: int | None
    unseated_control: str  # who decides with nobody seated: "nobody", "nearest", "highest"
    unnoticed_over: str  # over a limit, unseen: "stands", "cap", "pro_rata"
    doubles_in_multiples: bool  # doubles and side bets go in the displayed multiples and in whole chips
    boxes_of_a_player: int | None  # where the table says nothing
    # --- insurance and surrender
    pontoon_may_insure: bool
    insurance_must_be_payable_in_chips: bool
    insurance_in_whole_chips: bool
    insurance_may_go_to_next_chip: bool
    surrender_at_turn: bool  # True: on the box's turn, whatever the dealer's first card is
    # --- playing a hand
    must_draw_below: int  # 0: no forced draw
    double_only_on_two_cards: bool
    double_at_least_increment: bool
    ace_is_one_when_doubled: str  # "initial_deal", "first_two", "no"
    most_hands: int
    split_aces_one_card: bool
    may_choose_second_hand: bool  # a bettor behind may put his one wager on the second hand
    # --- dealer
    dealer_hits_soft_17: bool
    draws_out_for_surrender: bool  # a surrendered hand alone makes the dealer draw to the end
    # --- results
    player_21_wins_at_once: bool
    two_card_21_pays_3_to_2: bool  # also after a split
    undoubled_bettor_keeps_odds: bool  # on a hand that others doubled
    pontoon_takes_after_split: str  # "one_in_all", "original_or_equal", "one_amount", "each_hand"
    super_bonus_least: int  # cents
    super_bonus_large: int  # cents: from here 5000 dollars
    super_bonus_split_bar: str  # "any_split", "suited_sevens_split"
    fifty_dollars: str  # "each_wager", "each_player", "each_circle"
    perfect_pairs_odds: list[int]  # mixed, coloured, perfect


NZ_DIVISION_15 = Book(
    name="nz-division-15",
    side_bets=["perfect_pairs"],  # 15A
    bettors_on_a_box=3,  # 15.1
    unseated_control="nearest",  # 15.3(a) leaves it open
    unnoticed_over="stands",  # no clause; 5.5(b) lets no wager be altered
    doubles_in_multiples=False,  # 12.3(b) wants a least amount only
    boxes_of_a_player=None,  # 15.4
    pontoon_may_insure=False,  # 10.2
    insurance_must_be_payable_in_chips=True,  # 10.4(b)
    insurance_in_whole_chips=True,  # 10.3, 10.4(b)
    insurance_may_go_to_next_chip=False,  # 10.4(a)
    surrender_at_turn=False,  # 1.0 "Surrender", 9.3
    must_draw_below=12,  # 14.1(d)
    double_only_on_two_cards=False,  # 12.1
    double_at_least_increment=True,  # 12.3(b)
    ace_is_one_when_doubled="first_two",  # 4.1(c)(ii), 12.2, read as the hand's first two
    most_hands=3,  # 13.4(a)
    split_aces_one_card=True,  # 13.4(b)
    may_choose_second_hand=True,  # 15.3(d)
    dealer_hits_soft_17=True,  # 14.3
    draws_out_for_surrender=False,  # 14.4
    player_21_wins_at_once=True,  # 5.1(d), 9.2
    two_card_21_pays_3_to_2=False,  # 11.1, 13.4(c)
    undoubled_bettor_keeps_odds=True,  # 12.6
    pontoon_takes_after_split="original_or_equal",  # 13.7, 13.8
    super_bonus_least=200,  # 11.2
    super_bonus_large=2500,  # 11.2
    super_bonus_split_bar="any_split",  # 13.6
    fifty_dollars="each_wager",  # 11.3
    perfect_pairs_odds=[5, 10, 25],  # 11.2A
)

# The 2000 text has the same rules of play and no section 15A.
NZ_GAZETTE_2000 = replace(NZ_DIVISION_15, name="nz-gazette-2000", side_bets=[], perfect_pairs_odds=[])

SG_PONTOON_PLUS_V5 = Book(
    name="sg-pontoon-plus-v5",
    side_bets=["player_pair", "bonus"],  # 3.9
    bettors_on_a_box=None,  # no number given
    unseated_control="highest",  # 1.23
    unnoticed_over="pro_rata",  # 5.1.1, 5.1.2
    doubles_in_multiples=False,
    boxes_of_a_player=None,  # 3.7
    pontoon_may_insure=True,  # 3.17: "a Player", no exception
    insurance_must_be_payable_in_chips=False,
    insurance_in_whole_chips=False,
    insurance_may_go_to_next_chip=False,  # 3.17.1
    surrender_at_turn=False,  # 3.18
    must_draw_below=12,  # 3.22
    double_only_on_two_cards=True,  # 3.25
    double_at_least_increment=False,
    ace_is_one_when_doubled="first_two",  # 3.2.1, 3.25.2
    most_hands=4,  # 3.24.2
    split_aces_one_card=True,  # 3.24.2
    may_choose_second_hand=False,  # 3.24.1
    dealer_hits_soft_17=True,  # 3.27
    draws_out_for_surrender=True,  # 3.27, no clause lets him stop
    player_21_wins_at_once=True,  # 3.24.3, 3.26
    two_card_21_pays_3_to_2=False,  # 1.20, 4.1.1
    undoubled_bettor_keeps_odds=False,  # 3.25.5
    pontoon_takes_after_split="each_hand",  # 3.24.5 with 3.25.4
    super_bonus_least=1000,  # 4.1.2
    super_bonus_large=10000,  # 4.1.2
    super_bonus_split_bar="any_split",  # 3.24.4, 4.1.2
    fifty_dollars="each_circle",  # 4.1.2
    perfect_pairs_odds=[],
)

ACT_CANBERRA_2005 = Book(
    name="act-canberra-2005",
    side_bets=["perfect_pairs"],  # 18
    bettors_on_a_box=3,  # 4.5
    unseated_control="nearest",  # 4.5(b)
    unnoticed_over="cap",  # 3.5
    doubles_in_multiples=True,  # 3.3, 18.1, 4.2, 18.8
    boxes_of_a_player=None,  # 4.4
    pontoon_may_insure=False,  # 7.1
    insurance_must_be_payable_in_chips=True,  # 7.3
    insurance_in_whole_chips=False,  # 7.3: half the smallest chip
    insurance_may_go_to_next_chip=False,  # 7.1
    surrender_at_turn=False,  # 9.1
    must_draw_below=12,  # 10.2(c)
    double_only_on_two_cards=False,  # 12.1
    double_at_least_increment=False,
    ace_is_one_when_doubled="first_two",  # 2.5(a)
    most_hands=4,  # 11.3
    split_aces_one_card=True,  # 11.3, 11.5
    may_choose_second_hand=False,  # 11.2(b)
    dealer_hits_soft_17=True,  # 13.1(a)
    draws_out_for_surrender=False,  # 13.1(b)
    player_21_wins_at_once=True,  # 10.2(b), 14.1(d)
    two_card_21_pays_3_to_2=False,  # 11.7
    undoubled_bettor_keeps_odds=False,  # 12.7, 12.8
    pontoon_takes_after_split="one_amount",  # 11.9
    super_bonus_least=0,  # table 2: "less than $25"
    super_bonus_large=2500,  # table 2
    super_bonus_split_bar="suited_sevens_split",  # 11.10
    fifty_dollars="each_wager",  # table 2
    perfect_pairs_odds=[6, 12, 25],  # 18.14
)

MA_PONTOON_21_V3 = Book(
    name="ma-pontoon-21-v3",
    side_bets=["match_super_bonus"],  # 6
    bettors_on_a_box=3,  # 13(a)
    unseated_control="highest",  # 13(b)
    unnoticed_over="stands",  # no clause; 5(d), 5(h)
    doubles_in_multiples=False,
    boxes_of_a_player=1,  # 14
    pontoon_may_insure=True,  # 11(a): each player
    insurance_must_be_payable_in_chips=False,
    insurance_in_whole_chips=False,
    insurance_may_go_to_next_chip=True,  # 11(b)
    surrender_at_turn=True,  # 8(a)
    must_draw_below=0,  # 12(a) forces nothing
    double_only_on_two_cards=False,  # 9(a)
    double_at_least_increment=False,
    ace_is_one_when_doubled="no",  # 2(b)(3)
    most_hands=4,  # 10(c)
    split_aces_one_card=False,  # section 10 has no such rule
    may_choose_second_hand=True,  # 13(e)
    dealer_hits_soft_17=False,  # 12(b)
    draws_out_for_surrender=False,  # 12(c)
    player_21_wins_at_once=False,  # 5(a), 5(b)
    two_card_21_pays_3_to_2=False,  # a split hand is no blackjack (section 1)
    undoubled_bettor_keeps_odds=False,  # 9(b)
    pontoon_takes_after_split="one_in_all",  # 9(c), 10(d), with 5(e)
    super_bonus_least=500,  # 5(g)
    super_bonus_large=2500,  # 5(g)
    super_bonus_split_bar="any_split",  # 5(g), 10(e)
    fifty_dollars="each_player",  # 5(g)
    perfect_pairs_odds=[],
)

BOOKS = [
    NZ_DIVISION_15,
    NZ_GAZETTE_2000,
    SG_PONTOON_PLUS_V5,
    ACT_CANBERRA_2005,
    MA_PONTOON_21_V3,
]


def find_book(name: object) -> Book | None:
    for book in BOOKS:
        if book.name == name:
            return book
    return None
