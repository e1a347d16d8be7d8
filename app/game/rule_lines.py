"""The rules of a table as sentences for its sign, made of the very options that decide.

A line belongs to one option of the book: what the option says, in our words, with its clause. `SAID` has the sentences
of options that are one of a few values ("" where nothing need be said), `WORKED` those with numbers or with what the
house has chosen for this table.
Options that need no line stand with the reason in tests/unit/test_sign.py.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from app.game.money import Odds, in_units
from app.game.rules.ruleset import Ruleset
from app.game.state import TableConfig

Group = Literal["wagers", "play", "dealer", "pays", "cards"]


class RuleLine(NamedTuple):
    """A sentence of the rules: of which option it is, what it is about, and the clause."""

    option: str
    about: Group
    text: str
    clause: str


class PayRow(NamedTuple):
    """A row of a pay table: of which wager ("main", "insurance" or a side wager), what wins, and its odds."""

    wager: str
    wins: str
    words: str
    odds: str
    clause: str


SAID: dict[str, dict[Any, str]] = {
    "wagers.close_at": {
        "first_card": "After the first card no wager is placed, changed or taken back.",
        "no_more_bets": "After the call of no more bets no wager is placed, changed or taken back.",
    },
    "wagers.minimum_of": {
        "wager": "The minimum is for every wager.",
        "box": "The minimum is for all wagers on a box together.",
    },
    "wagers.unnoticed_over": {
        "stands": "A wager over the maximum that nobody noticed in time plays as it lies.",
        "capped": "Of a wager over the maximum that nobody noticed in time the maximum plays.",
        "pro_rata": "Of wagers over the maximum that nobody noticed in time each plays its share of the maximum.",
    },
    "wagers.unnoticed_under": {
        "plays": "A wager under the minimum that nobody noticed in time plays.",
        "plays_once": "A wager under the minimum that nobody noticed in time plays; the player's next one does not.",
    },
    "wagers.unseated_controller": {
        "first_listed": "Where nobody sits at a box, the bettor nearest the dealer decides for it.",
        "highest": "Where nobody sits at a box, the bettor with the highest wager decides for it.",
    },
    "wagers.first_bettor_consents": {True: "The first bettor on a box says whether others may bet on it.", False: ""},
    "wagers.seated_first": {True: "On a box the wager of its seated player comes first.", False: ""},
    "table.one_seat_when_full": {True: "At a full table nobody decides for two boxes.", False: ""},
    "deal.squeeze": {True: "With the house's leave the cards of a box may be dealt face down.", False: ""},
    "deal.cut_card_first": {
        "shuffle": "When the cutting card comes first in a round, the cards are shuffled before it.",
        "play_on": "When the cutting card comes first in a round, that round is played.",
    },
    "deal.cut_card_during": {
        "shuffle_after": "When the cutting card has come, the cards are shuffled after the round.",
        "record": "The cutting card does not by itself end the shoe.",
    },
    "interim.pontoon_at_once": {
        True: "A pontoon is paid at once.",
        False: "A pontoon is paid when the round is over.",
    },
    "interim.twenty_one_at_once": {
        True: "A hand of 21 is paid at once.",
        False: "A hand of 21 is paid when the round is over.",
    },
    "interim.bust_at_once": {
        True: "A hand over 21 loses at once.",
        False: "A hand over 21 is settled when the round is over.",
    },
    "interim.rescue_at_once": {
        True: "Of a doubled hand not over 21 the added wager may be taken back: the original one is lost at once.",
        False: "Of a doubled hand not over 21 the added wager may be taken back: the original one is lost at the end.",
    },
    "play.split_aces": {
        "once_one_card": "Aces are split once, and each gets one card.",
        "freely": "Split aces are played like other hands.",
    },
    "play.decliners_hand": {
        "chosen": "Who does not follow a split leaves the one wager on either hand.",
        "first": "Who does not follow a split leaves the one wager on the first hand.",
    },
    "play.double_on": {
        "any": "Two cards or more may be doubled, for one card.",
        "first_two": "The first two cards of a hand may be doubled, for one card.",
    },
    "play.doubled_aces_hard": {
        True: "Aces among the first two cards of a doubled hand count one.",
        False: "Aces of a doubled hand count one or eleven.",
    },
    "play.undoubled_behind": {
        "full_odds": "Who does not follow a double keeps the odds of the hand.",
        "even_money": "Who does not follow a double is paid 1 to 1 like the doubled wagers.",
    },
    "play.surrender": {
        "window": "Surrender for half the wager: after the first cards, before any other.",
        "own_turn": "Surrender for half the wager: on the first two cards, in one's own turn.",
    },
    "play.insurance_bars_pontoon": {
        True: "A pontoon cannot be insured.",
        False: "A pontoon may be insured.",
    },
    "dealer.soft_17": {
        "hit": "The dealer draws on 16 or less and on a soft 17, and stands on a hard 17 or more.",
        "stand": "The dealer draws on 16 or less, and stands on every 17 or more.",
    },
    "dealer.draws": {
        "while_it_matters": "The dealer draws as long as a card can change what a wager comes to.",
        "while_unsettled": "The dealer draws as long as any wager is not settled.",
    },
    "dealer.pontoon_takes": {
        "original_hand": "The dealer's pontoon takes the original wager where it lies, not what was added.",
        "one_unit": "The dealer's pontoon takes one original wager, not what was added.",
        "all_split_hands": "The dealer's pontoon takes the wager on each split hand, not what was added to double.",
    },
    "dealer.insurance_winners_paid": {
        "at_second_card": "Winning insurance is paid with the dealer's second card.",
        "after_settlement": "Winning insurance is paid after all other wagers.",
    },
    "pay.super_bonus_on_split": {
        True: "A split hand may win the Super Bonus.",
        False: "A split hand wins no Super Bonus.",
    },
}

_ROWS = {
    "pontoon": "Pontoon",
    "five_cards": "21 in five cards",
    "six_cards": "21 in six cards",
    "seven_cards": "21 in seven cards or more",
    "six_seven_eight": "6, 7 and 8 of mixed suits",
    "six_seven_eight_suited": "6, 7 and 8 of one suit",
    "six_seven_eight_spades": "6, 7 and 8 of spades",
    "three_sevens": "Three sevens of mixed suits",
    "three_sevens_suited": "Three sevens of one suit",
    "three_sevens_spades": "Three sevens of spades",
    "doubled": "A doubled hand",
    "other": "Any other winning hand",
}
_PAIRS = {
    "perfect": "Two alike in rank and suit",
    "coloured": "A pair of one colour",
    "mixed": "A pair of two colours",
    "pair": "A pair",
    "aces_suited": "Two aces of one suit",
    "aces": "Two aces",
    "high_pair": "A pair of jacks, queens or kings",
    "low_pair": "A pair of twos to nines",
    "ace_picture": "An ace with a jack, queen or king",
    "ace_low": "An ace with a two to nine",
    "two_suited": "Both match the dealer's card in rank and suit",
    "one_suited_one_unsuited": "Both match in rank, one of them in suit",
    "one_suited": "One matches in rank and suit",
    "two_unsuited": "Both match in rank, in other suits",
    "one_unsuited": "One matches in rank, in another suit",
}


def spoken(odds: Odds) -> str:
    """Odds as the dealer says them: 3 to 2."""
    return f"{odds.pays} to {odds.to}"


def bet_name(kind: str) -> str:
    """A side wager by its name."""
    return kind.replace("_", " ").title()


def pay_rows(rules: Ruleset, config: TableConfig) -> tuple[PayRow, ...]:
    """The pay tables of the main wager, of insurance, and of the side wagers that this table offers."""
    clauses, main = rules.clauses, rules.pay.odds.items()
    rows = [PayRow("main", row, _ROWS[row], spoken(odds), clauses[f"pay.odds.{row}"]) for row, odds in main]
    insured = "The dealer makes a pontoon against an ace"
    rows.append(PayRow("insurance", "pontoon", insured, spoken(rules.pay.insurance), clauses["pay.insurance"]))
    for kind in _offered(rules, config):
        pays = rules.side_bets[kind].pays
        rows += [
            PayRow(kind, won, _PAIRS[won], spoken(odds), clauses[f"side_bets.{kind}.pays.{won}"])
            for won, odds in pays.items()
        ]
    return tuple(rows)


def _offered(rules: Ruleset, config: TableConfig) -> list[str]:
    return [kind for kind in rules.side_bets if kind in config.side_bets]


# --- sentences with numbers, or with what the house has chosen for this table


def _multiples(rules: Ruleset, config: TableConfig) -> str:
    if not rules.wagers.in_multiples or not config.increment_cents:
        return ""
    return f"Wagers are multiples of {in_units(config.increment_cents)}."


def _mid_shoe(rules: Ruleset, config: TableConfig) -> str:
    who = "Until a new shoe who was not in every round of this one"
    return {"open": "", "minimum": f"{who} bets the minimum.", "barred": f"{who} does not bet."}[config.mid_shoe]


def _idle(rules: Ruleset, config: TableConfig) -> str:
    rounds = rules.table.idle_rounds_for_a_full_seat
    return f"At a full table a seat may be asked back after {rounds} rounds without a wager." if rounds else ""


def _burn(rules: Ruleset, config: TableConfig) -> str:
    if rules.deal.burn == "shoe_and_dealer":
        return "A card of each new shoe is burnt, and one when the dealer changes."
    burns = rules.deal.burn == "optional" and config.burn
    return "The first card of each new shoe is burnt." if burns else "No card of a new shoe is burnt."


def _final_rounds(rules: Ruleset, config: TableConfig) -> str:
    rounds = rules.deal.final_rounds
    return f"The last {rounds} rounds of the day are announced." if rounds else ""


def _forced(rules: Ruleset, config: TableConfig) -> str:
    below = rules.play.forced_draw_below
    return f"A hand under {below} has to draw." if below else "No hand has to draw."


def _split(rules: Ruleset, config: TableConfig) -> str:
    return f"Two cards of one value may be split, up to {rules.play.max_hands} hands on a box."


def _double_least(rules: Ruleset, config: TableConfig) -> str:
    if rules.play.double_minimum == "none" or not config.increment_cents:
        return "A double adds any amount up to the wager."
    return f"A double adds {in_units(config.increment_cents)} or more, up to the wager."


_RANKS = {"A": "an ace", "J": "a jack", "Q": "a queen", "K": "a king"}
ALL_RANKS = 12


def _against(rules: Ruleset, config: TableConfig) -> str:
    ranks = rules.play.surrender_against
    if len(set(ranks)) == ALL_RANKS:
        return "There is surrender against every card of the dealer."
    named = [_RANKS.get(rank, f"a {rank}") for rank in dict.fromkeys(ranks)]
    return f"There is surrender against {' or '.join(named)}." if named else "There is no surrender."


def _insurance(rules: Ruleset, config: TableConfig) -> str:
    chip = in_units(config.smallest_chip_cents)
    half = "Insurance against an ace is up to half the wager"
    return {
        "none": f"{half}.",
        "chip": f"{half}, in multiples of {chip}.",
        "half_chip": f"{half}, in multiples of half of {chip}.",
        "next_chip": f"{half}, or the next multiple of {chip}.",
    }[rules.play.insurance_unit]


def _super_bonus(rules: Ruleset, config: TableConfig) -> str:
    tiers = [f"{in_units(prize)} from a wager of {in_units(least)}" for least, prize in rules.pay.super_bonus_tiers]
    if not tiers:
        return ""
    return f"Super Bonus for three sevens of one suit against the dealer's seven: {', '.join(tiers)}."


def _super_others(rules: Ruleset, config: TableConfig) -> str:
    if not rules.pay.super_bonus_others_cents:
        return ""
    whom = {
        "every_wager": "every other main wager",
        "seated_of_each_box": "the player who decides for each other box",
        "every_other_person": "every other player",
    }[rules.pay.super_bonus_others]
    return f"With a Super Bonus {whom} gets {in_units(rules.pay.super_bonus_others_cents)}."


Words = Callable[[Ruleset, TableConfig], str]
WORKED: dict[str, Words] = {
    "wagers.in_multiples": _multiples,
    "table.mid_shoe": _mid_shoe,
    "table.idle_rounds_for_a_full_seat": _idle,
    "deal.burn": _burn,
    "deal.final_rounds": _final_rounds,
    "play.forced_draw_below": _forced,
    "play.max_hands": _split,
    "play.double_minimum": _double_least,
    "play.surrender_against": _against,
    "play.insurance_unit": _insurance,
    "pay.super_bonus_tiers": _super_bonus,
    "pay.super_bonus_others": _super_others,
}
# What a line is about, by the section of its option, where the option itself is not named.
_ABOUT: dict[str, Group] = {
    "table": "wagers", "wagers": "wagers", "deal": "cards", "interim": "pays", "play": "play", "dealer": "dealer",
    "pay": "pays",
}  # fmt: skip
_ORDER = (
    "dealer.soft_17", "dealer.draws", "dealer.pontoon_takes", "play.forced_draw_below", "play.double_on",
    "play.double_minimum", "play.doubled_aces_hard", "play.undoubled_behind", "interim.rescue_at_once",
    "play.max_hands", "play.split_aces", "play.decliners_hand", "play.surrender", "play.surrender_against",
    "play.insurance_unit", "play.insurance_bars_pontoon", "dealer.insurance_winners_paid", "interim.pontoon_at_once",
    "interim.twenty_one_at_once", "interim.bust_at_once", "pay.super_bonus_tiers", "pay.super_bonus_others",
    "pay.super_bonus_on_split", "wagers.close_at", "wagers.minimum_of", "wagers.in_multiples", "table.mid_shoe",
    "wagers.unnoticed_over", "wagers.unnoticed_under", "wagers.unseated_controller", "wagers.first_bettor_consents",
    "wagers.seated_first", "table.one_seat_when_full", "table.idle_rounds_for_a_full_seat", "deal.burn",
    "deal.squeeze", "deal.cut_card_first", "deal.cut_card_during", "deal.final_rounds",
)  # fmt: skip


class _Same:
    """A book as a key: by which one it is, since what it says cannot be hashed."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.rules is self.rules


def rule_lines(rules: Ruleset, config: TableConfig) -> tuple[RuleLine, ...]:
    """What the sign of this table says of the rules, in the order in which it says it."""
    return _lines(_Same(rules), config)


@lru_cache(maxsize=256)
def _lines(book: _Same, config: TableConfig) -> tuple[RuleLine, ...]:
    """Made once: the sign is shown again at every card, and its rules stay."""
    rules = book.rules
    lines = [RuleLine(option, _ABOUT[option.split(".")[0]], _text(rules, config, option), "") for option in _ORDER]
    said = [line._replace(clause=rules.clauses[line.option]) for line in lines if line.text]
    return (*said, *[line for kind in _offered(rules, config) for line in _side_bet(rules, kind)])


def _text(rules: Ruleset, config: TableConfig, option: str) -> str:
    if option in WORKED:
        return WORKED[option](rules, config)
    section, name = option.split(".")
    return SAID[option][getattr(getattr(rules, section), name)]


def _side_bet(rules: Ruleset, kind: str) -> list[RuleLine]:
    bet, name = rules.side_bets[kind], bet_name(kind)
    own = bet.needs == "own_main"
    said = {
        "needs": f"{name} goes with a main wager {'of the same player' if own else 'of anybody'} on the box.",
        "least_cents": f"{name} is {in_units(bet.least_cents)} or more." if bet.least_cents else "",
        "up_to_main": f"{name} is no more than the main wager." if bet.up_to_main else "",
    }
    options = [(f"side_bets.{kind}.{field}", text) for field, text in said.items() if text]
    return [RuleLine(option, "wagers", text, rules.clauses[option]) for option, text in options]
