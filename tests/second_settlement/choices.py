"""What each book lets a supervisor or a player choose. Every row was looked up in the document.

A row is (when, choice); all names in `when` must hold. Only lawful choices are listed.
"""

Rows = list[tuple[str, str]]
Choices = dict[str, Rows]

AFTER_THE_ROUND: Choices = {
    "damaged_card": [("always", "replace_after_round")],
    "cut_card_missing": [("always", "shuffle_after_round")],
    "cut_card_passed": [("always", "shuffle_after_round")],
    "unshuffled_cards": [("always", "shuffle_after_round")],
    "late_error": [("always", "continue")],
    "cards_missing": [("in_round", "continue")],
    "cards_in_excess": [("in_round", "continue")],
}

MISPLACED = ["missed_card", "missed_dealer_card", "missed_hit", "misplaced_card"]

NZ_DIVISION_15: Choices = {
    **AFTER_THE_ROUND,  # 16.8, 16.10, 16.9, 7.1(e)
    "face_up_card": [("always", "discard")],  # 16.1
    "foreign_card": [("always", "remove")],  # 3.3(a)
    "impossible_card": [("always", "remove")],
    "card_not_awaited": [("always", "discard")],  # 16.3
    "error_card": [("initial_deal", "reconstruct"), ("after_deal", "use_as_next")],  # 16.5, 16.4
    "error_card_unseen": [("always", "use_as_next")],  # 16.2
    "burnt_in_error": [("always", "use_as_next")],  # 16.2
    **{code: [("always", "reconstruct"), ("always", "void_hand")] for code in MISPLACED},  # 16.5
    "card_to_empty_box": [("always", "reconstruct")],  # 16.5
    "two_cards_at_once": [("always", "use_as_next")],  # 16.4
    "shoe_empty": [("in_round", "shuffle_discards")],  # 16.7
    "absent_player": [  # 16.6
        ("alone", "draw_to_twelve"),
        ("alone", "continue"),
        ("others_on_box", "other_decides"),
    ],
    "missed_insurance_offer": [("dealer_one", "offer_late"), ("dealer_more", "continue")],  # 16.11
    "missed_surrender_offer": [("untouched", "offer_late"), ("touched", "continue")],  # 16.12
    "shuffler_fault": [("always", "hand_shuffle")],
    "interruption": [("always", "continue")],
}

# 16.5 of 2000: the whole round may be declared void as well.
NZ_GAZETTE_2000: Choices = {
    **NZ_DIVISION_15,
    **{code: [("always", "reconstruct"), ("always", "void_hand"), ("always", "void_round")] for code in MISPLACED},
}

ACT_CANBERRA_2005: Choices = {
    **AFTER_THE_ROUND,  # 2.4, 5.3, 15.8, 5.1
    "unshuffled_cards": [("always", "shuffle_after_round"), ("in_round", "void_round")],  # 5.1, 17.3
    "face_up_card": [("always", "discard")],  # 15.1
    "foreign_card": [("always", "remove"), ("round_open", "void_round")],  # 2.1, 17.3
    "impossible_card": [("always", "remove"), ("round_open", "void_round")],
    "card_not_awaited": [("always", "discard")],  # 15.3
    "error_card": [("always", "use_as_next")],  # 15.2
    "error_card_unseen": [("always", "use_as_next")],  # 15.2
    "burnt_in_error": [("always", "discard")],  # 15.2
    "early_dealer_card": [("always", "discard")],  # 15.3 with 13.1(a), S22
    "cards_missing": [("in_round", "continue"), ("in_round", "void_round")],  # 17.3
    "cards_in_excess": [("in_round", "continue"), ("in_round", "void_round")],
    **{code: [("always", "reconstruct"), ("always", "void_round")] for code in MISPLACED},  # 15.4, 17.3
    "card_to_empty_box": [("always", "reconstruct")],  # 15.4
    "two_cards_at_once": [("always", "use_as_next")],  # 15.2
    "shoe_empty": [  # 15.6, 17.3; 19.1
        ("in_round plain_shoe", "shuffle_discards"),
        ("in_round", "void_round"),
    ],
    "absent_player": [("alone", "draw_to_twelve"), ("others_on_box", "other_decides")],  # 15.7, 4.5(b)
    "missed_insurance_offer": [("always", "continue"), ("no_additional_card", "offer_late")],  # 17.4, 7.2
    "missed_surrender_offer": [("always", "continue"), ("no_additional_card", "offer_late")],  # 17.4, 9.1
    "shuffler_fault": [("in_round continuous", "manual_shoe"), ("between continuous", "replace_cards")],  # 19.3
    "interruption": [("always", "continue"), ("always", "void_round")],  # 17.3
}

# 5.7: after any dealing error every bettor may go on or have his wager back.
SG_DEALING_ERRORS = [
    *MISPLACED,
    "error_card",
    "error_card_unseen",
    "burnt_in_error",
    "card_to_empty_box",
    "two_cards_at_once",
]

SG_PONTOON_PLUS_V5: Choices = {
    "damaged_card": [("always", "replace_after_round")],  # 5.19(a)
    "cut_card_missing": [("always", "continue")],
    "cut_card_passed": [("always", "continue")],
    "late_error": [("always", "continue")],  # 5.6
    "unshuffled_cards": [("in_round", "void_round"), ("between", "shuffle_after_round")],  # 5.5.4
    "face_up_card": [("always", "use_as_next")],  # 5.11
    "foreign_card": [("round_open", "void_round"), ("no_round", "remove")],  # 5.5.1; 5.19(a)
    "impossible_card": [("round_open", "void_round"), ("no_round", "remove")],  # 5.5.2; 5.19(a)
    "card_not_awaited": [("always", "discard")],  # 5.10.2
    # 5.9, 5.10.1 with 5.7.1; S19
    "error_card": [("undecided", "reconstruct"), ("undecided", "continue"), ("decided", "continue")],
    "error_card_unseen": [("always", "use_as_next")],
    # 5.9, 5.10.1
    "burnt_in_error": [("undecided", "use_as_next"), ("undecided", "continue"), ("decided", "discard")],
    "cards_missing": [("in_round", "void_round")],  # 5.5.2
    "cards_in_excess": [("in_round", "void_round")],  # 5.5.2
    **{  # 5.9 with the House's discretion; 5.10.1
        code: [("undecided", "reconstruct"), ("undecided", "continue"), ("decided", "continue")] for code in MISPLACED
    },
    # 5.9, 5.10.3
    "card_to_empty_box": [("undecided", "reconstruct"), ("undecided", "continue"), ("decided", "discard")],
    "two_cards_at_once": [("for_hand", "choose"), ("for_dealer", "discard")],  # 5.12, 5.12.1
    "shoe_empty": [("in_round", "void_round")],  # 5.5.3
    "absent_player": [("alone", "draw_to_twelve"), ("others_on_box", "other_decides")],  # 5.3, 1.23
    "missed_insurance_offer": [("always", "continue"), ("no_additional_card", "offer_late")],  # 5.19(a), 3.17.1
    "missed_surrender_offer": [("always", "continue"), ("no_additional_card", "offer_late")],  # 5.19(a), 3.18
    "shuffler_fault": [  # 5.4
        ("in_round decided", "continue"),
        ("in_round undecided", "void_round"),
        ("between", "hand_shuffle"),
    ],
    "interruption": [("decided", "continue"), ("undecided", "void_round")],  # 5.4
}

MA_PONTOON_21_V3: Choices = {
    **AFTER_THE_ROUND,
    "face_up_card": [("first", "discard"), ("again round_open", "void_round"), ("again no_round", "discard")],  # 15(a)
    "foreign_card": [("first", "remove"), ("again round_open", "void_round"), ("again no_round", "remove")],  # 15(b)
    "impossible_card": [("always", "remove")],
    "card_not_awaited": [("always", "discard")],  # 15(e)
    "error_card": [("initial_deal", "reconstruct"), ("after_deal", "use_as_next")],  # 7(d), 15(d)
    "error_card_unseen": [("always", "use_as_next")],  # 15(c)
    "burnt_in_error": [("always", "use_as_next")],  # 15(c)
    "missed_card": [  # 15(h)
        ("no_card", "dead_hand"),
        ("one_card", "late_card"),
        ("one_card", "dead_hand"),
    ],
    "missed_dealer_card": [("always", "deal_after_players")],  # 15(f)
    "missed_hit": [("dealer_one", "late_card"), ("always", "dead_hand")],  # 15(i)
    "misplaced_card": [("initial_deal", "reconstruct"), ("after_deal", "use_as_next")],  # 7(d), 15(d)
    "card_to_empty_box": [("initial_deal", "reconstruct"), ("after_deal", "use_as_next")],
    "two_cards_at_once": [("always", "use_as_next")],  # 15(d)
    "shoe_empty": [("in_round", "shuffle_discards")],  # 15(g)
    "absent_player": [("others_on_box", "other_decides"), ("alone", "stand")],  # 13(b)
    "missed_insurance_offer": [("always", "continue"), ("no_additional_card", "offer_late")],  # 11(b)
    "missed_surrender_offer": [("always", "continue")],  # 8(a)
    "shuffler_fault": [("always", "hand_shuffle")],  # 15(k)
    "reader_misused": [("visible", "void_round"), ("hidden", "continue")],  # 15(l)
    "reader_broken": [("always", "no_reader")],  # 15(m)
    "reader_was_wrong": [("always", "no_reader")],
    "interruption": [("always", "continue")],
}

CHOICES: dict[str, Choices] = {
    "nz-division-15": NZ_DIVISION_15,
    "nz-gazette-2000": NZ_GAZETTE_2000,
    "act-canberra-2005": ACT_CANBERRA_2005,
    "sg-pontoon-plus-v5": SG_PONTOON_PLUS_V5,
    "ma-pontoon-21-v3": MA_PONTOON_21_V3,
}

# A player may say no to a card that was drawn in error and seen: NZ 16.4, MA 15(d).
MAY_BE_REFUSED = ["nz-division-15", "nz-gazette-2000", "ma-pontoon-21-v3"]


# What a supervisor may declare void on his own word: what, reason ("any": every word).
VOIDS: dict[str, dict[str, list[str]]] = {
    "nz-division-15": {"hand": ["any"]},  # 16.5(a)
    "nz-gazette-2000": {"round": ["any"], "hand": ["any"]},  # 16.5
    "act-canberra-2005": {"round": ["any"], "wager": ["any"]},  # 17.1, 17.3; 17.2(a)
    "sg-pontoon-plus-v5": {"round": ["any"], "hand": ["any"], "wager": ["any"]},  # 5.5, 5.15, 5.19
    "ma-pontoon-21-v3": {"wager": ["no_main"]},  # 6(b)(1)
}
