"""What a table is at one moment: immutable values, built only by apply.

State holds facts, never rules: what a book makes of them is asked of the ruleset by `decide` and `open_questions`.
Boxes and hands count from 1, hands from left to right as they now lie. A face-down card is a commitment
here and nothing else, so that no view can leak it.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from app.game.core.cards import DECK_SIZE, NONE_DRAWN, Card
from app.game.core.money import Odds
from app.game.core.records import Part, replace
from app.game.core.seals import Opened
from app.game.rules.ruleset import AnyIrregularity, HoleCard, MidShoe, Resolution, Shuffler, Steps

DEALER = 0
# Where a card is known from: "" the shoe; the shoe over a line without any check; by hand, at a table without a shoe;
# by hand, while the shoe did not tell, which will say of it later.
Source = Literal["", "unchecked", "manual", "keyed"]
# How far a round is.
Phase = Literal[
    "closed", "hold", "betting", "shoe", "initial_deal", "offers", "play", "dealer", "complete", "void",
]  # fmt: skip
# What becomes of a wager.
Outcome = Literal["win", "lose", "stand_off", "surrender", "rescue", "returned", "void"]
# What an earlier round is when it was declared so.
VOID = "void"
# The amount of a wager that lies there is not entered yet, or was entered after the end of betting.
MISSING: Final = "missing"
LATE: Final = "late"


class TableConfig(Part):
    """How the casino runs this table; what the book allows of it is checked when it is set."""

    decks: int = 8
    boxes: int = 7
    """How many boxes the layout has."""
    minimum_cents: int | None = None
    """The least wager, in cents."""
    maximum_cents: int | None = None
    """The most on one box, in cents."""
    player_maximum_cents: int | None = None
    """The most of one bettor on one box, in cents."""
    increment_cents: int | None = None
    """Wagers are multiples of this, in cents."""
    smallest_chip_cents: int = 1
    """The smallest chip of the table, in cents."""
    hole_card: HoleCard = "none"
    """How the dealer's second card is dealt."""
    bettors_per_box: int | None = None
    """How many bettors a box may have."""
    boxes_per_player: int | None = None
    """On how many boxes one player may bet."""
    mid_shoe: MidShoe = "open"
    """What players may who come in the middle of a shoe."""
    full_table: bool = False
    """Whether the table counts as full."""
    side_bets: tuple[str, ...] = ()
    """The side wagers that are offered."""
    side_minimum_cents: int | None = None
    """The least side wager, in cents."""
    side_maximum_cents: int | None = None
    """The most on one side wager, in cents."""
    box_maximum_cents: tuple[tuple[int, int], ...] = ()
    """Boxes with a maximum of their own: box and cents."""
    restricted: tuple[str, ...] = ()
    """Players who are held to the minimum on one box."""
    shuffler: Shuffler = "none"
    """Which machine shuffles, if one does."""
    cut_cards: int = 1
    burn: bool = False
    """Whether the first card is burnt where the book leaves it open."""
    dealer_cuts: bool = False
    """Whether the dealer may cut."""
    reader_visible: bool = False
    """Whether the players see the card reader's answer."""
    single_signature: tuple[str, ...] = ()
    """Remedies that one person may sign alone."""
    licences: bool = False
    """Whether a dealer needs a valid licence."""
    chips_cents: tuple[int, ...] = ()
    """The chips that the table's buttons show, from the smallest, in cents."""


class Stake(Part):
    """One bettor's money on one hand."""

    player: str
    base_cents: int
    """The wager on this hand, in cents."""
    double_cents: int = 0
    """What was added to double it, in cents."""
    original: bool = True
    """Whether it is the wager of before the cards; another one came with a split."""
    rescued: bool = False
    """Whether the double was taken back."""
    outcome: Outcome | Literal[""] = ""
    """What became of it; empty while it waits for a result."""

    @property
    def at_risk_cents(self) -> int:
        """The wager and what was added to double it."""
        return self.base_cents + self.double_cents

    @property
    def settled(self) -> bool:
        """Whether it has its result."""
        return self.outcome != ""


class FaceDown(Part):
    """A card dealt face down: where in the hand it lies, and the commitment to it."""

    position: int
    commitment: str


WhyDone = Literal["stand", "pontoon", "twenty_one", "bust", "one_card", "absent"]
Done = WhyDone | Literal["", "surrender", "refused", "void", "passed"]


class Hand(Part):
    """A hand of a box. `done` says why no decision is open on it any more, `late` that it is served last,
    `cleared` that its cards lie in the rack."""

    cards: tuple[Card, ...] = ()
    down: tuple[FaceDown, ...] = ()
    stakes: tuple[Stake, ...] = ()
    split: bool = False
    split_aces: bool = False
    doubled: bool = False
    hard_aces: bool = False
    wants_card: bool = False
    done: Done = ""
    late: bool = False
    cleared: bool = False

    @property
    def live(self) -> tuple[Stake, ...]:
        """The stakes that still wait for a result."""
        return tuple([stake for stake in self.stakes if stake.outcome == ""])


class Box(Part):
    """A box that is dealt to. `away`: who cannot decide for it any more; `absent`: nobody can, and its hands are drawn
    to twelve or stand. `pairs_split`: the two cards of each split, in the order of the splits."""

    number: int
    controller: str
    hands: tuple[Hand, ...]
    surrendered: bool = False
    second_late: bool = False
    away: tuple[str, ...] = ()
    absent: Literal["", "draw", "stand"] = ""
    pairs_split: tuple[tuple[Card, ...], ...] = ()


class Place(Part):
    """A bettor at a box: the wagers as placed, and what of the main wager plays; once betting is closed `sides` is what
    of the side wagers plays. `amount`: whether that of the main wager is still missing, or came late."""

    box: int
    player: str
    seated: bool
    main_cents: int = 0
    """The main wager as placed, in cents."""
    sides: tuple[tuple[str, int], ...] = ()
    """The side wagers: kind and cents."""
    noticed: bool = True
    effective_cents: int = 0
    """How much of the main wager plays, in cents."""
    insurance_cents: int = 0
    """The insurance wager, in cents."""
    insurance_settled: bool = False
    """Whether the insurance wager has its result."""
    void_sides: tuple[str, ...] = ()
    """Side wagers that do not count any more."""
    amount: Literal["", "missing", "late"] = ""
    """Whether the amount of the main wager is not entered yet (missing), or was entered after betting (late)."""

    @property
    def has_main(self) -> bool:
        """Whether a main wager lies there, its amount known or not."""
        return self.main_cents > 0 or self.amount == MISSING


class Line(Part):
    """One settled wager."""

    box: int
    hand: int
    player: str
    wager: str
    """Which wager it was."""
    stake_cents: int
    """The wager that was settled, in cents."""
    outcome: Outcome
    """What became of the wager."""
    odds: Odds | None
    """The odds that were paid; nothing where nothing was."""
    pays_cents: int
    """What the house pays on top of the wager, in cents."""
    takes_cents: int
    """What the house takes of the wager, in cents."""
    clause: str


class Rescue(Part):
    """Bettors who may still take back their double."""

    box: int
    hand: int
    players: tuple[str, ...]


class LateWager(Part):
    """A wager that somebody wanted to place or change after the end of betting: refused, and kept."""

    box: int
    player: str
    kind: str
    """The kind of wager: main, or a side wager by its name."""
    cents: int
    clause: str | None


class Round(Part):
    """A round of play, from the first wager to the collected cards. `answered`: since the last card an offer has ended
    because everyone entitled had answered it; `offered_late`: the clause by which a missed offer is made now;
    `unread`: the hole card is played as without a reader."""

    number: int
    bets_called: bool = False
    bets_closed: bool = False
    places: tuple[Place, ...] = ()
    squeezing: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    hole: str | None = None
    hole_read: bool | None = None
    dealt: bool = False
    insurance_open: tuple[tuple[int, str], ...] = ()
    surrender_open: tuple[int, ...] = ()
    rescue: Rescue | None = None
    lines: tuple[Line, ...] = ()
    complete: bool = False
    void: str | None = None
    dealer_late: bool = False
    dealers: tuple[str, ...] = ()
    late_wagers: tuple[LateWager, ...] = ()
    paper: tuple[str, ...] = ()
    answered: bool = False
    offered_late: str = ""
    unread: bool = False


class Result(Part):
    """What became of a wager on a hand, without the bettor and without money."""

    hand: int
    wager: str
    """Which wager it was."""
    outcome: Outcome
    """What became of the wager."""


class LastHand(Part):
    """A hand as it lay when its round was over."""

    cards: tuple[Card, ...]
    """The cards that lay face up, in the order in which they came."""
    doubled: bool
    """Whether the hand was doubled."""
    hard_aces: bool
    """Whether aces of the hand counted one."""
    done: Done
    """Why no decision is open on the hand any more; empty while one is."""


class LastBox(Part):
    """A box as it lay when its round was over."""

    number: int
    """The number of the box."""
    surrendered: bool
    """Whether the box has surrendered."""
    hands: tuple[LastHand, ...]
    """The hands."""
    results: tuple[Result, ...]
    """What became of each wager, without bettors and amounts."""


class LastRound(Part):
    """What everybody at the table saw of a round that is over: no money, no name, no card that lay face down."""

    number: int
    """The number of the round."""
    void: bool
    """Whether the round was void."""
    dealer: tuple[Card, ...]
    """The dealer's cards."""
    boxes: tuple[LastBox, ...]
    """The boxes that are dealt to."""


class Held(Part):
    """Something went wrong: the table waits for a supervisor, or for the answers of the players who are asked.

    `from_shoe`: card and `more` left the shoe and lie nowhere yet; `opened` are the face-down cards among which the
    card came to light; `asked` are the players whose answer is awaited, `rebuilt` says what they are asked about;
    `first`: the missed card is the box's first; `settled`, `dealer_drew`: whether money was paid or taken on the felt,
    and whether the dealer has a second card there, where the record alone cannot say it; `unfit`: choices that cannot
    be worked out, since the round cannot have gone as was reported; `doubted`: what the record has settled and the felt
    may not have: nothing of it is paid or taken before it is said what lies where.
    """

    card: Card | None
    irregularity: AnyIrregularity
    from_shoe: bool = False
    more: tuple[Card, ...] = ()
    opened: tuple[Opened, ...] = ()
    phase: Phase | Literal[""] = ""
    box: int | None = None
    player: str | None = None
    felt: int | None = None
    commitment: str | None = None
    asked: tuple[tuple[int, str], ...] = ()
    rebuilt: bool = False
    detail: str = ""
    settled: bool | None = None
    hand: int | None = None
    source: Source = ""
    dealer_drew: bool | None = None
    unfit: tuple[str, ...] = ()
    first: bool = False
    doubted: tuple[Line, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it is about."""
        return ((self.card,) if self.card is not None else ()) + self.more


class Incident(Part):
    """An irregularity of the round, and what was done about it."""

    code: AnyIrregularity
    """The code of it."""
    phase: Phase | Literal[""]
    card: Card | None = None
    choice: Resolution | None = None
    """The choice."""
    clause: str | None = None


class Kept(Part):
    """A card that left the shoe and lies ready to be the next one; without `card` its face was not seen."""

    card: Card | None
    commitment: str | None
    refusable: Literal["", "hand", "player", "dealer"]
    clause: str


class LaidBy(Part):
    """What came from a device while the table held, or an amount was due: a card, as its commitment, or a doubt.
    `place`: where the card went by the device, if not into the game."""

    commitment: str | None
    doubt: str = ""
    """What a device's line cannot tell."""
    alarm: bool = False
    """The shoe cannot hold such a card."""
    place: str = ""
    """Where the shoe says that the card went, if not into play: locked, setting or burn."""


class Keyed(Part):
    """A card that was keyed by hand and of which the shoe has not told yet."""

    card: Card | None
    commitment: str | None = None


class CardSet(Part):
    """A set of cards at the table."""

    id: str
    """The id of the set of cards."""
    colour: str
    inspected: bool = False
    """Whether the set has been inspected and shuffled before."""


class Preparation(Part):
    """A set of cards is being made ready for the shoe. `people`: who did a step, where that is known."""

    set_id: str
    steps: Steps
    """The steps that are due: each with its clause."""
    done: tuple[str, ...] = ()
    """The steps that were done."""
    parts_due: tuple[str, ...] = ()
    """The parts of the shuffle by hand."""
    parts: tuple[str, ...] = ()
    """The parts that were done."""
    shuffled: bool = False
    """Whether the cards are shuffled."""
    cut: bool = False
    """Whether they are cut."""
    declined: tuple[int, ...] = ()
    """Boxes that did not want to cut."""
    cut_by: int | None = None
    """The box that cut."""
    cut_card: bool = False
    """Whether the cutting card is in."""
    anybody_cuts: bool = False
    """Whether any player may cut."""
    offered: int | None = None
    """The box to which the cut is offered."""
    replaced: bool = False
    """Whether the cards were replaced."""
    far_right_cuts: bool = False
    """Whether the player at the far right cuts."""
    people: tuple[tuple[str, str], ...] = ()
    """Who did which step."""


class Shoe(Part):
    """The cards of the set in use, wherever they are: shoe, layout, discard rack.

    `refill`: in the middle of a round the shoe waits for cards that are being shuffled, from the rack or out of itself;
    `manual`: this is the plain shoe in which a round is finished after the automatic one failed.
    """

    decks: int = 0
    left: int = 0
    """How many cards are in the shoe."""
    drawn: bytes = NONE_DRAWN
    """How many of each card have left the shoe, one byte a card, in hexadecimal."""
    discarded: int = 0
    """How many cards lie in the discard rack."""
    rounds: int = 0
    """How many rounds were dealt."""
    burn_due: str | None = None
    """By which clause a card is to be burnt next."""
    burnt: tuple[str, ...] = ()
    """The commitments to the burnt cards."""
    cut_card_box: int | None = None
    """To which box the cutting card came."""
    shuffle_due: str | None = None
    """By which clause the cards are to be shuffled."""
    shuffle_steps: Steps = ()
    """The steps before that shuffle: each with its clause."""
    loaded_from: Preparation | None = None
    """How the cards in the shoe were made ready."""
    rotation_before: int | None = None
    """Who was to cut before this shoe."""
    cut_cards: int = 0
    cut_cards_out: int = 0
    """How many cutting cards have come out."""
    anybody_cuts: bool = False
    """Whether any player may cut."""
    ends_after_round: bool = False
    """Whether the shoe ends with this round."""
    ends_clause: str | None = None
    """By which clause it ends."""
    refill: Literal["", "discards", "remaining"] = ""
    """From where the shoe waits for shuffled cards."""
    manual: bool = False
    """Whether this is the plain shoe in which a round is finished."""
    missing: int = 0
    """How many cards of the set are missing; fewer than none: too many."""

    @property
    def size(self) -> int:
        """All cards of the set that are there."""
        return self.decks * DECK_SIZE - self.missing


class Idle(Part):
    """A seat, and for how many rounds at a full table its player has not bet."""

    box: int
    player: str
    rounds: int = 0


class Signature(Part):
    """One person's signature under a proposed void or reconstruction."""

    seal: str
    """The seal of what was signed."""
    by: str
    """Whose signature it is."""


class Waiting(Part):
    """A void or reconstruction that somebody has signed and that waits for another to sign the very same. `remedy` is
    the command's; `outdated`: how many rounds had been opened when the record that it is about changed."""

    seal: str
    round: int
    what: str
    clause: str
    remedy: Any
    outdated: int | None = None


class Float(Part):
    """The chips in the tray: what was put in less what was taken out, but for play. `closings` are counted, and how
    many of them have their `drops`."""

    open: bool = False
    """Whether the tray was counted in."""
    cents: int = 0
    """What was counted and carried into the tray, less what left it, in cents."""
    closings: int = 0
    """How often the float was closed."""
    drops: int = 0
    """For how many closings the drop was entered."""


class Paper(Part):
    """Who enters rounds that were dealt on paper, and why they were."""

    by: tuple[str, str]
    """The two people who enter them."""
    reason: str


class Initial(Part):
    """An initial wager: what a bettor placed on a box before the cards."""

    box: int
    player: str
    seated: bool
    kind: str
    """The kind of wager: main, or a side wager by its name."""
    cents: int


class Payment(Part):
    """What the dealer pays a bettor at a box, and what he takes of him."""

    box: int
    player: str
    pays_cents: int
    """What is paid, in cents."""
    takes_cents: int
    """What is taken, in cents."""


class Owed(Part):
    """A payment of the round of this number, whose cards are collected. `amended`: the difference by which it was put
    right since."""

    round: int
    amended: bool
    payment: Payment


class Ticked(Part):
    """Payments at one box that the dealer ticked off with one tap."""

    round: int
    amended: bool
    box: int
    payments: tuple[Payment, ...]


class Table(Part):
    """One table. `holds` and `rounds_opened` only ever grow. What is `laid_by` counts as of the shoe until it is
    taken up; so many more are `spooled` that came after it, and stand in the log alone. `opening` and `record` are
    the round's own log: the table when it opened, and the events since. `amended`: earlier rounds that were put right
    since, with the digest of their events as they now are, or "void". `won_cents` is what play has brought the tray
    since it was counted. `owed`: payments of rounds whose cards are collected, the last one and those that were put
    right; what of them and of the round on the table is `ticked`. `last_wagers`: the initial wagers of the last round
    whose cards were collected and that had any. `last`: the round whose cards were collected last."""

    config: TableConfig
    ruleset_hash: str = ""
    dealer: str = ""
    shoe: Shoe = Shoe()
    preparation: Preparation | None = None
    sets: tuple[CardSet, ...] = ()
    set_in_use: str | None = None
    preparations: int = 0
    last_cutter: int | None = None
    seated: tuple[int, ...] = ()
    rounds_dealt: int = 0
    last_final_round: int | None = None
    regulars: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    warned: frozenset[str] = frozenset()
    idle: tuple[Idle, ...] = ()
    round: Round | None = None
    held: Held | None = None
    irregularities: tuple[Incident, ...] = ()
    holds: int = 0
    rounds_opened: int = 0
    kept: tuple[Kept, ...] = ()
    damaged: tuple[tuple[Card, str], ...] = ()
    reader_off: bool = False
    licensed_through: str | None = None
    signatures: tuple[Signature, ...] = ()
    corrections: tuple[tuple[str, int], ...] = ()
    late_amounts: tuple[tuple[str, int], ...] = ()
    amended: tuple[tuple[int, str], ...] = ()
    laid_by: tuple[LaidBy, ...] = ()
    spooled: int = 0
    keyed: tuple[Keyed, ...] = ()
    closed: bool = False
    float: Float = Float()
    won_cents: int = 0
    paper: Paper | None = None
    last: LastRound | None = None
    owed: tuple[Owed, ...] = ()
    ticked: tuple[Ticked, ...] = ()
    last_wagers: tuple[Initial, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    opening: Table | None = None
    record: tuple[Any, ...] = ()

    @property
    def expected_float_cents(self) -> int:
        """What the record has in the tray; chips that were sold for cash are still in it."""
        return self.float.cents + self.won_cents


class RoundRecord(Part):
    """All that is recorded of one round: the table when it opened, and every event since."""

    number: int
    opening: Table
    events: tuple[Any, ...]


def place_of(round_: Round, box: int, player: str) -> Place | None:
    """This bettor's place at the box."""
    for place in round_.places:
        if place.box == box and place.player == player:
            return place
    return None


def box_of(round_: Round, number: int) -> Box | None:
    """The box of this number, if it is dealt to."""
    for box in round_.boxes:
        if box.number == number:
            return box
    return None


def the_box(round_: Round, number: int) -> Box:
    """The box of this number, which is dealt to."""
    return next(box for box in round_.boxes if box.number == number)


def numbered_hands(round_: Round, number: int) -> list[tuple[int, Hand]]:
    """The hands of the box with their numbers."""
    box = box_of(round_, number)
    return list(enumerate(box.hands, 1)) if box else []


def counted(counts: tuple[tuple[str, int], ...], who: str) -> tuple[tuple[str, int], ...]:
    """The counts of people, with one more for this one."""
    by_name = dict(counts)
    by_name[who] = by_name.get(who, 0) + 1
    return tuple(by_name.items())


def cards_on_layout(table: Table) -> int:
    """How many cards lie on the table, face up or down."""
    unplaced = len(table.kept) + (1 + len(table.held.more) if table.held and table.held.from_shoe else 0)
    return unplaced + (cards_of(table.round) if table.round is not None else 0)


def cards_of(round_: Round) -> int:
    """How many cards lie in the hands of the round; those of a void hand do not lie there any more."""
    count = len(round_.dealer) + (round_.hole is not None)
    for box in round_.boxes:
        for hand in box.hands:
            if not in_the_rack(hand):
                count += len(hand.cards) + len(hand.down)
    return count


def hand_of(round_: Round, box: int, number: int) -> Hand:
    """The hand of this number at this box."""
    return the_box(round_, box).hands[number - 1]


def others_on(box: Box) -> set[str]:
    """Who else has a live wager on the hand that is to be decided next, and could decide on it."""
    playing = next((hand for hand in box.hands if not hand.done), None)
    return {stake.player for stake in playing.live} - {box.controller, *box.away} if playing else set()


def is_away(round_: Round, place: Place) -> bool:
    """Whether this bettor has left the table, as far as it knows: who decided for a box, and is absent."""
    box = the_box(round_, place.box)
    return place.player in box.away or bool(box.absent and place.player == box.controller)


def void_place(round_: Round, place: Place) -> bool:
    """Whether nothing of this bettor's main wager counts any more."""
    box = box_of(round_, place.box)
    stakes = [stake for hand in box.hands for stake in hand.stakes if stake.player == place.player] if box else []
    return bool(stakes) and all([stake.outcome == "void" for stake in stakes])


def in_the_rack(hand: Hand) -> bool:
    """Whether the hand's cards lie in the discard rack already."""
    return hand.cleared or hand.done == "void"


def every_hand(round_: Round) -> list[tuple[Box, int, Hand]]:
    """All hands with their boxes and numbers, from the dealer's left."""
    return [(box, number, hand) for box in round_.boxes for number, hand in enumerate(box.hands, 1)]


def with_hand(round_: Round, box: int, number: int, hand: Hand) -> Round:
    """The round with this hand in the place of the one that lies there."""
    boxes = list(round_.boxes)
    for index, each in enumerate(boxes):
        if each.number == box:
            hands = list(each.hands)
            hands[number - 1] = hand
            boxes[index] = replace(each, hands=tuple(hands))
    return replace(round_, boxes=tuple(boxes))


def recorded(table: Table, event: Any) -> Table:
    """The table with one event more in the round's log."""
    return replace(table, record=(*table.record, event))


def changed_shoe(table: Table, **changes: Any) -> Table:
    """The table with some facts of the shoe changed."""
    return replace(table, shoe=replace(table.shoe, **changes))


def changed_round(table: Table, **changes: Any) -> Table:
    """The table with some facts of the round changed."""
    assert table.round is not None
    return replace(table, round=replace(table.round, **changes))


def changed_hand(table: Table, box: int, number: int, **changes: Any) -> Table:
    """The table with some facts of one hand changed."""
    assert table.round is not None
    hand = replace(hand_of(table.round, box, number), **changes)
    return replace(table, round=with_hand(table.round, box, number, hand))
