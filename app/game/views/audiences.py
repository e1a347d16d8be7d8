"""What each audience may see of a table. Redaction lives here, once.

A face-down card is not in the state, so no view can leak it; its commitment is for surveillance alone. The sign never
sees money of a bettor, questions, or anything of the cards still in the shoe. Each audience has a type of its own, so
that what it may not see has no field to stand in.
"""

from functools import lru_cache
from typing import Literal

from app.game.core.cards import Card
from app.game.core.hands import total
from app.game.core.records import Part, replace
from app.game.core.results import results_at
from app.game.core.state import (
    Box,
    Done,
    Float,
    Hand,
    Held,
    Incident,
    Initial,
    LastBox,
    LastHand,
    LateWager,
    Line,
    Paper,
    Phase,
    Place,
    Result,
    Round,
    Shoe,
    Signature,
    Stake,
    Table,
    TableConfig,
    Waiting,
)
from app.game.core.turn import stage
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import AnyIrregularity, Ruleset
from app.game.subjects.cards.fold import initial_wagers
from app.game.subjects.hands.options import side_unit
from app.game.subjects.payments.amounts_owed import doubted
from app.game.subjects.payments.payment_list import PaymentShown, payments_shown
from app.game.subjects.remedies.card_positions import TypedCard, typed_cards
from app.game.subjects.remedies.dealer_corrections import Undoable, undoable
from app.game.subjects.settlement.sidebets import open_sides
from app.game.views.checklist import ShoeView, shoe_view
from app.game.views.notices import Notice, notice
from app.game.views.prompts import Prompt, prompts
from app.game.views.rule_lines import PayRow, RuleLine, bet_name, pay_rows, rule_lines


class SideLimits(Part):
    """A side wager that this table offers, and its limits."""

    bet: str
    """The side wager, as the record names it."""
    name: str
    """The side wager, as players know it."""
    minimum_cents: int | None
    """The least on it, in cents; nothing where there is no such limit."""
    maximum_cents: int | None
    """The most on it, in cents; nothing where there is no such limit."""
    unit_cents: int | None
    """It is a multiple of this, in cents; nothing where the book wants none."""
    up_to_main: bool
    """Whether it may not exceed the bettor's main wager."""


# Each table of a large server may have limits of its own; what is kept for one takes some kilobytes.
RULES_KEPT = 2048


class LimitsShown(Part):
    """The limits of this table as the house has set them; nothing where there is none."""

    minimum_cents: int | None
    """The least wager, in cents."""
    maximum_cents: int | None
    """The most on one box, in cents."""
    player_maximum_cents: int | None
    """The most of one bettor on one box, in cents."""
    increment_cents: int | None
    """Wagers are multiples of this, in cents."""
    boxes: int
    """How many boxes the layout has."""
    bettors_per_box: int | None
    """How many bettors a box may have."""
    boxes_per_player: int | None
    """On how many boxes one player may bet."""
    decks: int
    box_maximum_cents: tuple[tuple[int, int], ...]
    """Boxes with a maximum of their own: box and cents."""
    sides: tuple[SideLimits, ...]
    """The side wagers that are offered, with their limits."""
    minimum_of: Literal["wager", "box"]
    """Whether the minimum is that of each wager, or of a box with all its bettors."""
    unit_cents: int | None
    """Main wagers are multiples of this, in cents; nothing where the book wants none."""


class HandView(Part):
    """A hand as everybody at the table sees it."""

    cards: tuple[Card, ...]
    """The cards, in the order in which they came."""
    face_down: int
    """How many cards of the hand lie face down."""
    points: int
    """The total of the cards that lie face up."""
    soft: bool
    """Whether an ace counts eleven."""
    doubled: bool
    """Whether the hand was doubled."""
    done: Done
    """Why no decision is open on the hand any more; empty while one is."""


class BoxView(Part):
    """A box as everybody at the table sees it; outcomes without amounts."""

    number: int
    """The number of the box."""
    surrendered: bool
    """Whether the box has surrendered."""
    hands: tuple[HandView, ...]
    """The hands."""
    outcomes: tuple[str, ...]
    """What became of each wager, without amounts."""
    results: tuple[Result, ...]
    """What became of each wager, without bettors and amounts."""


class LastView(Part):
    """The round before this one, as it lay when it was over; outcomes without amounts."""

    number: int
    """The number of the round."""
    void: bool
    """Whether the round was void."""
    dealer: HandView
    """The dealer's hand."""
    boxes: tuple[BoxView, ...]
    """The boxes that are dealt to."""


class RulesShown(Part):
    """The rules on the sign: taken from the book that decides, so that it cannot say anything else."""

    soft_17: str
    """What the dealer does with a soft seventeen."""
    odds: tuple[tuple[str, str], ...]
    """What pays which odds."""
    insurance: str
    """The odds of insurance."""
    super_bonus_cents: tuple[tuple[int, int], ...]
    """The tiers of the super bonus: a wager from so many cents pays so many."""
    side_bets: tuple[tuple[str, str, str], ...]
    """The side wagers: name, what wins, and its odds."""
    title: str
    """The title of the book."""
    edition: str
    """Which edition of the book it is."""
    lines: tuple[RuleLine, ...]
    """The rules of this table as sentences, in the order in which they are shown."""
    pays: tuple[PayRow, ...]
    """The pay tables: of the main wager, of insurance, of each side wager that is offered."""


class SignView(Part):
    """The sign above the table. `notice`: what a player has to be told now; `last`: the round before this one."""

    phase: Phase
    notice: Notice
    """What a player has to be told now."""
    ruleset: str
    ruleset_hash: str
    round: int | None
    """The number of the round; nothing before the first."""
    minimum_cents: int | None
    """The least wager, in cents."""
    maximum_cents: int | None
    """The most on one box, in cents."""
    dealer: HandView
    """The dealer's hand."""
    boxes: tuple[BoxView, ...]
    """The boxes that are dealt to."""
    limits: LimitsShown
    """The limits of this table."""
    last: LastView | None
    """The round before this one, as everybody saw it; nothing before the first, or if it was put right since."""
    rules: RulesShown
    """The rules as the sign shows them."""


class HandStakes(Part):
    """Whose money lies on a hand, and whether it has to be dealt a card first."""

    stakes: tuple[Stake, ...]
    """Each bettor's money on the hand."""
    wants_card: bool
    """Whether the hand is dealt a card before anything is decided."""


class BoxStakes(Part):
    """A box that is dealt to: who decides for it, and each bettor's money on each of its hands."""

    number: int
    """The number of the box."""
    controller: str
    """Who decides for the box."""
    away: tuple[str, ...]
    """Bettors of the box who cannot decide any more."""
    absent: str
    """What becomes of the box where nobody can decide for it: draw or stand; empty where somebody can."""
    hands: tuple[HandStakes, ...]
    """The hands."""


class Hold(Part):
    """What the table holds for; `card` if one is seen on the felt that nobody knows what to do with, and `more` that
    came with it. `keyed`: where the shoe told another card than was typed, what was typed and waits for its word; the
    first is the one that differs. `told`: how many cards the shoe has reported that nobody has looked at yet. `lines`:
    what the record has settled by cards that may lie elsewhere; it is on hold until it is said what lies where."""

    irregularity: AnyIrregularity
    detail: str
    """More of what it is about."""
    card: Card | None
    box: int | None
    player: str | None
    keyed: tuple[Card | None, ...]
    """Cards that were typed and of which the shoe has not told, where it told another than the first of them; nothing
    for one that lies face down."""
    more: tuple[Card, ...]
    """The other cards that came with it; the one that came first cannot be told."""
    told: int
    """How many cards the shoe has reported that nobody has looked at yet."""
    lines: tuple[Line, ...] = ()
    """What the record has settled by cards that may lie elsewhere: on hold until somebody says."""


class DealerView(Part):
    """The dealer's terminal: the sign's view, the wagers, what to do now, and the typed cards of the round."""

    sign: SignView
    """What the sign shows."""
    config: TableConfig
    places: tuple[Place, ...]
    """Who bets where."""
    settlements: tuple[Line, ...]
    """Every wager that was settled in this round."""
    questions: tuple[Question, ...]
    """All questions that are open now."""
    prompts: tuple[Prompt, ...]
    """What the dealer should tell whom."""
    ready: tuple[Card | None, ...]
    """The cards that lie ready to be the next; nothing for one that nobody has seen."""
    late_wagers: tuple[LateWager, ...]
    """Wagers that came after the end of betting, refused."""
    on_duty: str
    """Who deals here; empty: nobody."""
    hold: Hold | None
    """What the table holds for; nothing while it goes on."""
    boxes: tuple[BoxStakes, ...]
    """The boxes that are dealt to."""
    checklist: ShoeView
    """The cards between shoes: what is done, by whom, and what is now; of the shoe in use never the cards."""
    payments: tuple[PaymentShown, ...]
    """What is to be paid and taken, and what was ticked off."""
    last_wagers: tuple[Initial, ...]
    """The initial wagers of the last round that is over and had any."""
    undo: Undoable | None
    """What an undone tap would take back now; nothing where nothing can be."""
    typed: tuple[TypedCard, ...]
    """The cards of the round that were typed and lie face up; the dealer may put them right."""


class RemedyWaits(Part):
    """A void or reconstruction that waits for a second signature; `outdated`: the record that it is about has changed,
    so that it has to be proposed anew."""

    seal: str
    """The seal of what was signed: who signs the very same sends it as `seen`."""
    round: int
    """The number of the round that it is about."""
    what: str
    """What it is: reconstruct, void_round, void_box, void_hand or void_wager."""
    reason: str
    clause: str
    signed_by: tuple[str, ...]
    """Who has signed just this already."""
    outdated: bool
    """Whether the round's record has changed since: then it has to be proposed anew."""


class FloorView(Part):
    """The floor: the dealer's view and the money at stake; who enters rounds from paper now, and who entered this one;
    what waits for a second signature. What the record has in the tray is not shown to those who count it."""

    dealer: DealerView
    """What the dealer's terminal shows."""
    dealer_name: str
    """Who is on duty."""
    layout_cents: int
    """The money at stake: wagers that are not settled yet, in cents."""
    rounds_in_shoe: int
    """How many rounds were dealt from this shoe."""
    irregularities: tuple[Incident, ...]
    """What went wrong in this round, and what was done about it."""
    corrections_by_dealer: tuple[tuple[str, int], ...]
    """How often each dealer has put the record right."""
    late_amounts_by_dealer: tuple[tuple[str, int], ...]
    """How many amounts of main wagers each dealer has entered after the first card."""
    float_open: bool
    """Whether the table's float is open."""
    paper: Paper | None
    """Who enters rounds that were dealt on paper, and why; nothing while nobody does."""
    round_paper: tuple[str, ...]
    """Who entered this round from paper; empty if it was dealt here."""
    remedies: tuple[RemedyWaits, ...]
    """The voids and reconstructions that wait for a second signature."""


class SurveillanceView(Part):
    """Surveillance: all that is recorded, with commitments instead of face-down cards."""

    floor: FloorView
    """What the floor sees."""
    commitments: tuple[str, ...]
    """The commitments to all cards that lie face down."""
    shoe: Shoe
    """The cards of the set in use."""
    signatures: tuple[Signature, ...]
    """Who has signed what is proposed."""
    float: Float
    """The float of the table, as counted in and out."""
    expected_float_cents: int
    """What the tray should hold by the record, in cents."""


# From who sees least to who sees most: each view holds the one before it.
View = SignView | DealerView | FloorView | SurveillanceView


def sign_view(table: Table, rules: Ruleset) -> SignView:
    """What hangs over the table for everybody."""
    round_ = _shown(table)
    return SignView(
        stage(table),
        notice(table),
        rules.id,
        table.ruleset_hash,
        round_.number or None,
        table.config.minimum_cents,
        table.config.maximum_cents,
        _dealer_hand(round_),
        tuple([_box_view(round_, index) for index in range(len(round_.boxes))]),
        limits_shown(table.config, rules),
        _last(table),
        rules_shown(table.config, rules),
    )


def _shown(table: Table) -> Round:
    """The round on the table, without what only the record has settled while it is asked what lies where."""
    round_ = table.round or Round(0)
    waits = doubted(table)
    return replace(round_, lines=tuple([line for line in round_.lines if line not in waits])) if waits else round_


def limits_shown(config: TableConfig, rules: Ruleset) -> LimitsShown:
    """The limits of the table, with what the book adds to them."""
    return LimitsShown(
        config.minimum_cents,
        config.maximum_cents,
        config.player_maximum_cents,
        config.increment_cents,
        config.boxes,
        config.bettors_per_box or rules.table.bettors_per_box or None,
        config.boxes_per_player,
        config.decks,
        config.box_maximum_cents,
        tuple([_side_limits(config, rules, bet) for bet in rules.side_bets if bet in config.side_bets]),
        rules.wagers.minimum_of,
        config.increment_cents if rules.wagers.in_multiples else None,
    )


def _side_limits(config: TableConfig, rules: Ruleset, bet: str) -> SideLimits:
    least = max(rules.side_bets[bet].least_cents, config.side_minimum_cents or 0)
    unit = side_unit(config, rules) if rules.wagers.in_multiples else None
    most = config.side_maximum_cents
    return SideLimits(bet, bet_name(bet), least or None, most, unit, rules.side_bets[bet].up_to_main)


def _last(table: Table) -> LastView | None:
    """The last round, unless it was put right since: then what the sign showed of it is not so any more."""
    last = table.last
    if last is None or last.number in dict(table.amended):
        return None
    dealer = _seen(LastHand(last.dealer, doubled=False, hard_aces=False, done=""))
    return LastView(last.number, last.void, dealer, tuple(map(_last_box, last.boxes)))


def _last_box(box: LastBox) -> BoxView:
    return BoxView(box.number, box.surrendered, tuple(map(_seen, box.hands)), _said(box.results), box.results)


def _seen(hand: LastHand) -> HandView:
    points, soft = total(hand.cards, hand.hard_aces)
    return HandView(hand.cards, 0, points, soft, hand.doubled, hand.done)


def _said(results: tuple[Result, ...]) -> tuple[str, ...]:
    return tuple([f"{result.wager} {result.outcome}" for result in results])


def rules_shown(config: TableConfig, rules: Ruleset) -> RulesShown:
    """What the sign says of the rules; of side bets those that this table offers."""
    return _rules_shown(_Same(rules), config)


@lru_cache(maxsize=RULES_KEPT)
def _rules_shown(book: "_Same", config: TableConfig) -> RulesShown:
    """Made once: the sign is shown again at every card, and its rules stay."""
    rules = book.rules
    odds = tuple([(row, str(odds)) for row, odds in rules.pay.odds.items()])
    offered = [(name, bet) for name, bet in rules.side_bets.items() if name in config.side_bets]
    sides = tuple([(name, kind, str(odds)) for name, bet in offered for kind, odds in bet.pays.items()])
    return RulesShown(
        rules.dealer.soft_17,
        odds,
        str(rules.pay.insurance),
        rules.pay.super_bonus_tiers,
        sides,
        rules.title,
        rules.edition,
        rule_lines(rules, config),
        pay_rows(rules, config),
    )


class _Same:
    """A book as a key: by which one it is, since what it says cannot be hashed."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.rules is self.rules


def _dealer_hand(round_: Round) -> HandView:
    points, soft = total(round_.dealer)
    return HandView(round_.dealer, int(round_.hole is not None), points, soft, doubled=False, done="")


def _box_view(round_: Round, index: int) -> BoxView:
    box = round_.boxes[index]
    results = results_at(round_, box.number)
    return BoxView(box.number, box.surrendered, tuple(map(_hand_view, box.hands)), _said(results), results)


def _hand_view(hand: Hand) -> HandView:
    points, soft = total(hand.cards, hand.hard_aces)
    return HandView(hand.cards, len(hand.down), points, soft, hand.doubled, hand.done)


def dealer_view(table: Table, rules: Ruleset) -> DealerView:
    """What the dealer works from."""
    round_ = _shown(table)
    questions = open_questions(table, rules)
    return DealerView(
        sign_view(table, rules),
        table.config,
        round_.places,
        round_.lines,
        questions,
        prompts(table, rules),
        tuple([kept.card for kept in table.kept]),
        round_.late_wagers,
        table.dealer,
        _hold(table, table.held),
        tuple([_stakes(box) for box in round_.boxes]),
        shoe_view(table, rules, questions),
        payments_shown(table, rules),
        initial_wagers(round_) if round_.complete and round_.places else table.last_wagers,
        undoable(table),
        typed_cards(table),
    )


def _hold(table: Table, held: Held | None) -> Hold | None:
    """What the shoe told instead of what was typed may lie face down: only what was typed is named."""
    if held is None:
        return None
    keyed = tuple([each.card for each in table.keyed]) if held.irregularity == "keyed_differs" else ()
    told = sum([each.commitment is not None for each in table.laid_by]) + table.spooled
    return Hold(held.irregularity, held.detail, held.card, held.box, held.player, keyed, held.more, told, held.doubted)


def _stakes(box: Box) -> BoxStakes:
    hands = tuple([HandStakes(hand.stakes, hand.wants_card) for hand in box.hands])
    return BoxStakes(box.number, box.controller, box.away, box.absent, hands)


def floor_view(table: Table, rules: Ruleset) -> FloorView:
    """What a supervisor sees."""
    return FloorView(
        dealer_view(table, rules),
        table.dealer,
        _on_layout(table.round),
        table.shoe.rounds,
        table.irregularities,
        table.corrections,
        table.late_amounts,
        table.float.open,
        table.paper,
        table.round.paper if table.round is not None else (),
        tuple([_remedy(table, each) for each in table.waiting]),
    )


def _remedy(table: Table, waiting: Waiting) -> RemedyWaits:
    signed_by = tuple([signature.by for signature in table.signatures if signature.seal == waiting.seal])
    what = waiting.seal, waiting.round, waiting.what, waiting.remedy.reason, waiting.clause
    return RemedyWaits(*what, signed_by, waiting.outdated is not None)


def _on_layout(round_: Round | None) -> int:
    """The money at stake: wagers not yet settled."""
    if round_ is None:
        return 0
    if round_.void is not None:
        return 0
    sides = sum(cents for place in round_.places for _, cents in open_sides(round_, place))
    if not round_.boxes:
        return sides + sum(place.main_cents for place in round_.places)
    main = sum(stake.at_risk_cents for box in round_.boxes for hand in box.hands for stake in hand.live)
    return main + sides + sum(place.insurance_cents for place in round_.places if not place.insurance_settled)


def surveillance_view(table: Table, rules: Ruleset) -> SurveillanceView:
    """What surveillance sees."""
    floor, commitments = floor_view(table, rules), _commitments(table)
    return SurveillanceView(floor, commitments, table.shoe, table.signatures, table.float, table.expected_float_cents)


def _commitments(table: Table) -> tuple[str, ...]:
    round_ = table.round or Round(0)
    unseen = (round_.hole, table.held.commitment if table.held else None, *[kept.commitment for kept in table.kept])
    down = [each.commitment for box in round_.boxes for hand in box.hands for each in hand.down]
    return tuple([commitment for commitment in (*unseen, *down) if commitment is not None])
