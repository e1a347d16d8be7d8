"""The sign: its rules follow the options, its notice the moment, and the last round stays until the next is over."""

from collections.abc import Iterator
from dataclasses import replace as replace_in_rules

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.records import replace
from app.game.core.state import DEALER, Result, TableConfig
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import SideLimits, SignView, limits_shown, rules_shown, sign_view
from app.game.views.notices import notice
from app.game.views.rule_lines import KNOWN, RuleLine, pay_rows, rule_lines
from tests.game.tables import ACT, MA, NZ, SG, At
from tests.rules.test_flips import flips, options

# Options that say nothing to players, by why they need no line.
CHOSEN = "the house chooses one of these, and the sign has what it chose among its limits"
UNSAID = {
    "table.decks": CHOSEN,
    "table.boxes": CHOSEN,
    "table.hole_cards": "the line says what the house has chosen",
    "table.shufflers": "the machine stands on the table; where it shuffles all the time fewer lines hold",
    "table.cut_cards": "a second cutting card changes nothing for players",
    "table.mid_shoe": "the line says what the house has chosen",
    "table.may_limit_boxes_per_player": CHOSEN,
    "table.one_box_unless_permitted": "the sign has the number of boxes that holds",
    "table.may_limit_a_player": CHOSEN,
    "table.may_raise_a_box_maximum": CHOSEN,
    "table.may_restrict_players": "that a player is held to the minimum is told to nobody else",
    "shoe": "how cards are made ready is the dealer's checklist",
    "remedies": "what supervisors may do is shown to them",
}


def config_of(rules: Ruleset) -> TableConfig:
    """A table on which everything is used that can be."""
    return TableConfig(side_bets=tuple(rules.side_bets), increment_cents=500, smallest_chip_cents=250)


def said(rules: Ruleset) -> tuple[object, ...]:
    """All that the sign says of the rules and limits of such a table."""
    config = config_of(rules)
    return rule_lines(rules, config), pay_rows(rules, config), limits_shown(config, rules)


def public() -> Iterator[tuple[str, str]]:
    """The options that players are told of."""
    for book, option in options():
        if option not in UNSAID and option.split(".")[0] not in UNSAID:
            yield book, option


@pytest.mark.parametrize(("book", "option"), list(public()))
def test_a_flipped_option_changes_what_the_sign_says(book: str, option: str) -> None:
    rules = load_ruleset(book)
    assert any([said(flipped) != said(rules) for flipped in flips(rules, option)]), f"no line says {option}"


def test_an_option_that_needs_no_line_changes_none() -> None:
    for book, option in set(options()) - set(public()):
        rules = load_ruleset(book)
        assert all([said(flipped) == said(rules) for flipped in flips(rules, option)]), option


@pytest.mark.parametrize("book", ruleset_ids())
def test_every_sentence_stands_alone_and_has_the_clause_of_its_option(book: str) -> None:
    rules = load_ruleset(book)
    lines = rule_lines(rules, config_of(rules))
    assert rules_shown(config_of(rules), rules).lines == lines
    assert rules_shown(config_of(rules), rules) is rules_shown(config_of(rules), rules), "they are made once"
    for line in lines:
        assert line.text[0].isupper() and line.text.endswith("."), line
        known = rules.outcomes[line.option.split(".")[1]] if line.option in KNOWN else None
        assert "_" not in line.text and line.clause == (known or rules.clauses[line.option])
    assert len({line.text for line in lines}) == len(lines)
    rows = pay_rows(rules, config_of(rules))
    assert len({(row.wager, row.words) for row in rows}) == len(rows)
    assert len(rows) == len(rules.pay.odds) + 1 + sum([len(bet.pays) for bet in rules.side_bets.values()])


def line(book: str, option: str, **config: object) -> str:
    """The sentence of this option at such a table; empty if there is none."""
    lines: tuple[RuleLine, ...] = rule_lines(load_ruleset(book), TableConfig(**config))  # type: ignore[arg-type]
    return "".join([each.text for each in lines if each.option == option])


def test_sentences_with_what_the_house_has_chosen() -> None:
    late = "Whoever was not in every round of this shoe"
    assert line(NZ, "table.mid_shoe") == ""
    assert line(NZ, "table.mid_shoe", mid_shoe="minimum") == f"{late} bets only the minimum until the next."
    assert line(MA, "table.mid_shoe", mid_shoe="barred") == f"{late} does not bet until the next."
    assert line(NZ, "deal.burn") == "No card of a new shoe is burnt."
    assert line(NZ, "deal.burn", burn=True) == "The first card of each new shoe is burnt."
    assert line(ACT, "wagers.in_multiples") == ""
    assert line(ACT, "wagers.in_multiples", increment_cents=500) == "Wagers are multiples of $5."
    assert line(NZ, "play.double_minimum", increment_cents=500) == "A double adds $5 or more, up to the wager."
    assert line(NZ, "play.double_minimum") == "A double adds any amount up to the wager."
    assert line(MA, "table.hole_cards") == ""
    assert line(MA, "table.hole_cards", hole_card="blind").endswith("face down until all players have played.")
    assert "looked at for a pontoon" in line(MA, "table.hole_cards", hole_card="reader")
    insured = "Insurance against the dealer's ace, after the first cards, is up to half the wager"
    assert line(SG, "play.insurance_unit", smallest_chip_cents=250) == f"{insured}."
    assert line(NZ, "play.insurance_unit") == f"{insured}."
    assert line(NZ, "play.insurance_unit", smallest_chip_cents=250) == f"{insured}, in multiples of $2.50."
    assert line(ACT, "play.insurance_unit", smallest_chip_cents=250) == f"{insured}, in multiples of $1.25."
    half = line(MA, "play.insurance_unit", smallest_chip_cents=250)
    assert half == f"{insured}, or up to the next multiple of $2.50."


@pytest.mark.parametrize(
    ("book", "prizes"),
    [
        (NZ, "$1,000 for a wager of $2 to under $25, $5,000 for a wager of $25 or more"),
        (SG, "$1,000 for a wager of $10 to under $100, $5,000 for a wager of $100 or more"),
        (ACT, "$1,000 for a wager under $25, $5,000 for a wager of $25 or more"),
        (MA, "$1,000 for a wager of $5 to under $25, $5,000 for a wager of $25 or more"),
    ],
)
def test_what_the_super_bonus_pays_in_words_of_its_document(book: str, prizes: str) -> None:
    won = "Three sevens of one suit, when the dealer's first card is a seven, win a Super Bonus on top"
    assert line(book, "pay.super_bonus_tiers") == f"{won}: {prizes}."


def test_what_a_player_has_to_be_able_to_read() -> None:
    """MA 5(b): there a 21 of three cards or more loses to the dealer's blackjack; SG 3.25: two cards only."""
    assert "not against his pontoon" in line(MA, "interim.twenty_one_at_once")
    assert "whatever the dealer has" in line(SG, "interim.twenty_one_at_once")
    for book in ruleset_ids():
        assert "even against the dealer's" in line(book, "interim.pontoon_at_once")
        assert "the whole wager is lost" in line(book, "play.surrender")
        assert "ouble" in line(book, "pay.super_bonus_on_split")
        assert line(book, "outcomes.stand_off") == "Equal totals under 21 stand off: nobody wins."
    assert line(NZ, "pay.super_bonus_on_split") == "Doubled wagers and split hands win no Super Bonus."
    assert line(ACT, "pay.super_bonus_on_split").endswith("nor does a box where sevens of one suit were split.")
    assert "first two cards only" in line(SG, "play.double_on")
    against = "Surrender is offered when the dealer's first card is an ace, a king, a queen or a jack."
    assert line(ACT, "play.surrender_against") == against


def test_where_a_machine_shuffles_all_the_time_nothing_is_said_of_a_cutting_card() -> None:
    """ACT 19.1: there rule 5 does not hold, nor 4.7."""
    lines = rule_lines(load_ruleset(ACT), TableConfig(shuffler="continuous", mid_shoe="minimum"))
    assert not [each for each in lines if "cutting card" in each.text or each.option == "table.mid_shoe"]


def test_a_book_without_tiers_has_no_super_bonus() -> None:
    rules = load_ruleset(NZ)
    none = replace_in_rules(rules, pay=replace_in_rules(rules.pay, super_bonus_tiers=()))
    assert "pay.super_bonus_tiers" not in [each.option for each in rule_lines(none, TableConfig())]


def at_the_sign(at: At) -> SignView:
    """What hangs over this table."""
    return sign_view(at.table, at.rules)


def test_the_limits_are_those_that_the_table_enforces() -> None:
    at = At(MA, minimum_cents=500, maximum_cents=10000, side_maximum_cents=2500, side_bets=("match_super_bonus",))
    limits = at_the_sign(at).limits
    assert (limits.minimum_cents, limits.maximum_cents, limits.boxes, limits.bettors_per_box) == (500, 10000, 7, 3)
    assert limits.sides == (SideLimits("match_super_bonus", "Match Super Bonus", 500, 2500, None, True),)
    assert (limits.minimum_of, limits.unit_cents) == ("wager", None), "this book wants no multiples"
    limits = at_the_sign(At(ACT, increment_cents=500, smallest_chip_cents=200, side_bets=("perfect_pairs",))).limits
    assert (limits.unit_cents, limits.sides[0].unit_cents, limits.sides[0].up_to_main) == (500, 1000, False)
    assert at_the_sign(At(SG)).limits.minimum_of == "box"
    assert at_the_sign(At(SG)).limits.bettors_per_box is None


def test_the_notice_of_each_moment() -> None:
    assert notice(EMPTY) == "closed"
    at = At(NZ, opened=False)
    assert notice(at.table) == "shuffling"
    at = At(NZ)
    assert notice(at.table) == "place_bets"
    at.bet(1, "ann", 1000)
    assert notice(at.table) == "place_bets"
    at.do(c.CloseBets())
    assert notice(at.table) == "no_more_bets"
    at.cards("8C")
    assert notice(at.table) == "no_more_bets"
    assert notice(replace(at.table, shoe=replace(at.table.shoe, refill="discards"))) == "shuffling"
    at.cards("TD")
    assert notice(at.table) == "paused"


def test_the_notice_after_a_round() -> None:
    at = played()
    assert notice(at.table) == "round_over"
    assert notice(replace(at.table, round=at.table.round and replace(at.table.round, void="x"))) == "round_void"
    at.do(c.TickPayments(1, 3, 10_00, 0))
    assert notice(at.table) == "place_bets", "all is paid: the sign calls for bets when the dealer does"
    assert notice(replace(at.table, shoe=replace(at.table.shoe, refill="discards"))) == "shuffling"
    at.do(c.BeginPaper(("sue", "sam"), "the server stood still"))
    assert notice(at.table) == "paused"
    assert notice(At(NZ).do(c.CloseTable("late")).table) == "closed"


def played() -> At:
    """Ann has stood on 19 with 10.00 and won against 17 and a card."""
    at = At(NZ).bet(3, "ann", 1000).cards("KC 9S 9D").do(c.Stand(3))
    return at.cards("8D")


def test_the_last_round_stays_when_the_next_is_open() -> None:
    at = played()
    seen = at_the_sign(at)
    assert seen.last is None and seen.boxes[0].results == (Result(1, "main", "win"),)
    at.do(c.OpenBetting())
    last = at_the_sign(at).last
    assert last is not None
    assert (last.number, last.void, last.dealer, last.boxes) == (1, False, seen.dealer, seen.boxes)
    assert "ann" not in repr(last) and "1000" not in repr(last)
    at.do(c.CloseTable("late"))
    assert at_the_sign(at).last is None


def test_a_round_that_nobody_played_does_not_take_its_place() -> None:
    at = played().do(c.OpenBetting(), c.ChangeConfig(At(NZ, minimum_cents=500).table.config))
    last = at_the_sign(at).last
    assert last is not None and last.number == 1


def test_a_last_round_that_was_put_right_since_is_not_shown() -> None:
    at = played().do(c.OpenBetting())
    amended = apply(at.table, e.EarlierRoundAmended(1, "void", "fraud", "16.5(a)", ()))
    assert sign_view(amended, at.rules).last is None


def test_an_old_collection_of_cards_has_no_last_round() -> None:
    at = played()
    assert apply(at.table, e.CardsCollected(4, returned=False)).last is None


def test_no_box_is_the_dealer() -> None:
    last = at_the_sign(played().do(c.OpenBetting())).last
    assert last is not None and DEALER not in [box.number for box in last.boxes]
