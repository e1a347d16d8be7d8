"""Who is paid what."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from .books import Book
from .cards import count, is_ace_and_picture, is_red, rank, suit
from .limits import counted_side_bet, side_bets_are_returned
from .script import Wager
from .table import Box, Hand, Stake, Table, hand_total, is_player_pontoon, was_in

Odds = tuple[int, int]

FIFTY = 50_00


class Line(TypedDict):
    """One settlement."""

    box: int
    hand: int
    player: str
    wager: str
    stake: int
    outcome: str
    odds: str | None
    pays: int
    takes: int


@dataclass
class Winner:
    """One Super Bonus payment."""

    box: int
    hand: int
    player: str
    cents: int


def round_up(amount: Fraction) -> int:
    whole = amount.numerator // amount.denominator
    return whole if whole == amount else whole + 1


def round_down(amount: Fraction) -> int:
    return amount.numerator // amount.denominator


def make_line(
    box: int,
    hand: int,
    player: str,
    wager: str,
    stake: Fraction,
    outcome: str,
    odds: Odds | None,
    takes: Fraction,
) -> Line:
    pays = 0
    shown = round_down(stake)
    if odds is not None:
        pays = round_up(stake * odds[0] / odds[1])
        shown = round_up(stake)
    return Line(
        box=box,
        hand=hand,
        player=player,
        wager=wager,
        stake=shown,
        outcome=outcome,
        odds=None if odds is None else f"{odds[0]}:{odds[1]}",
        pays=pays,
        takes=round_down(takes),
    )


def gift_line(box: int, hand: int, player: str, wager: str, cents: int) -> Line:
    line = make_line(box, hand, player, wager, Fraction(0), "win", None, Fraction(0))
    line["pays"] = cents
    return line


# ---------------------------------------------------------------- main wagers


def is_three_sevens(cards: list[str]) -> bool:
    return len(cards) == 3 and all(rank(card) == "7" for card in cards)


def is_six_seven_eight(cards: list[str]) -> bool:
    return sorted(rank(card) for card in cards) == ["6", "7", "8"]


def one_suit(cards: list[str]) -> bool:
    return all(suit(card) == suit(cards[0]) for card in cards)


def odds_of_21(book: Book, hand: Hand) -> Odds:
    """The table of odds; the hand is known to have won with 21."""
    cards = hand.cards
    if is_player_pontoon(hand):
        return (3, 2)
    if len(cards) == 2 and book.two_card_21_pays_3_to_2:
        return (3, 2)
    if is_three_sevens(cards) or is_six_seven_eight(cards):
        if not one_suit(cards):
            return (3, 2)
        if suit(cards[0]) == "S":
            return (3, 1)
        return (2, 1)
    if len(cards) >= 7:
        return (3, 1)
    if len(cards) == 6:
        return (2, 1)
    if len(cards) == 5:
        return (3, 2)
    return (1, 1)


def winning_odds(book: Book, hand: Hand, stake: Stake) -> Odds:
    if hand_total(book, hand)[0] != 21:
        return (1, 1)
    if stake.double > 0:
        return (1, 1)
    if hand.doubled and not book.undoubled_bettor_keeps_odds:
        return (1, 1)
    return odds_of_21(book, hand)


def main_result(table: Table, box: Box, hand: Hand, stake: Stake) -> tuple[str, Fraction]:
    """Outcome word and what the house keeps."""
    if stake.void:
        return "void", Fraction(0)
    at_risk = stake.base + stake.double
    dealer_pontoon = is_ace_and_picture(table.dealer[:2])
    if dealer_pontoon and table.book.pontoon_takes_after_split == "one_in_all":
        if not hand.surrendered and not is_player_pontoon(hand):
            return one_in_all(box, hand, stake)
    if stake.rescued:
        return "rescue", stake.base
    if hand.surrendered:
        if dealer_pontoon:
            return "lose", stake.base
        return "surrender", stake.base / 2
    total = hand_total(table.book, hand)[0]
    if total > 21:
        return "lose", at_risk
    if is_player_pontoon(hand):
        return "win", Fraction(0)
    if total == 21:
        if table.book.player_21_wins_at_once:
            return "win", Fraction(0)
    if dealer_pontoon:
        return against_pontoon(table, box, hand, stake)
    dealer_total = count(table.dealer[: table.dealer_counts], [])[0]
    if total == 21 or dealer_total > 21 or total > dealer_total:
        return "win", Fraction(0)
    if total == dealer_total:
        return "stand_off", Fraction(0)
    return "lose", at_risk


def against_pontoon(table: Table, box: Box, hand: Hand, stake: Stake) -> tuple[str, Fraction]:
    """A hand of 21 or less that the dealer's pontoon beats."""
    taken = False
    rule = table.book.pontoon_takes_after_split
    if rule == "each_hand":
        taken = True
    elif rule == "original_or_equal":
        taken = stake.original
        if original_won_with_21(table, box, stake.player):
            taken = is_first_beaten(table, box, hand, stake.player)
    elif rule == "one_amount":
        taken = is_first_beaten(table, box, hand, stake.player)
    if taken:
        return "lose", stake.base
    return "returned", Fraction(0)


def one_in_all(box: Box, hand: Hand, stake: Stake) -> tuple[str, Fraction]:
    """MA 9(c), 10(d): nothing was collected before, so one original wager is taken in all."""
    mine = [other for other in box.hands if has_live_stake(other, stake.player)]
    given_up = [other for other in mine if has_rescued(other, stake.player)]
    the_one = given_up[0] if given_up else mine[0]
    if hand is not the_one:
        return "returned", Fraction(0)
    return ("rescue" if stake.rescued else "lose"), stake.base


def has_live_stake(hand: Hand, player: str) -> bool:
    stake = stake_of(hand, player)
    return stake is not None and was_in(stake)


def has_rescued(hand: Hand, player: str) -> bool:
    stake = stake_of(hand, player)
    return stake is not None and stake.rescued


def stake_of(hand: Hand, player: str) -> Stake | None:
    for stake in hand.stakes:
        if stake.player == player:
            return stake
    return None


def original_won_with_21(table: Table, box: Box, player: str) -> bool:
    for hand in box.hands:
        stake = stake_of(hand, player)
        if stake is not None and stake.original and not stake.rescued and was_in(stake):
            return hand_total(table.book, hand)[0] == 21
    return False


def is_first_beaten(table: Table, box: Box, wanted: Hand, player: str) -> bool:
    """Whether this is the leftmost of the player's hands still in when the pontoon came."""
    for hand in box.hands:
        stake = stake_of(hand, player)
        if stake is None or stake.rescued or not was_in(stake):
            continue
        if hand_total(table.book, hand)[0] < 21:
            return hand is wanted
    return False


def main_lines(table: Table) -> list[Line]:
    lines: list[Line] = []
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                outcome, takes = main_result(table, box, hand, stake)
                odds = None
                if outcome == "win":
                    odds = winning_odds(table.book, hand, stake)
                at_risk = stake.base + stake.double
                line = make_line(box.number, number, stake.player, "main", at_risk, outcome, odds, takes)
                lines.append(line)
    return lines


# ---------------------------------------------------------------- insurance and side bets


def insurance_lines(table: Table) -> list[Line]:
    lines: list[Line] = []
    won = is_ace_and_picture(table.dealer[:2])
    for insurance in table.insurances:
        box, player, amount = insurance.box, insurance.player, insurance.amount
        if insurance.void:
            line = make_line(box, 1, player, "insurance", amount, "void", None, Fraction(0))
        elif won:
            line = make_line(box, 1, player, "insurance", amount, "win", (2, 1), Fraction(0))
        else:
            line = make_line(box, 1, player, "insurance", amount, "lose", None, amount)
        lines.append(line)
    return lines


def perfect_pairs(book: Book, first: str, second: str) -> Odds | None:
    if rank(first) != rank(second):
        return None
    mixed, coloured, perfect = book.perfect_pairs_odds
    if suit(first) == suit(second):
        return (perfect, 1)
    if is_red(first) == is_red(second):
        return (coloured, 1)
    return (mixed, 1)


def player_pair(first: str, second: str) -> Odds | None:
    if rank(first) == rank(second):
        return (11, 1)
    return None


def bonus(first: str, second: str) -> Odds | None:
    """SG 4.1.3, from the top."""
    ranks = [rank(first), rank(second)]
    if ranks == ["A", "A"]:
        return (40, 1) if suit(first) == suit(second) else (11, 1)
    if ranks[0] == ranks[1]:
        return (8, 1) if ranks[0] in "JQK" else (3, 1)
    if "A" not in ranks:
        return None
    if ranks[0] in "JQK" or ranks[1] in "JQK":
        return (4, 1)
    return (1, 1)


def match_super_bonus(first: str, second: str, dealer: str) -> Odds | None:
    """MA 6(e)."""
    suited = 0
    unsuited = 0
    for card in [first, second]:
        if card == dealer:
            suited = suited + 1
        elif rank(card) == rank(dealer):
            unsuited = unsuited + 1
    if suited == 2:
        return (24, 1)
    if suited == 1 and unsuited == 1:
        return (15, 1)
    if suited == 1:
        return (12, 1)
    if unsuited == 2:
        return (6, 1)
    if unsuited == 1:
        return (3, 1)
    return None


def side_stake(table: Table, wager: Wager, name: str) -> Fraction:
    cents = wager.sides[name]
    if (wager.box, wager.player, name) in table.never_counted:
        return Fraction(cents)
    return Fraction(counted_side_bet(table.book, table.keys, cents))


def side_odds(table: Table, name: str, first: str, second: str) -> Odds | None:
    if name == "perfect_pairs":
        return perfect_pairs(table.book, first, second)
    if name == "player_pair":
        return player_pair(first, second)
    if name == "bonus":
        return bonus(first, second)
    return match_super_bonus(first, second, table.dealer[0])


def first_two_cards(table: Table, box_number: int) -> tuple[str, str]:
    """The two cards of the initial deal."""
    for box in table.boxes:
        if box.number == box_number:
            return box.first_two[0], box.first_two[1]
    raise ValueError(f"box {box_number} was not dealt to")


def side_lines(table: Table, wagers: list[Wager]) -> list[Line]:
    lines: list[Line] = []
    for wager in wagers:
        returned = side_bets_are_returned(table.book, wagers, wager)
        for name in wager.sides:
            lines.append(side_line(table, wager, name, returned))
    return lines


def side_line(table: Table, wager: Wager, name: str, returned: bool) -> Line:
    box, player, stake = wager.box, wager.player, side_stake(table, wager, name)
    if returned or (box, player, name) in table.void_sides:
        return make_line(box, 1, player, name, stake, "void", None, Fraction(0))
    first, second = first_two_cards(table, box)
    odds = side_odds(table, name, first, second)
    if odds is None:
        return make_line(box, 1, player, name, stake, "lose", None, stake)
    return make_line(box, 1, player, name, stake, "win", odds, Fraction(0))


# ---------------------------------------------------------------- Super Bonus


def is_super_bonus_hand(table: Table, box: Box, hand: Hand) -> bool:
    if not table.dealer or rank(table.dealer[0]) != "7" or hand.surrendered:
        return False
    if not is_three_sevens(hand.cards) or not one_suit(hand.cards):
        return False
    if hand.doubled and not table.book.undoubled_bettor_keeps_odds:
        return False
    if table.book.super_bonus_split_bar == "any_split":
        return not hand.from_split
    return not box.suited_sevens_split


def super_bonus_winners(table: Table) -> list[Winner]:
    winners: list[Winner] = []
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not is_super_bonus_hand(table, box, hand):
                continue
            for stake in hand.stakes:
                if stake.void or stake.double > 0 or stake.base < table.book.super_bonus_least or stake.base == 0:
                    continue
                cents = 1_000_00
                if stake.base >= table.book.super_bonus_large:
                    cents = 5_000_00
                winners.append(Winner(box.number, number, stake.player, cents))
    return winners


def super_bonus_lines(table: Table, wagers: list[Wager]) -> list[Line]:
    lines: list[Line] = []
    winners = super_bonus_winners(table)
    for winner in winners:
        line = gift_line(winner.box, winner.hand, winner.player, "super_bonus", winner.cents)
        lines.append(line)
    if winners:
        for box, player in fifty_dollar_places(table, wagers, winners):
            lines.append(gift_line(box, 1, player, "super_bonus_others", FIFTY))
    return lines


def fifty_dollar_places(table: Table, wagers: list[Wager], winners: list[Winner]) -> list[tuple[int, str]]:
    """Box and player of every 50 dollars."""
    winning_wagers = [(winner.box, winner.player) for winner in winners]
    winning_players = [winner.player for winner in winners]
    places: list[tuple[int, str]] = []
    paid_players: list[str] = []
    for box in table.boxes:
        for wager in wagers:
            if wager.box != box.number or not wager.has_main or nothing_plays(box, wager.player):
                continue
            place = (box.number, wager.player)
            if table.book.fifty_dollars == "each_wager":
                if place not in winning_wagers:
                    places.append(place)
            elif table.book.fifty_dollars == "each_circle":
                if wager.player == box.seated and place not in winning_wagers:
                    places.append(place)
            elif wager.player not in winning_players and wager.player not in paid_players:
                paid_players.append(wager.player)
                places.append(place)
    return places


def nothing_plays(box: Box, player: str) -> bool:
    """ACT 3.5: a wager that lies wholly beyond the maximum of the box. Or all of it is void."""
    stakes = [stake for hand in box.hands for stake in hand.stakes if stake.player == player]
    return sum(stake.base for stake in stakes if not stake.void) == 0


def all_lines(table: Table, wagers: list[Wager]) -> list[Line]:
    lines = side_lines(table, wagers)
    lines.extend(insurance_lines(table))
    lines.extend(main_lines(table))
    lines.extend(super_bonus_lines(table, wagers))
    return lines
