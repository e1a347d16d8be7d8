"""What a player may do with the hand whose turn it is, and within which limits."""

from math import lcm
from typing import Literal, get_args

from app.game.core.hands import same_value, total
from app.game.core.records import Part
from app.game.core.state import Box, Hand, Place, Stake, Table, TableConfig
from app.game.core.turn import Turn, size, turn
from app.game.rules.ruleset import Ruleset
from app.game.subjects.dealer.needs import dealer_wants

Decision = Literal["surrender", "hit", "stand", "double", "split"]
CHOICES: tuple[Decision, ...] = get_args(Decision)
ABSENT_DRAWS_TO = 12


class Limits(Part):
    """What a bettor may add, in cents."""

    player: str
    least_cents: int
    """The least that may be added, in cents."""
    most_cents: int
    """The most that may be added, in cents."""


def must_draw(hand: Hand, rules: Ruleset) -> bool:
    """Whether the hand is under the total from which the book lets it stand."""
    return total(hand.cards).points < rules.play.forced_draw_below


def double_allowed(hand: Hand, rules: Ruleset) -> bool:
    """Whether the book lets this hand be doubled."""
    if hand.split_aces and rules.play.split_aces == "once_one_card":
        return False
    return size(hand) == 2 or rules.play.double_on == "any"


def split_allowed(box: Box, hand: Hand, rules: Ruleset) -> bool:
    """Whether the book lets this hand be split."""
    if not same_value(hand.cards) or len(box.hands) >= rules.play.max_hands:
        return False
    return rules.play.split_aces == "freely" or not hand.split_aces


def surrender_allowed(table: Table, now: Turn, rules: Ruleset) -> bool:
    """Whether the hand may be surrendered at its own turn."""
    if rules.play.surrender != "own_turn" or now.hand.split or size(now.hand) != 2:
        return False
    assert table.round is not None
    return table.round.dealer[0][0] in rules.play.surrender_against


def needs_card(table: Table, now: Turn, rules: Ruleset) -> bool:
    """Whether a card goes to this hand before anything is decided on it, or with nothing to decide."""
    hand = now.hand
    if hand.wants_card or size(hand) < 2:
        return True
    if now.box.absent:
        return now.box.absent == "draw" and total(hand.cards).points < ABSENT_DRAWS_TO
    if not must_draw(hand, rules):
        return False
    return not double_may_be_made(table, now, rules) and not split_may_be_made(now, rules)


def choices(table: Table, now: Turn, rules: Ruleset) -> tuple[Decision, ...]:
    """What may be decided on the hand, in the order of CHOICES."""
    allowed = (
        surrender_allowed(table, now, rules),
        True,
        not must_draw(now.hand, rules),
        double_may_be_made(table, now, rules),
        split_may_be_made(now, rules),
    )
    return tuple([name for name, may in zip(CHOICES, allowed, strict=True) if may])


def displayed_unit(config: TableConfig) -> int:
    """The displayed multiple, in whole chips."""
    return lcm(config.increment_cents or 1, config.smallest_chip_cents)


def double_unit(config: TableConfig, rules: Ruleset) -> int:
    """The unit in which doubles go."""
    return displayed_unit(config) if rules.play.double_minimum == "multiple" else 1


def side_unit(config: TableConfig, rules: Ruleset) -> int:
    """The unit in which side wagers go: that of all wagers, if the book wants one."""
    return displayed_unit(config) if rules.wagers.in_multiples else 1


def not_in_units(config: TableConfig, unit: int, cents: int) -> Literal["", "multiple", "chips"]:
    """What an amount offends against that goes in this unit: the displayed multiple, or the smallest chip."""
    if not cents % unit:
        return ""
    return "multiple" if cents % (config.increment_cents or 1) else "chips"


def double_limits(table: Table, stake: Stake, rules: Ruleset) -> Limits:
    """How much a bettor on the hand may add to double."""
    increment, unit = table.config.increment_cents, double_unit(table.config, rules)
    least = increment if increment and rules.play.double_minimum == "increment" else unit
    return Limits(stake.player, least, stake.base_cents // unit * unit)


def in_control(now: Turn, rules: Ruleset) -> str:
    """Who decides on the hand: who decides for the box, or if he has nothing on it the bettor whom the book names."""
    live = {stake.player: stake for stake in now.hand.live}
    if now.box.controller in live or not live:
        return now.box.controller
    live = {player: stake for player, stake in live.items() if player not in now.box.away} or live
    highest = rules.wagers.unseated_controller == "highest"
    return max(live.values(), key=_base).player if highest else next(iter(live))


def present(now: Turn) -> tuple[Stake, ...]:
    """The wagers on the hand of bettors who have not left: nobody doubles, or splits for more, with an absent one's."""
    return tuple([stake for stake in now.hand.live if stake.player not in now.box.away])


def split_may_be_made(now: Turn, rules: Ruleset) -> bool:
    """Whether the book lets this hand be split, and the bettor who decides is there to cover both hands."""
    there = in_control(now, rules) not in now.box.away
    return there and split_allowed(now.box, now.hand, rules)


def _base(stake: Stake) -> int:
    return stake.base_cents


def double_may_be_made(table: Table, now: Turn, rules: Ruleset) -> bool:
    """Whether the book and the limits let the bettor who decides double this hand."""
    if not double_allowed(now.hand, rules):
        return False
    controller = [stake for stake in present(now) if stake.player == in_control(now, rules)]
    limits = [double_limits(table, stake, rules) for stake in controller]
    return any([each.least_cents <= each.most_cents for each in limits])


def keeping_choices(now: Turn, rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """At a split: each bettor behind, with a hand on which the one wager may be kept; an absent one where the book lets
    the hand be chosen."""
    chosen = rules.play.decliners_hand == "chosen"
    stakes = now.hand.live if chosen else present(now)
    behind = [stake.player for stake in stakes if stake.player != in_control(now, rules)]
    return tuple([(player, hand) for player in behind for hand in (("first", "second") if chosen else ("first",))])


def absent_on(now: Turn) -> tuple[str, ...]:
    """The bettors with a live wager on the hand who have left."""
    return tuple([stake.player for stake in now.hand.live if stake.player in now.box.away])


def insurance_unit(config: TableConfig, rules: Ruleset) -> int:
    """The unit in which insurance can be wagered and paid; half of a chip of odd cents comes whole in twos."""
    chip = config.smallest_chip_cents
    if rules.play.insurance_unit == "half_chip":
        return chip // 2 if chip % 2 == 0 else chip
    return 1 if rules.play.insurance_unit == "none" else chip


def insurance_limits(table: Table, place: Place, rules: Ruleset) -> Limits:
    """How much a bettor may insure: whole units up to half the wager, or up to the next unit."""
    unit = insurance_unit(table.config, rules)
    half = place.effective_cents // 2
    units = half // unit
    if rules.play.insurance_unit == "next_chip" and units * unit * 2 < place.effective_cents:
        units += 1
    return Limits(place.player, unit, units * unit)


def may_proceed(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer may close the open offers."""
    round_ = table.round
    if round_ is None or round_.complete:
        return False
    return bool(round_.insurance_open or round_.surrender_open) or rescue_may_be_closed(table, rules)


def rescue_may_be_closed(table: Table, rules: Ruleset) -> bool:
    """Whether the dealer may close an open rescue: only when neither card nor decision follows."""
    round_ = table.round
    if round_ is None or round_.rescue is None:
        return False
    return bool(table.kept) or (turn(round_) is None and dealer_wants(table, rules) != "card")
