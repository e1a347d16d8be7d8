"""What a rule book decides, as data.

Every field below is an option that every book's file states, each with the clause that says so; there are
no defaults. What a value cannot say is the name of a policy: the value is then one of a closed list of names,
and the function of that name stands beside the thing it decides (pontoon.py, dealer.py, limits.py, superbonus.py,
cutters.py). `outcomes`, `questions` and `refusals` name the clause of each; `irregularities` and `voids` are tables of
their own. No code compares a book's id.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeGuard, get_args

from app.game.core.money import Odds

# The closed key sets of the tables that a book fills with clauses or odds.
PAY_ROWS = (
    "pontoon", "five_cards", "six_cards", "seven_cards", "six_seven_eight", "six_seven_eight_suited",
    "six_seven_eight_spades", "three_sevens", "three_sevens_suited", "three_sevens_spades", "doubled", "other",
)  # fmt: skip
OUTCOMES = (
    "pontoon", "twenty_one", "split_twenty_one", "twenty_one_in_two", "doubled_win", "undoubled_win", "dealer_bust",
    "higher", "stand_off", "bust", "split_bust", "doubled_bust", "lower", "dealer_pontoon", "twenty_one_under_pontoon",
    "double_under_pontoon", "split_under_pontoon", "one_unit", "surrender", "surrender_at_once",
    "surrender_under_pontoon", "rescue", "insurance_win", "insurance_lose", "super_bonus", "super_bonus_others",
)  # fmt: skip
QUESTIONS = (
    "bets", "initial_card", "hand_card", "dealer_card", "hole", "decide", "insure", "surrender", "rescue", "proceed",
    "peek", "turn_up",
)  # fmt: skip
# What a book may have a paragraph of its own for; where it has none, the question cites the general one.
OWN_QUESTIONS = (
    "amount", "initial_dealer_card", "second_card", "forced_card", "doubled_card", "split_card", "split_ace_card",
    "dealer_draw", "decide_split", "proceed_surrender", "set", "second_set", "replaced_set", "plug", "riffle", "turn",
    "strip", "replaced_shuffle", "cut_first", "cut_box", "cut_dealer", "cut_replaced", "cut_rotating", "cut_declined",
    "load", "machine_load", "manual_shuffle", "manual_cut", "manual_load",
)  # fmt: skip
REFUSALS = (
    "above_maximum", "above_player_maximum", "above_raised_maximum", "absent_double", "absent_insurance",
    "absent_split", "already_insured", "below_minimum", "below_minimum_again", "bets_closed", "burn_due",
    "burn_not_due", "cut_card_depth", "cut_depth", "double_amount", "double_controller_declines", "double_least",
    "double_not_allowed", "double_not_in_chips", "double_on_split_aces", "face_down_not_permitted", "hit_not_allowed",
    "hole_card_first", "insurance_amount", "insurance_barred", "insurance_late", "insurance_not_offered",
    "insurance_unit", "mid_shoe_barred", "mid_shoe_declined", "mid_shoe_minimum", "no_consent", "no_cut",
    "no_hole_card", "no_main_wager", "no_such_box", "no_wagers", "not_a_multiple", "not_shuffled",
    "not_shuffled_by_machine", "not_the_cutter", "not_this_hand", "nothing_to_turn", "one_box_only", "one_card_only",
    "peek_first", "peek_not_allowed", "reconstruction_forbidden", "rescue_not_offered", "restricted_player",
    "seat_taken", "seated_elsewhere", "shuffle_due", "shuffle_idle", "shuffle_suspicion", "shuffle_vacant",
    "side_bet_above_main", "side_bet_above_posted", "side_bet_late", "side_bet_limit", "side_bet_not_in_chips",
    "side_bet_not_offered", "split_aces_again", "split_choice", "split_controller_declines", "split_not_allowed",
    "split_too_many", "squeeze_not_allowed", "stand_not_allowed", "strip_too_early", "surrender_late",
    "surrender_not_offered", "surrender_of_split", "too_many_bettors", "turn_up_first", "wager_frozen", "wrong_set",
)  # fmt: skip

# What can go wrong at a table. Every book has its rows for each; none where the book knows nothing of the kind.
Irregularity = Literal[
    "face_up_card", "foreign_card", "impossible_card", "card_not_awaited", "error_card", "error_card_unseen",
    "burnt_in_error", "missed_card", "missed_dealer_card", "missed_hit", "misplaced_card", "card_to_empty_box",
    "two_cards_at_once", "damaged_card", "shoe_empty", "cards_missing", "cards_in_excess", "cut_card_missing",
    "cut_card_passed", "unshuffled_cards", "absent_player", "missed_insurance_offer", "missed_surrender_offer",
    "side_bet_without_main", "shuffler_fault", "reader_misused", "reader_broken", "reader_was_wrong", "interruption",
    "late_error", "asked_players", "early_dealer_card",
]  # fmt: skip
IRREGULARITIES: tuple[Irregularity, ...] = get_args(Irregularity)
Remedy = Literal[
    "discard", "use_as_next", "remove", "reconstruct", "continue", "void_hand", "dead_hand", "void_round",
    "void_earlier", "late_card", "deal_after_players", "shuffle_discards", "shuffle_after_round", "replace_after_round",
    "draw_to_twelve", "other_decides", "stand", "offer_late", "manual_shoe", "hand_shuffle", "no_reader",
    "replace_cards", "return_wager", "choose", "take_back", "reconstruct_earlier",
]  # fmt: skip
CHOICES: tuple[Remedy, ...] = get_args(Remedy)
# When a row holds: names of conditions in app.game.subjects.irregularities.rulings, all of which have to be met.
When = Literal[
    "always", "first", "again", "decided", "undecided", "initial_deal", "after_deal", "no_card", "one_card", "alone",
    "others_on_box", "dealer_one", "dealer_more", "in_round", "between", "for_hand", "for_dealer", "plain_shoe",
    "continuous", "visible", "hidden", "untouched", "touched", "rebuilt", "not_rebuilt", "dealer_17", "dealer_less",
    "no_further_card", "further_card", "round_open", "no_round", "later_round", "last_open", "void_before", "none_void",
    "undrawn", "drawn",
]  # fmt: skip
WHEN: tuple[When, ...] = get_args(When)
# What a row says of its choice: it may be taken; the player in control of the box is asked; it may not be taken;
# players may then refuse the card, for that hand or for all of theirs; every player is then asked; the cards are then
# to be shuffled; the dealer's hand is then as it should have been.
Verdict = Literal[
    "allowed", "asked", "forbidden", "hand_may_refuse", "player_may_refuse", "then_players", "then_shuffle",
    "dealer_rebuilt",
]  # fmt: skip
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
VoidScope = Literal["round", "hand", "wager", "earlier"]
VOID_SCOPES: tuple[VoidScope, ...] = get_args(VoidScope)

# What holds a table beside what a book knows of: the house's own.
HouseIrregularity = Literal["device_doubt", "keyed_differs"]
HouseChoice = Literal["continue", "enter_card", "same_card", "another_card", "taken_back", "as_told"]
AnyIrregularity = Irregularity | HouseIrregularity
# How a hold ends: by a choice, or by a void that two people signed.
Resolution = Remedy | HouseChoice | Literal["void_wager"]

HoleCard = Literal["none", "blind", "reader"]
Shuffler = Literal["none", "batch", "alternating", "continuous"]
MidShoe = Literal["open", "minimum", "barred"]
Steps = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TableRules:
    """How a table may be set up."""

    decks: tuple[int, ...]
    boxes: int
    bettors_per_box: int
    hole_cards: tuple[HoleCard, ...]
    shufflers: tuple[Shuffler, ...]
    cut_cards: tuple[int, ...]
    mid_shoe: tuple[MidShoe, ...]
    may_limit_boxes_per_player: bool
    one_box_unless_permitted: bool
    may_limit_a_player: bool
    may_restrict_players: bool
    may_raise_a_box_maximum: bool
    one_seat_when_full: bool
    idle_rounds_for_a_full_seat: int


@dataclass(frozen=True, slots=True)
class WagerRules:
    """Who may bet what, until when, and who then decides for the box."""

    close_at: Literal["no_more_bets", "first_card"]
    minimum_of: Literal["wager", "box"]
    in_multiples: bool
    unnoticed_over: Literal["stands", "pro_rata", "capped"]
    unnoticed_under: Literal["plays", "plays_once"]
    unseated_controller: Literal["first_listed", "highest"]
    first_bettor_consents: bool
    seated_first: bool


@dataclass(frozen=True, slots=True)
class DealRules:
    """What leaves the shoe, and how."""

    burn: Literal["optional", "never", "shoe_and_dealer"]
    squeeze: bool
    cut_card_first: Literal["shuffle", "play_on"]
    cut_card_during: Literal["shuffle_after", "record"]
    final_rounds: int


@dataclass(frozen=True, slots=True)
class InterimRules:
    """What is settled before the dealer's hand is known."""

    pontoon_at_once: bool
    twenty_one_at_once: bool
    bust_at_once: bool
    rescue_at_once: bool


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What a player may do with a hand."""

    forced_draw_below: int
    max_hands: int
    split_aces: Literal["once_one_card", "freely"]
    decliners_hand: Literal["chosen", "first"]
    double_on: Literal["first_two", "any"]
    double_minimum: Literal["none", "increment", "multiple"]
    doubled_aces_hard: bool
    undoubled_behind: Literal["full_odds", "even_money"]
    surrender: Literal["window", "own_turn"]
    surrender_against: str
    insurance_bars_pontoon: bool
    insurance_unit: Literal["none", "chip", "half_chip", "next_chip"]


@dataclass(frozen=True, slots=True)
class DealerRules:
    """How the dealer's hand is played, and what his pontoon takes."""

    soft_17: Literal["hit", "stand"]
    draws: Literal["while_it_matters", "while_unsettled"]
    pontoon_takes: Literal["original_hand", "one_unit", "all_split_hands"]
    insurance_winners_paid: Literal["at_second_card", "after_settlement"]


@dataclass(frozen=True, slots=True)
class PayRules:
    """The pay tables."""

    odds: dict[str, Odds]
    insurance: Odds
    super_bonus_tiers: tuple[tuple[int, int], ...]
    super_bonus_others: Literal["every_wager", "seated_of_each_box", "every_other_person"]
    super_bonus_others_cents: int
    super_bonus_on_split: Literal["never", "unless_suited_sevens"]


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """What is done with the cards between shoes. A step is "name" or "name:who", with its clause."""

    new_cards: Steps
    new_cards_by_machine: Steps
    replaced_cards: Steps
    replaced_cards_by_machine: Steps
    idle_cards: Steps
    after_exposure: Steps
    hand_shuffle: tuple[str, ...]
    hand_reshuffle: tuple[str, ...]
    cut: Literal["always", "hand_shuffled", "optional"]
    cut_by: Literal["cut_card_box", "cut_card_box_replaced_far_left", "far_right_rotating", "anybody"]
    dealer_may_cut: bool
    cut_least: int
    cut_card_least: int
    cut_card_least_per_deck: int
    cut_card_most_per_deck: int
    recut: bool


@dataclass(frozen=True, slots=True)
class SideBetRules:
    """One side bet: whose main wager it needs, what it pays for each category, and its limits."""

    needs: Literal["own_main", "any_main"]
    pays: dict[str, Odds]
    least_cents: int
    up_to_main: bool


@dataclass(frozen=True, slots=True)
class RemedyRules:
    """How far a supervisor may rebuild a round: of the round on the table, and of an earlier one."""

    reconstruct: Literal["any_time", "while_undecided"]
    reconstruct_earlier: Literal["never", "until_first_card", "always"]
    insurance_of_void_hand: Literal["own_clause", "same_clause"]


class Ruling(NamedTuple):
    """What a book says of one way to deal with an irregularity."""

    when: tuple[When, ...]
    choice: Remedy | HouseChoice
    clause: str
    verdict: Verdict

    @property
    def allowed(self) -> bool:
        """Whether the choice may be taken."""
        return self.verdict != "forbidden"

    @property
    def refusable(self) -> Literal["", "hand", "player"]:
        """Whether a player may refuse the card, and what gets no more cards then."""
        names: dict[str, Literal["hand", "player"]] = {"hand_may_refuse": "hand", "player_may_refuse": "player"}
        return names.get(self.verdict, "")

    @property
    def of_player(self) -> bool:
        """Whether it is the player's to choose."""
        return self.verdict == "asked" or self.choice == "choose"


class VoidRules(NamedTuple):
    """For which reasons something may be void, each with its clause; `forbidden` is the clause for all else."""

    reasons: dict[str, str]
    forbidden: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rule book. `clauses` names the paragraph for each option ("play.max_hands"); `readings` is the edition of how
    we read what the document leaves open."""

    id: str
    title: str
    edition: str
    readings: int
    hash: str
    table: TableRules
    wagers: WagerRules
    deal: DealRules
    interim: InterimRules
    play: PlayRules
    dealer: DealerRules
    pay: PayRules
    shoe: ShoeRules
    remedies: RemedyRules
    side_bets: dict[str, SideBetRules]
    irregularities: dict[str, tuple[Ruling, ...]]
    voids: dict[str, VoidRules]
    outcomes: dict[str, str]
    questions: dict[str, str]
    refusals: dict[str, str]
    clauses: dict[str, str]


def is_irregularity(code: str) -> TypeGuard[Irregularity]:
    """Whether the books know it."""
    return code in IRREGULARITIES
