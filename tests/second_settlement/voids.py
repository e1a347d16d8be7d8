"""Wagers that are given back: a hand, a box, one wager, the whole round."""

from fractions import Fraction

from .cards import is_ace_and_picture
from .errors import Refused
from .moments import without_result
from .script import Wager
from .table import Box, Hand, Stake, Table, is_void


def find_hands(table: Table, text: str) -> list[Hand]:
    """BOX: all its hands. BOX.HAND: that one."""
    place, _, number = text.partition(".")
    box = table.find_box(place)
    if not number:
        return box.hands
    for position, hand in enumerate(box.hands, start=1):
        if str(position) == number:
            return [hand]
    raise table.refuse(f"no hand {text}")


def void_hands(table: Table, names: list[str]) -> None:
    sides_are_settled, late = table.initial_deal_is_over(), pontoon_has_come(table)
    for name in names:
        for hand in find_hands(table, name):
            for stake in hand.stakes:
                void_stake(stake, late)
    follow_up(table, sides_are_settled)


def void_stake(stake: Stake, late: bool) -> None:
    stake.void_after_pontoon = stake.void_after_pontoon or (late and not stake.void)
    stake.void = True


def pontoon_has_come(table: Table) -> bool:
    """Decision 0006: what it took of the other hands does not change afterwards."""
    return table.is_complete() and not table.an_offer_waits() and is_ace_and_picture(table.dealer_cards())


def void_wager(table: Table, box_number: int, player: str, kind: str) -> None:
    sides_are_settled, late = table.initial_deal_is_over(), pontoon_has_come(table)
    found = False
    if kind == "main":
        for stake in stakes_on_box(table, box_number, player):
            void_stake(stake, late)
            found = True
        void_open_insurance(table, box_number, player)
    elif kind == "insurance":
        for insurance in table.insurances:
            if insurance.box == box_number and insurance.player == player:
                insurance.void = True
                found = True
    else:
        for wager in table.wagers:
            if wager.box == box_number and wager.player == player and kind in wager.sides:
                void_side(table, wager, kind)
                found = True
    if not found:
        raise table.refuse(f"{player} has no {kind} on box {box_number}")
    follow_up(table, sides_are_settled)


def void_open_insurance(table: Table, box_number: int, player: str) -> None:
    """It insures that wager; what the dealer's second card has settled stays."""
    for insurance in table.insurances:
        if (insurance.box, insurance.player) == (box_number, player) and len(table.dealer) < 2:
            insurance.void = True


def void_round(table: Table) -> None:
    table.void = True
    for hand in table.all_hands():
        for stake in hand.stakes:
            stake.void = True
            if not table.drawn:
                stake.base = Fraction(stake.placed)  # no card yet: nothing has been scaled or capped
    for insurance in table.insurances:
        insurance.void = True
    for wager in table.wagers:
        for kind in wager.sides:
            void_side(table, wager, kind)


def take_back(table: Table, box_number: int, player: str, what: list[str]) -> None:
    """SG 5.7.3. `what` had no result when he was asked: numbers of hands, "insurance", "sides". As the cards lie now
    something else may have had none on the felt, S18: then that goes back."""
    boxes = [box for box in table.boxes if box.number == box_number]
    unsettled = any(not box.sides_settled for box in boxes)
    mine = [
        (str(number), stake)
        for number, hand in enumerate(hands_on(table, box_number), start=1)
        for stake in hand.stakes
        if stake.player == player
    ]
    open_then = without_result(table) if table.had_no_result is None else table.had_no_result
    had_none = [stake for _, stake in mine if any(stake is each for each in open_then)]
    sides = unsettled and any(
        (wager.box, wager.player) == (box_number, player) and wager.sides for wager in table.wagers
    )
    insured = [each for each in table.insurances if (each.box, each.player) == (box_number, player) and not each.void]
    named = [stake for number, stake in mine if number in what]
    for stake in had_none if had_none or sides or (insured and len(table.dealer) < 2) else named:
        stake.void = True
    if "insurance" in what:
        for insurance in table.insurances:
            if insurance.box == box_number and insurance.player == player:
                insurance.void = True
    if "sides" in what or unsettled:
        for wager in table.wagers:
            if wager.box == box_number and wager.player == player:
                for kind in wager.sides:
                    void_side(table, wager, kind)
    follow_up(table, table.initial_deal_is_over())


def hands_on(table: Table, box_number: int) -> list[Hand]:
    """None where there are side bets only."""
    return next((box.hands for box in table.boxes if box.number == box_number), [])


def void_side(table: Table, wager: Wager, kind: str) -> None:
    if (wager.box, wager.player, kind) not in table.void_sides:
        table.void_sides.append((wager.box, wager.player, kind))
        if not table.drawn:
            table.never_counted.append((wager.box, wager.player, kind))


def stakes_on_box(table: Table, box_number: int, player: str) -> list[Stake]:
    box = table.find_box(str(box_number))
    return [stake for hand in box.hands for stake in hand.stakes if stake.player == player]


# ---------------------------------------------------------------- what follows from a void


def follow_up(table: Table, sides_are_settled: bool) -> None:
    if not sides_are_settled and table.book.name != "sg-pontoon-plus-v5":
        void_sides_that_stand_alone(table)
    for box in table.boxes:
        for hand in box.hands:
            void_what_does_not_play(hand)
            if is_void(hand):
                hand.done = True
                hand.card_owed = False
                if table.rescue_hand is hand:
                    table.rescue_hand = None
        if all(is_void(hand) for hand in box.hands):
            void_whole_box(table, box)
        else:
            pass_control_on(table, box)
    table.end_late_offers_to_nobody()
    leave_out_void_places(table)
    table.finish_hands()
    table.deal_ready()


def void_what_does_not_play(hand: Hand) -> None:
    """ACT 3.5: of a wager wholly beyond the maximum nothing plays, though those before it are void now."""
    if any(stake.void for stake in hand.stakes) and all(stake.void or lies_beyond(stake) for stake in hand.stakes):
        for stake in hand.stakes:
            stake.void = True


def lies_beyond(stake: Stake) -> bool:
    return stake.placed > 0 and stake.base == 0


def void_sides_that_stand_alone(table: Table) -> None:
    """ACT 18.10, NZ 15A.2, MA 6(b): a side wager is void without the bettor's own main wager."""
    for box in table.boxes:
        for wager in table.wagers:
            if wager.box == box.number and wager.player not in live_players(box):
                for kind in wager.sides:
                    void_side(table, wager, kind)


def void_whole_box(table: Table, box: Box) -> None:
    if box.void:
        return
    box.void = True
    for insurance in table.insurances:
        if insurance.box == box.number:
            insurance.void = True
    if not box.sides_settled:
        for wager in table.wagers:
            if wager.box == box.number:
                for kind in wager.sides:
                    void_side(table, wager, kind)


def leave_out_void_places(table: Table) -> None:
    """A void hand gets no more cards of the initial deal."""
    if not table.places:
        return
    if table.is_all_void():
        table.places = []
        return
    table.places = [place for place in table.places if place is None or not is_void(place)]
    if table.initial_deal_is_over():
        table.after_initial_deal()


def pass_control_on(table: Table, box: Box) -> None:
    """The bettor who decides has no wager left on the box: the next one decides."""
    players = live_players(box)
    if box.controller is not None and box.controller not in players and who_else_decides(box):
        box.controller = next_in_control(table, box, who_else_decides(box))


def live_players(box: Box) -> list[str]:
    players: list[str] = []
    for hand in box.hands:
        for stake in hand.stakes:
            if not stake.void and stake.player not in players:
                players.append(stake.player)
    return players


def who_else_decides(box: Box) -> list[str]:
    """NZ 16.6: "entitled to make any decision with regard to the hand", the one that is decided next. ACT 3.5: nobody
    of whose wager nothing plays."""
    hand = next((hand for hand in box.hands if not hand.done), None)
    players = [stake.player for stake in hand.stakes if not stake.void and stake.base > 0] if hand is not None else []
    return [player for player in players if player != box.controller and player not in box.away]


def next_in_control(table: Table, box: Box, players: list[str]) -> str:
    """SG 1.23, MA 13(b): the highest wager. NZ, ACT 4.5(b): the one nearest the dealer."""
    others = [wager for wager in table.wagers if wager.box == box.number and wager.player in players]
    if not others:
        raise Refused(table.line, f"nobody else has a wager on box {box.number}")
    best = others[0]
    if table.book.unseated_control == "highest":
        for wager in others:
            if wager.main > best.main:
                best = wager
    return best.player
