"""The rules of a table as sentences for its sign, made of the very options that decide.

A line belongs to one option of the book: what the option says, in our words, with its clause. `SAID` has the sentences
of options that are one of a few values ("" where nothing need be said), `WORKED` those with numbers or with what the
house has chosen for this table, `KNOWN` what holds under every book, each with the clause of its outcome.
Options that need no line stand with the reason in tests/game/views/test_sign.py.
"""

from collections.abc import Callable
from typing import Any, Literal

from app.game.core.money import Odds, in_dollars
from app.game.core.records import Part, replace
from app.game.core.state import TableConfig
from app.game.rules.ruleset import Ruleset
from app.game.subjects.hands.options import displayed_unit, insurance_unit
from app.game.subjects.settlement.sidebets import SIDE_BETS

Group = Literal["wagers", "play", "dealer", "pays", "cards"]


class RuleLine(Part):
    """A sentence of the rules: of which option or outcome it is, what it is about, and the clause."""

    option: str
    """The option of the book that it says."""
    about: Group
    """What it is about: wagers, play, the dealer, what is paid, or the cards."""
    text: str
    """The sentence, as it is shown."""
    clause: str


class PayRow(Part):
    """A row of a pay table: of which wager ("main", "insurance" or a side wager), what wins, and its odds."""

    wager: str
    """Which wager: main, insurance, or a side wager by its name."""
    wins: str
    """What wins, as the record names it."""
    words: str
    """What wins, in words."""
    odds: str
    """What it pays, as it is said: 3 to 2."""
    clause: str


SAID: dict[str, dict[Any, str]] = {
    "wagers.close_at": {
        "first_card": "After the first card wagers stay as they are, but for insurance, doubles and splits.",
        "no_more_bets": "After no more bets wagers stay as they are, but for insurance, doubles and splits.",
    },
    "wagers.minimum_of": {
        "wager": "Every main wager is at least the minimum.",
        "box": "The minimum is for all main wagers on a box together.",
    },
    "wagers.unnoticed_over": {
        "stands": "The maximum is for all main wagers on a box together. What is over it unnoticed plays as it lies.",
        "capped": "The maximum is for all main wagers on a box together. What is over it unnoticed does not play.",
        "pro_rata": "The maximum is for all main wagers on a box together. Over it unnoticed, each plays its share.",
    },
    "wagers.unnoticed_under": {
        "plays": "A wager under the minimum that nobody noticed in time plays.",
        "plays_once": "A wager under the minimum that nobody noticed in time plays once; further ones are given back.",
    },
    "wagers.unseated_controller": {
        "first_listed": "Who sits at a box decides for it; where nobody sits, the bettor nearest the dealer.",
        "highest": "Who sits at a box decides for it; where nobody sits, the bettor with the highest wager.",
    },
    "wagers.first_bettor_consents": {True: "The first bettor on a box says whether others may bet on it.", False: ""},
    "wagers.seated_first": {True: "On a box the wager of its seated player comes first.", False: ""},
    "table.one_seat_when_full": {True: "At a full table a player decides for one box only.", False: ""},
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
        True: "A pontoon wins, even against the dealer's, and is paid at once.",
        False: "A pontoon wins, even against the dealer's, and is paid when the round is over.",
    },
    "interim.twenty_one_at_once": {
        True: "A hand of 21 wins whatever the dealer has, and is paid at once.",
        False: "A hand of 21 wins against the dealer's 21, not against his pontoon; it is paid when the round is over.",
    },
    "interim.bust_at_once": {
        True: "A hand over 21 loses at once.",
        False: "A hand over 21 loses; it is settled when the round is over.",
    },
    "interim.rescue_at_once": {
        True: "A doubled hand not over 21 may be given up: the added wager goes back, the other is lost at once.",
        False: "A doubled hand not over 21 may be given up: the added wager goes back, the other is lost at the end.",
    },
    "play.split_aces": {
        "once_one_card": "Aces are split once, and each gets one card.",
        "freely": "Split aces are played like other hands.",
    },
    "play.decliners_hand": {
        "chosen": "A bettor behind who does not split along chooses the hand for the one wager.",
        "first": "A bettor behind who does not split along has the one wager on the first hand.",
    },
    "play.double_on": {
        "any": "A hand under 21 may be doubled, on two cards or more, and gets one card.",
        "first_two": "A hand under 21 may be doubled, on its first two cards only, and gets one card.",
    },
    "play.doubled_aces_hard": {
        True: "Aces among the first two cards of a doubled hand count one.",
        False: "Aces of a doubled hand count one or eleven.",
    },
    "play.undoubled_behind": {
        "full_odds": "A bettor behind who does not double along keeps the odds of the hand and the Super Bonus.",
        "even_money": "A bettor behind who does not double along is paid 1 to 1 too, without Super Bonus.",
    },
    "play.surrender": {
        "window": "Surrender for half the wager is offered after the first cards, before any other. Against the"
        " dealer's pontoon the whole wager is lost.",
        "own_turn": "A player may surrender for half the wager on the first two cards, in turn. Against the dealer's"
        " pontoon the whole wager is lost.",
    },
    "play.insurance_bars_pontoon": {
        True: "A pontoon cannot be insured.",
        False: "A pontoon may be insured.",
    },
    "dealer.soft_17": {
        "hit": "The dealer draws on 16 or less and on a soft 17, and stands on a hard 17 and on 18 or more.",
        "stand": "The dealer draws on 16 or less, and stands on every 17 or more.",
    },
    "dealer.draws": {
        "while_it_matters": "The dealer draws as long as a card can change what a wager comes to.",
        "while_unsettled": "The dealer draws as long as any wager is not settled.",
    },
    "dealer.pontoon_takes": {
        "original_hand": "The dealer's pontoon takes the original wager, not what was added. If that had won with 21,"
        " as much is taken from a split hand still in play.",
        "one_unit": "The dealer's pontoon takes one original wager from the hands not settled yet, not what was added.",
        "all_split_hands": "The dealer's pontoon takes the wager on each split hand, not what was added to double.",
    },
    "dealer.insurance_winners_paid": {
        "at_second_card": "Winning insurance is paid with the dealer's second card.",
        "after_settlement": "Winning insurance is paid after all other wagers.",
    },
    "pay.super_bonus_on_split": {
        "never": "Doubled wagers and split hands win no Super Bonus.",
        "unless_suited_sevens": "Doubled wagers win no Super Bonus,"
        " nor does a box where sevens of one suit were split.",
    },
}

KNOWN = {
    "outcomes.pontoon": "A pontoon is an ace with a jack, queen or king as the first two cards, not after a split.",
    "outcomes.stand_off": "Equal totals under 21 stand off: nobody wins.",
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
    insured = "The dealer makes a pontoon"
    rows.append(PayRow("insurance", "pontoon", insured, spoken(rules.pay.insurance), clauses["pay.insurance"]))
    for kind in _offered(rules, config):
        pays = rules.side_bets[kind].pays
        rows += [
            PayRow(kind, won, SIDE_BETS[kind].wins[won], spoken(odds), clauses[f"side_bets.{kind}.pays.{won}"])
            for won, odds in pays.items()
        ]
    return tuple(rows)


def _offered(rules: Ruleset, config: TableConfig) -> list[str]:
    return [kind for kind in rules.side_bets if kind in config.side_bets]


# --- sentences with numbers, or with what the house has chosen for this table


def _multiples(rules: Ruleset, config: TableConfig) -> str:
    if not rules.wagers.in_multiples or not config.increment_cents:
        return ""
    return f"Wagers are multiples of {in_dollars(config.increment_cents)}."


def _mid_shoe(rules: Ruleset, config: TableConfig) -> str:
    who = "Whoever was not in every round of this shoe"
    held = {"open": "", "minimum": f"{who} bets only the minimum", "barred": f"{who} does not bet"}[config.mid_shoe]
    return f"{held} until the next." if held else ""


def _hole_card(rules: Ruleset, config: TableConfig) -> str:
    down = "The dealer's second card lies face down"
    return {
        "none": "",
        "blind": f"{down} until all players have played.",
        "reader": f"{down}; with an ace, king, queen or jack it is looked at for a pontoon before players go on.",
    }[config.hole_card]


def _idle(rules: Ruleset, config: TableConfig) -> str:
    rounds = rules.table.idle_rounds_for_a_full_seat
    return f"At a full table a seat may be asked back after {rounds} rounds without a wager." if rounds else ""


def _burn(rules: Ruleset, config: TableConfig) -> str:
    if rules.deal.burn == "shoe_and_dealer":
        return "The first card of each new shoe is burnt, and one when the dealer changes; players may ask to see it."
    burns = rules.deal.burn == "optional" and config.burn
    return "The first card of each new shoe is burnt." if burns else "No card of a new shoe is burnt."


def _final_rounds(rules: Ruleset, config: TableConfig) -> str:
    rounds = rules.deal.final_rounds
    return f"The last {rounds} rounds are announced; the cutting card does not count in them." if rounds else ""


def _forced(rules: Ruleset, config: TableConfig) -> str:
    below = rules.play.forced_draw_below
    return f"A hand under {below} may not stand." if below else "A hand may stand on any total."


def _split(rules: Ruleset, config: TableConfig) -> str:
    return f"Two cards of one value may be split, for as much again on each, up to {rules.play.max_hands} hands."


def _double_least(rules: Ruleset, config: TableConfig) -> str:
    if rules.play.double_minimum == "multiple" and displayed_unit(config) > 1:
        return f"A double adds multiples of {in_dollars(displayed_unit(config))}, up to the wager."
    if rules.play.double_minimum != "increment" or not config.increment_cents:
        return "A double adds any amount up to the wager."
    return f"A double adds {in_dollars(config.increment_cents)} or more, up to the wager."


_RANKS = {"A": "an ace", "J": "a jack", "Q": "a queen", "K": "a king"}
ALL_RANKS = 12


def _against(rules: Ruleset, config: TableConfig) -> str:
    ranks = list(dict.fromkeys(rules.play.surrender_against))
    if len(ranks) == ALL_RANKS:
        return "Surrender is offered against every card of the dealer."
    named = [_RANKS.get(rank, f"a {rank}") for rank in ranks]
    either = " or ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))
    return f"Surrender is offered when the dealer's first card is {either}." if named else "There is no surrender."


def _insurance(rules: Ruleset, config: TableConfig) -> str:
    """The unit is said where it is a chip, and not the cent."""
    unit = insurance_unit(config, rules)
    half = "Insurance against the dealer's ace, after the first cards, is up to half the wager"
    if unit == 1:
        return f"{half}."
    next_ = rules.play.insurance_unit == "next_chip"
    return f"{half}, {'or up to the next multiple' if next_ else 'in multiples'} of {in_dollars(unit)}."


def _super_bonus(rules: Ruleset, config: TableConfig) -> str:
    tiers = rules.pay.super_bonus_tiers
    nexts = [least for least, _ in tiers[1:]]
    if not tiers:
        return ""
    prizes = [
        f"{in_dollars(prize)} for a wager {_range(least, under)}"
        for (least, prize), under in zip(tiers, [*nexts, None], strict=True)
    ]
    won = "Three sevens of one suit, when the dealer's first card is a seven, win a Super Bonus on top"
    return f"{won}: {', '.join(prizes)}."


def _range(least: int, under: int | None) -> str:
    if under is None:
        return f"of {in_dollars(least)} or more"
    return f"of {in_dollars(least)} to under {in_dollars(under)}" if least > 1 else f"under {in_dollars(under)}"


def _super_others(rules: Ruleset, config: TableConfig) -> str:
    if not rules.pay.super_bonus_others_cents:
        return ""
    whom = {
        "every_wager": "every other main wager",
        "seated_of_each_box": "the player who decides for each other box",
        "every_other_person": "every other player with a wager",
    }[rules.pay.super_bonus_others]
    return (
        f"When somebody wins a Super Bonus, {whom} gets {in_dollars(rules.pay.super_bonus_others_cents)}, won or lost."
    )


Words = Callable[[Ruleset, TableConfig], str]
WORKED: dict[str, Words] = {
    "wagers.in_multiples": _multiples,
    "table.mid_shoe": _mid_shoe,
    "table.hole_cards": _hole_card,
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
    "pay": "pays", "outcomes": "pays", "table.hole_cards": "dealer",
}  # fmt: skip
_ORDER = (
    "dealer.soft_17", "dealer.draws", "table.hole_cards", "dealer.pontoon_takes", "play.forced_draw_below",
    "play.double_on", "play.double_minimum", "play.doubled_aces_hard", "play.undoubled_behind",
    "interim.rescue_at_once", "play.max_hands", "play.split_aces", "play.decliners_hand", "play.surrender",
    "play.surrender_against", "play.insurance_unit", "play.insurance_bars_pontoon", "dealer.insurance_winners_paid",
    "outcomes.pontoon",
    "interim.pontoon_at_once", "interim.twenty_one_at_once", "outcomes.stand_off", "interim.bust_at_once",
    "pay.super_bonus_tiers", "pay.super_bonus_others", "pay.super_bonus_on_split", "wagers.close_at",
    "wagers.minimum_of", "wagers.in_multiples", "table.mid_shoe", "wagers.unnoticed_over", "wagers.unnoticed_under",
    "wagers.unseated_controller", "wagers.first_bettor_consents", "wagers.seated_first", "table.one_seat_when_full",
    "table.idle_rounds_for_a_full_seat", "deal.burn", "deal.squeeze", "deal.cut_card_first", "deal.cut_card_during",
    "deal.final_rounds",
)  # fmt: skip
# Where a machine shuffles all the time there is no cutting card, and no shoe that anybody could come late to.
_OF_A_SHOE = ("table.mid_shoe", "deal.cut_card_first", "deal.cut_card_during", "deal.final_rounds")


def rule_lines(rules: Ruleset, config: TableConfig) -> tuple[RuleLine, ...]:
    """What the sign of this table says of the rules, in the order in which it says it."""
    machine = config.shuffler == "continuous"
    options = [option for option in _ORDER if not (machine and option in _OF_A_SHOE)]
    lines = [RuleLine(option, _about(option), _text(rules, config, option), "") for option in options]
    said = [replace(line, clause=_clause(rules, line.option)) for line in lines if line.text]
    return (*said, *[line for kind in _offered(rules, config) for line in _side_bet(rules, kind)])


def _about(option: str) -> Group:
    return _ABOUT.get(option) or _ABOUT[option.split(".")[0]]


def _text(rules: Ruleset, config: TableConfig, option: str) -> str:
    if option in KNOWN:
        return KNOWN[option]
    if option in WORKED:
        return WORKED[option](rules, config)
    section, name = option.split(".")
    return SAID[option][getattr(getattr(rules, section), name)]


def _clause(rules: Ruleset, option: str) -> str:
    return rules.outcomes[option.split(".")[1]] if option in KNOWN else rules.clauses[option]


def _side_bet(rules: Ruleset, kind: str) -> list[RuleLine]:
    bet, name = rules.side_bets[kind], bet_name(kind)
    own = bet.needs == "own_main"
    said = {
        "needs": f"{name} goes with a main wager {'of the same player' if own else 'of anybody'} on the box.",
        "least_cents": f"{name} is {in_dollars(bet.least_cents)} or more." if bet.least_cents else "",
        "up_to_main": f"{name} is no more than the main wager." if bet.up_to_main else "",
    }
    options = [(f"side_bets.{kind}.{field}", text) for field, text in said.items() if text]
    return [RuleLine(option, "wagers", text, rules.clauses[option]) for option, text in options]
