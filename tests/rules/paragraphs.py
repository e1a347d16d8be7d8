"""What each question and refusal rests on in each document: written down from the documents, not from the books."""

# Paragraphs that have paragraphs under them and are cited whole, since what they say stands in their opening words or
# is all of them together.
WHOLE = {
    "nz-division-15": {
        "5.1": "each player shall make a wager; (a) to (g) say how it is decided",
        "5.8": "how late entrants may be held, in general",
        "6.3": "the cards are turned face down, before (a) to (c)",
        "6.4": "a set that goes into the machine uninspected by players: its steps",
        "8.2": "cards go to boxes face up, in (a) and in (c)",
        "10.3": "insurance before any further card: the closing words",
        "13.4": "what a split hand may choose from; (a) to (c) are bounds",
        "16.5": "errors are reconstructed, later hands stand: the opening and the closing words",
        "7.1": "an option: when cards are shuffled",
        "7.3": "an option: who cuts",
    },
    "nz-gazette-2000": {
        "5.1": "each player shall make a wager; (a) to (g) say how it is decided",
        "5.8": "how late entrants may be held, in general",
        "6.3": "the cards are turned face down, before (a) to (c)",
        "6.4": "a set that goes into the machine uninspected by players: its steps",
        "8.2": "cards go to boxes face up, in (a) and in (c)",
        "10.3": "insurance before any further card: the closing words",
        "13.4": "what a split hand may choose from; (a) to (c) are bounds",
        "7.1": "an option: when cards are shuffled",
        "7.3": "an option: who cuts",
    },
    "act-canberra-2005": {
        "4.5": "up to three players on a box; (a) and (b) say who decides",
        "4.7": "how late entrants may be held, in general",
        "5.2": "the cards are offered to be cut; the closing words",
        "6.2": "the dealer has one card of three (a) to (c): no hole card",
        "10.1": "what each player may choose from, in turn: (a) to (d)",
        "12.1": "when a hand may be doubled: (a) or (b)",
        "19.3(a)": "the round is completed: (i) to (iii) are its steps",
    },
    "ma-pontoon-21-v3": {
        "4(d)": "an option: who cuts",
        "4(j)": "an option: the parts of a shuffle by hand",
        "5(a)": "each player shall make a wager; (1) to (4) say when it wins",
        "6(b)": "before the first card, with a basic wager, not less than 5.00",
        "7(d)": "the order of the initial deal as a whole",
        "7(j)": "the round is completed when the cutting card came",
        "8(a)": "surrender, before any other decision",
        "12(a)": "an option: no forced draw",
    },
    "sg-pontoon-plus-v5": {
        "3.17": "an Insurance Bet when the dealer's first card is an Ace",
        "3.24": "two cards of identical value may be split",
        "3.25": "when and for how much, and one card only",
        "3.27": "the dealer draws; 3.27.1 to 3.27.4 are the results",
        "5.1": "seen in time, the excess is rejected",
        "5.2": "seen in time, the wager is raised or withdrawn",
        "5.9": "an option: reconstruction by a supervisor, whichever deal it is about",
        "5.12": "the player selects which of two cards to receive first",
    },
}  # fmt: skip

# The paragraphs of every kind of question.
ASKED = {
    "nz-division-15": {
        "bets": "5.1",
        "amount": "5.2",
        "first card": "8.2(a)",
        "dealer's first card": "8.2(b)",
        "dealer's late card": "8.2(b)",
        "second card": "8.2(c)",
        "card called for": "8.4",
        "card that must be drawn": "14.1(d)",
        "card of a double": "12.4",
        "card of a split hand": "13.3",
        "card of a split ace": "13.4(b)",
        "card for an absent player": "16.6",
        "dealer's second card": "8.5",
        "dealer's further card": "14.3",
        "decision": "8.3",
        "decision on a split hand": "13.4",
        "insurance": "10.1",
        "insurance offered late": "16.11",
        "surrender": "9.3",
        "surrender offered late": "16.12",
        "rescue": "12.8",
        "end of insurance": "10.3",
        "end of surrender": "1.0_Surrender",
        "end of a late offer": "16.11 16.12",
        "end of a rescue": "12.8",
        "unseen card turned up": "16.2",
        "shoe set": "3.4 6.1 7.7",
        "shoe inspect": "6.1",
        "shoe spread": "6.2",
        "shoe turn_down": "6.3",
        "shoe wash": "6.3(a) 6.4(a)",
        "shoe stack": "6.3(b) 6.4(b)",
        "shoe riffle": "6.3(c) 6.4(c)",
        "shoe shuffle": "3.3(e) 7.1(a) 7.1(d) 7.1(e) 7.7 8.7 8.8 16.7 16.9 16.10",
        "shoe cut": "7.3(a) 7.3(b) 7.3(c) 7.3(d) 7.4",
        "shoe cut_card": "7.6",
        "shoe load": "7.6 16.7",
        "shoe burn": "8.1",
        "shoe replace_card": "16.8",
    },
    "act-canberra-2005": {
        "bets": "4.1",
        "amount": "4.2",
        "first card": "6.2(a)",
        "dealer's first card": "6.2(b)",
        "dealer's late card": "6.2(b)",
        "second card": "6.2(c)",
        "card called for": "10.1(c)",
        "card that must be drawn": "10.2(c)",
        "card of a double": "A_Double",
        "card of a split hand": "11.4",
        "card of a split ace": "11.5",
        "card for an absent player": "15.7",
        "dealer's second card": "13.1(a)",
        "dealer's further card": "13.1(a)",
        "decision": "10.1",
        "decision on a split hand": "11.6",
        "insurance": "7.1",
        "insurance offered late": "7.2",
        "surrender": "9.1",
        "surrender offered late": "9.1",
        "rescue": "12.6",
        "end of insurance": "7.2",
        "end of surrender": "9.1",
        "end of a late offer": "7.2 9.1",
        "end of a rescue": "12.6",
        "unseen card turned up": "15.2",
        "shoe set": "2.2 2.4",
        "shoe inspect": "2.2 2.4",
        "shoe shuffle": "5.1 5.3 5.4(a) 5.4(b) 15.6 15.8 19.2 19.3(a)(i)",
        "shoe cut": "5.2(a) 5.2(b) 5.2(c) 5.2(d) 15.6 19.3(a)(ii)",
        "shoe cut_card": "5.3",
        "shoe load": "A_New_shoe 15.6 19.2 19.3(a)(iii)",
        "shoe replace_card": "2.4",
        "warn_below_minimum": "3.4",
        "may_vacate_seat": "17.6",
    },
    "ma-pontoon-21-v3": {
        "bets": "5(a)",
        "amount": "5(c)",
        "first card": "7(d)(1)",
        "dealer's first card": "7(d)(2)",
        "second card": "7(d)(3)",
        "late second card": "15(h)",
        "late card called for": "15(i)",
        "dealer's late card": "15(f)",
        "card called for": "7(f)",
        "card of a double": "9(a)",
        "card of a split hand": "10(b)",
        "card of a split ace": "10(b)",
        "dealer's second card": "7(g)",
        "dealer's further card": "12(b)",
        "hole card": "7(i)",
        "card reader": "7(i)",
        "hole card turned up": "7(i)",
        "decision": "7(e)",
        "decision on a split hand": "10(c)",
        "insurance": "11(a)",
        "insurance offered late": "11(b)",
        "rescue": "9(d)",
        "end of insurance": "11(b)",
        "end of a late offer": "11(b)",
        "end of a rescue": "9(d)",
        "unseen card turned up": "15(c)",
        "shoe set": "3(a)",
        "shoe inspect": "3(b)",
        "shoe spread": "3(b) 4(i)",
        "shoe turn_down": "3(c)",
        "shoe wash": "3(c)",
        "shoe stack": "3(c)",
        "shoe plug": "4(j)(1)",
        "shoe riffle": "4(j)(2)",
        "shoe turn": "4(j)(3)",
        "shoe strip": "4(j)(4)",
        "shoe shuffle": "4(a) 4(g) 7(j)(3) 15(a) 15(b) 15(g) 15(k)",
        "shoe cut": "4(d)(1) 4(d)(2)",
        "shoe cut_card": "4(e)",
        "shoe load": "4(b)(1) 4(e) 15(g)",
        "shoe burn": "7(c)",
        "shoe replace_card": "2(a)",
    },
    "sg-pontoon-plus-v5": {
        "bets": "3.3",
        "amount": "5.14",
        "first card": "3.11",
        "dealer's first card": "3.11",
        "dealer's late card": "3.11",
        "second card": "3.11",
        "card called for": "3.20",
        "card that must be drawn": "3.22",
        "card of a double": "3.25",
        "card of a split hand": "3.24.2",
        "card of a split ace": "3.24.2",
        "card for an absent player": "5.3",
        "dealer's second card": "3.27",
        "dealer's further card": "3.27",
        "decision": "3.8",
        "decision on a split hand": "3.8",
        "insurance": "3.17",
        "insurance offered late": "3.17.1",
        "surrender": "3.18",
        "surrender offered late": "3.18",
        "rescue": "3.25.3",
        "end of insurance": "3.17.1",
        "end of surrender": "3.18",
        "end of a late offer": "3.17.1 3.18",
        "end of a rescue": "3.25.3",
        "squeezed cards turned up": "3.12",
        "unseen card turned up": "5.9(i) 5.9(ii) 5.19(a)",
        "shoe set": "2.2.1",
        "shoe shuffle": "5.5.1 5.5.2 5.5.3 5.5.4",
        "shoe cut": "5.5.4",
        "shoe cut_card": "5.5.4",
        "shoe load": "5.5.4",
        "shoe replace_card": "5.19(a)",
    },
}  # fmt: skip
ASKED["nz-gazette-2000"] = dict(ASKED["nz-division-15"])

# What may be done about what went wrong: the paragraphs, and the choices that each allows or forbids.
RULED = {
    "nz-division-15": {
        "face_up_card": "16.1",
        "foreign_card": "3.3(a) 16.5(a)",
        "impossible_card": "3.3(a) 16.5(a)",
        "card_not_awaited": "16.3",
        "error_card": "16.4 16.5",
        "error_card_unseen": "16.2",
        "burnt_in_error": "16.2",
        "missed_card": "16.5 16.5(a)",
        "missed_dealer_card": "16.5 16.5(a)",
        "missed_hit": "16.5 16.5(a)",
        "misplaced_card": "16.5 16.5(a)",
        "card_to_empty_box": "16.5",
        "two_cards_at_once": "16.4 16.5",
        "damaged_card": "16.8 16.5(a)",
        "shoe_empty": "16.7 16.5(a)",
        "cards_missing": "16.7 16.5(a) 7.7",
        "cards_in_excess": "16.5 16.5(a) 7.7",
        "cut_card_missing": "16.10",
        "cut_card_passed": "16.9",
        "unshuffled_cards": "7.1(e) 16.5(a)",
        "absent_player": "16.6",
        "missed_insurance_offer": "16.11",
        "missed_surrender_offer": "16.12",
        "side_bet_without_main": "15A.2",
        "shuffler_fault": "3.3(e)",
        "interruption": "5.5(b) 16.5(a)",
        "late_error": "16.5",
    },
    "act-canberra-2005": {
        "face_up_card": "15.1",
        "foreign_card": "2.1 17.3",
        "impossible_card": "2.1 17.3",
        "card_not_awaited": "15.3",
        "error_card": "15.2",
        "error_card_unseen": "15.2",
        "burnt_in_error": "15.2",
        "missed_card": "15.4 17.3",
        "missed_dealer_card": "15.4 17.3",
        "missed_hit": "15.4 17.3",
        "misplaced_card": "15.4 17.3",
        "card_to_empty_box": "15.4",
        "two_cards_at_once": "15.2",
        "damaged_card": "2.4",
        "shoe_empty": "15.6 17.3 19.1",
        "cards_missing": "15.6 2.1 17.3 2.4",
        "cards_in_excess": "2.1 17.3 2.4",
        "cut_card_missing": "5.3",
        "cut_card_passed": "15.8",
        "unshuffled_cards": "5.1 19.2 17.3",
        "absent_player": "15.7 4.5(b)",
        "missed_insurance_offer": "7.2 17.4",
        "missed_surrender_offer": "9.1 17.4",
        "side_bet_without_main": "18.10",
        "shuffler_fault": "19.3(a) 19.3(b)",
        "interruption": "17.1 17.3",
        "early_dealer_card": "15.3",
        "late_error": "15.4 15.5",
    },
    "ma-pontoon-21-v3": {
        "face_up_card": "15(a)",
        "foreign_card": "15(b)",
        "impossible_card": "2(a)",
        "card_not_awaited": "15(d) 15(e)",
        "error_card": "7(d) 15(d)",
        "error_card_unseen": "15(c)",
        "burnt_in_error": "15(c)",
        "missed_card": "15(h)",
        "missed_dealer_card": "15(f)",
        "missed_hit": "15(i)",
        "misplaced_card": "7(d) 15(d)",
        "card_to_empty_box": "7(d) 15(d)",
        "two_cards_at_once": "7(d) 15(d)",
        "damaged_card": "2(a)",
        "shoe_empty": "15(g)",
        "cards_missing": "7(j)(2)",
        "cards_in_excess": "7(j)(2)",
        "cut_card_missing": "4(g)",
        "cut_card_passed": "4(g)",
        "unshuffled_cards": "4(g)",
        "absent_player": "7(e) 13(b)",
        "missed_insurance_offer": "11(b)",
        "missed_surrender_offer": "8(a)",
        "side_bet_without_main": "6(b)",
        "shuffler_fault": "15(k)",
        "reader_misused": "15(l)(1) 15(l)(2)",
        "reader_broken": "15(m)",
        "reader_was_wrong": "15(m)",
        "interruption": "7(f)",
        "late_error": "5(e)",
    },
    "sg-pontoon-plus-v5": {
        "face_up_card": "5.11",
        "foreign_card": "5.5.1 5.19(a)",
        "impossible_card": "5.5.2 5.19(a)",
        "card_not_awaited": "5.10.2",
        "error_card": "5.9(i) 5.9(ii) 5.7.1 5.10.1",
        "error_card_unseen": "5.9(i) 5.9(ii) 5.19(a)",
        "burnt_in_error": "5.9(i) 5.9(ii) 5.7.1 5.10.1 5.19(a)",
        "missed_card": "5.9(i) 5.7.1 5.10.1",
        "missed_dealer_card": "5.9(i) 5.7.1 5.10.1",
        "missed_hit": "5.9(ii) 5.7.1 5.10.1",
        "misplaced_card": "5.9(i) 5.9(ii) 5.7.1 5.10.1",
        "card_to_empty_box": "5.9(i) 5.9(ii) 5.7.1 5.10.3",
        "two_cards_at_once": "5.12 5.12.1",
        "damaged_card": "5.19(a)",
        "shoe_empty": "5.5.3",
        "cards_missing": "5.5.2 2.2.1",
        "cards_in_excess": "5.5.2 2.2.1",
        "cut_card_missing": "5.19(a)",
        "cut_card_passed": "5.19(a)",
        "unshuffled_cards": "5.5.4",
        "absent_player": "5.3 1.23",
        "missed_insurance_offer": "3.17.1 5.19(a)",
        "missed_surrender_offer": "3.18 5.19(a)",
        "side_bet_without_main": "5.15",
        "shuffler_fault": "5.4.1 5.4.2 5.5.4",
        "interruption": "5.4.1 5.4.2",
        "late_error": "5.6",
        "asked_players": "5.7.1 5.7.2 5.7.3",
    },
}  # fmt: skip
RULED["nz-gazette-2000"] = {
    code: " ".join(dict.fromkeys(clauses.replace("16.5(a)", "16.5").split()))
    for code, clauses in RULED["nz-division-15"].items()
    if code != "side_bet_without_main"
} | {
    "foreign_card": "3.3(a)",
    "impossible_card": "3.3(a)",
    "damaged_card": "16.8",
    "shoe_empty": "16.7",
    "cards_missing": "16.7 7.7",
    "unshuffled_cards": "7.1(e)",
    "interruption": "5.5(b)",
}

# The paragraphs of every refusal that is the book's: by book, in the order of BOOKS; "-" where the document has none.
BOOKS = ("nz-division-15", "nz-gazette-2000", "sg-pontoon-plus-v5", "act-canberra-2005", "ma-pontoon-21-v3")
_REFUSED = """
above_maximum          | 15.2 | 15.2 | 5.1 | 3.1 4.6 | -
above_player_maximum   | 15.2 | 15.2 | - | - | -
already_insured        | 5.6 | 5.6 | 5.8 | 4.3 | 5(i)
amount_missing         | 5.2 | 5.2 | 5.14 | 4.2 | 5(c)
bad_decks              | 3.3(a) | 3.3(a) | 2.2.1 | 2.1 | 2(a)
bad_option | 15.1 15.2 3.1 3.3(b) 3.3(e) 5.8 7.2 8.5 | 15.1 15.2 3.1 3.3(b) 3.3(e) 7.2 | 3.11 3.27 3.4 3.6 3.7 5.5.4 | 3.1 3.2 5.2 6.1 | 13(g) 2(a) 4(a) 5(j)
below_minimum          | 15.6 | 15.6 | 5.2 | 3.1 3.4 | -
bets_closed            | 5.5(a) 5.5(b) 15A.3 | 5.5(a) 5.5(b) | 5.8 | 4.3 18.8 | 5(d) 6(b)
burn_due               | 8.1 | 8.1 | - | - | 7(c)
burn_not_due           | 8.1 | 8.1 | - | 6.1 | 7(c)
choice_forbidden       | * | * | * | * | *
controller_declines    | 15.3(e) | 15.3(e) | 3.24.1 3.25.1 | 11.1 12.2 | 13(d) 13(e)
cut_card_depth         | 7.6 | 7.6 | - | 5.3 | 4(e)
cut_depth              | 7.5 | 7.5 | - | 5.3 | 4(e)
double_amount          | 12.3(a) 12.3(b) | 12.3(a) 12.3(b) | 3.25 | A_Double 3.3 4.2 | 9(a)
double_not_allowed     | 12.1 12.4 13.4(b) 15.3(c) | 12.1 12.4 13.4(b) 15.3(c) | 3.25 3.24.2 3.25.1 | 12.1 A_Double 11.5 12.3 | 9(a) 12(a)(2) 13(d)
final_rounds_not_allowed | 8.7 | 8.7 | 3.11 | 5.5 | 7(j)
hit_not_allowed        | 8.4 12.4 | 8.4 12.4 | 3.20 3.25 | 10.1(c) A_Double | 7(f) 12(a)(2)
hole_card_first        | - | - | - | - | 7(i)
insurance_amount       | 10.4(a) 10.4(b) | 10.4(a) 10.4(b) | 3.17.1 | 7.1 7.3 | 11(b)
insurance_not_offered  | 10.1 10.2 10.3 15.3(f) | 10.1 10.2 10.3 15.3(f) | 3.17 3.17.1 | 7.1 7.2 | 11(a) 11(b) 13(f)
mid_shoe_barred        | - | - | - | - | 5(j)
mid_shoe_minimum       | 5.8(a) 5.8(b) | 5.8(a) 5.8(b) | - | 4.7(a) 4.7(b) | -
no_consent             | - | - | - | - | 13(a)
no_cut                 | - | - | - | 19.2 | 4(b)(1)
no_hole_card           | 8.5 | 8.5 | 3.11 | 6.1 | 7(g)
no_main_wager          | 15A.2 | - | 3.9 | 18.10 | 6(b)
no_such_box            | 3.1 | 3.1 | 2.1.1(a) | 4.2 | 5(c)
no_wagers              | 5.1 | 5.1 | 3.11 | 4.1 | 5(a)
not_a_multiple         | - | - | - | 3.3 18.8 | -
not_shuffled           | 7.1(a) | 7.1(a) | 5.5.4 | 5.1 19.2 | 4(a)
not_the_cutter         | 7.3(b) 7.3(c) 7.3(d) 7.4 | 7.3(b) 7.3(c) 7.3(d) 7.4 | 5.5.4 | 5.2(b) 5.2(c) 5.2(d) 19.3(a)(ii) | 4(d)(2)
not_this_hand          | 8.3 | 8.3 | 3.11 | 10.1 | 7(e)
nothing_to_turn        | - | - | 3.12 | - | -
one_box_only           | 15.4 | 15.4 | - | 4.4 | 14
peek_first             | - | - | - | - | 7(i)
peek_not_allowed       | - | - | - | - | 7(i)
player_absent          | 15.3(c) 16.6 | 15.3(c) 16.6 | 3.25.1 5.3 | 12.3 15.7 | 13(d) 7(e)
reconstruction_forbidden | - | - | 5.10.1 5.6 | 15.5 | -
recut_not_allowed      | 7.6 | 7.6 | 5.5.4 | 5.3 | 4(f)
replacement_due        | 16.8 | 16.8 | 5.19(a) | 2.4 | 2(a)
rescue_not_offered     | 12.8 | 12.8 | 3.25.3 | 12.6 | 9(d)
restricted_player      | - | - | - | 4.8 | -
same_person            | 6.1 | 6.1 | - | 2.4 | 3(b)
seat_taken             | 15.3(a) | 15.3(a) | 1.23 | 4.5(a) | 13(b)
seated_elsewhere       | 15.5 | 15.5 | - | 4.4 | -
shuffle_due            | = | = | = | = | =
side_bet_limit         | 15A.4 | - | 3.4 | 18.9 | 6(b) 6(b)(1) 6(b)(2)
side_bet_not_offered   | 15A.1 | - | - | 18.1 | -
split_choice           | 15.3(d) | 15.3(d) | 3.24.1 | 11.2(b) | 13(e)
split_not_allowed      | 13.1 13.4(a) 13.4(b) 12.4 15.3(d) | 13.1 13.4(a) 13.4(b) 12.4 15.3(d) | 3.24 3.24.1 3.24.2 3.25 | A_Split A_Double 11.3 11.2(b) | 10(a) 10(c) 12(a)(2) 13(e)
squeeze_not_allowed    | 8.2 | 8.2 | 3.11 3.12 | 6.1 | 7(b)
stand_not_allowed      | 14.1(d) 8.4 | 14.1(d) 8.4 | 3.22 3.20 | 10.2(c) 10.1(c) | 7(f)
step_not_due           | 6.1 6.2 6.3 6.3(a) 6.3(b) 6.3(c) 6.4(a) 6.4(b) 6.4(c) 7.1(a) 7.2 7.6 | 6.1 6.2 6.3 6.3(a) 6.3(b) 6.3(c) 6.4(a) 6.4(b) 6.4(c) 7.1(a) 7.2 7.6 | 5.5.4 | 2.2 2.4 5.1 5.2 5.3 | 3(b) 3(c) 4(a) 4(b)(2) 4(e) 4(i) 4(j)(1) 4(j)(2) 4(j)(3) 4(j)(4)
surrender_not_offered  | 9.3 1.0_Surrender | 9.3 1.0_Surrender | 3.18 3.24 | 9.1 | 8(a)
to_be_signed           | * | * | * | * | *
too_many_bettors       | 15.1 | 15.1 | - | 4.5 | 13(a)
turn_up_first          | - | - | 3.12 | - | 7(i)
void_not_allowed       | 16.5(a) | 16.5 | 5.6 5.15 | 15.4 15.5 17.2(a) 17.3 18.10 | 5(d) 5(e) 6(b)
wrong_set              | 3.4 | 3.4 | - | - | -
"""  # noqa: E501
# Refused for a reason of the record, of the house or of good order: no document has a word on it.
NOT_OF_THE_BOOK = {
    "amount_to_be_signed", "bad_amount", "bad_commitment", "bad_script", "card_lies_ready", "cards_differ",
    "cards_do_not_fit", "choice_unknown", "correction_not_offered", "cut_card_not_in", "difference_changed",
    "no_card_to_refuse",
    "no_round", "no_such_hand", "no_such_player", "no_such_wager", "not_an_earlier_round", "not_asked",
    "not_in_the_record", "not_now", "not_ticked", "nothing_burnt", "nothing_to_proceed", "nothing_to_resolve",
    "nothing_to_tick", "nothing_to_undo", "record_outdated", "round_is_void", "round_not_over", "round_over",
    "second_person_needed", "shoe_empty", "shoe_in_use", "signed_by_dealer", "table_holds", "table_is_open",
    "told_already", "who_signs", "whose_card", "wrong_card",
}  # fmt: skip


def spelt(clauses: str) -> set[str]:
    """The paragraphs of a list; a term that is defined is written with its words joined."""
    return {clause.replace("_", " ") for clause in clauses.split() if clause != "-"}


def _refused() -> dict[str, dict[str, set[str]]]:
    found: dict[str, dict[str, set[str]]] = {book: {} for book in BOOKS}
    for line in _REFUSED.strip().split("\n"):
        code, *cells = [cell.strip() for cell in line.split("|")]
        for book, cell in zip(BOOKS, cells, strict=True):
            found[book][code] = _looked_up(book, cell)
    return found


def _looked_up(book: str, cell: str) -> set[str]:
    """A star: whatever the book rules of an irregularity; an equals sign: whatever has the cards shuffled."""
    if cell == "*":
        return set().union(*map(spelt, RULED[book].values()))
    if cell == "=":
        shuffled = {"act-canberra-2005": "19.3(a)", "sg-pontoon-plus-v5": "5.5.1"}.get(book, "")
        return spelt(ASKED[book]["shoe shuffle"]) | spelt(ASKED[book]["shoe load"]) | spelt(shuffled)
    return spelt(cell)


REFUSED = _refused()
