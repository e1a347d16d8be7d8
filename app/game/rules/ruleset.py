"""What a rule book decides, as data.

Every field below is an option that every book's file states, each with the clause that says so; there are
no defaults. What a value cannot say is the name of a policy: the value is then one of a closed list of names,
and the function of that name stands beside the thing it decides (pontoon.py, dealer.py, limits.py, superbonus.py,
cutting.py). `outcomes`, `questions` and `refusals` name the clause of each. No code compares a book's id.
"""

from dataclasses import dataclass
from typing import Literal

from app.game.money import Odds

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
REFUSALS = (
    "above_maximum", "above_player_maximum", "already_insured", "below_minimum", "bets_closed", "burn_due",
    "burn_not_due", "cut_card_depth", "cut_depth", "double_amount", "double_controller_declines", "double_not_allowed",
    "double_on_split_aces", "face_down_not_permitted", "hit_not_allowed", "hole_card_first", "insurance_amount",
    "insurance_barred", "insurance_not_offered", "insurance_unit", "mid_shoe_barred", "mid_shoe_minimum", "no_consent",
    "no_cut", "no_hole_card", "no_main_wager", "no_such_box", "no_wagers", "not_a_multiple", "not_shuffled",
    "not_shuffled_by_machine", "not_the_cutter", "not_this_hand", "nothing_to_turn", "one_box_only", "peek_first",
    "peek_not_allowed", "rescue_not_offered", "restricted_player", "seat_taken", "seated_elsewhere", "shuffle_due",
    "side_bet_limit", "side_bet_not_offered", "split_aces_again", "split_choice", "split_controller_declines",
    "split_not_allowed", "split_too_many", "squeeze_not_allowed", "stand_not_allowed", "strip_too_early",
    "surrender_not_offered", "too_many_bettors", "turn_up_first", "wrong_set",
)  # fmt: skip

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
    double_minimum: Literal["none", "increment"]
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
    super_bonus_on_split: bool


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
class Ruleset:
    """One rule book. `clauses` names the paragraph for each option ("play.max_hands")."""

    id: str
    title: str
    edition: str
    hash: str
    table: TableRules
    wagers: WagerRules
    deal: DealRules
    interim: InterimRules
    play: PlayRules
    dealer: DealerRules
    pay: PayRules
    shoe: ShoeRules
    side_bets: dict[str, SideBetRules]
    outcomes: dict[str, str]
    questions: dict[str, str]
    refusals: dict[str, str]
    clauses: dict[str, str]
