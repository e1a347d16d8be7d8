"""What has been paid or taken at this moment of a round."""

from .cards import rank
from .limits import side_bets_are_returned
from .pay import Line, all_lines, insurance_lines, main_result, make_line, side_line, winning_odds
from .script import Wager
from .table import Hand, Stake, Table, is_player_pontoon


def stake_is_settled(table: Table, hand: Hand, stake: Stake) -> bool:
    if stake.void or table.is_complete():
        return True
    if not table.initial_deal_is_over():
        return False
    if table.book.name == "ma-pontoon-21-v3":
        return hand.surrendered and ma_surrender_is_settled(table)  # 5(e): all the rest at the end
    if stake.rescued or is_player_pontoon(hand):
        return True
    if table.total(hand) >= 21 and not hand.surrendered:
        return True  # NZ 9.2, 14.2; SG 1.7, 3.26; ACT 10.2(b), 11.8
    if hand.surrendered and table.book.name == "sg-pontoon-plus-v5":
        return len(table.dealer) >= 2
    return False


def without_result(table: Table) -> list[Stake]:
    hands = table.all_hands()
    return [stake for hand in hands for stake in hand.stakes if not stake_is_settled(table, hand, stake)]


def ma_surrender_is_settled(table: Table) -> bool:
    """MA 8(a): at once under a 2 to 9, otherwise with the dealer's second card."""
    return rank(table.dealer[0]) not in "AJQK" or len(table.dealer) >= 2


def has_its_two_cards(table: Table, wager: Wager) -> bool:
    """A box that was passed over in the deal has not."""
    return all(len(box.first_two) == 2 for box in table.boxes if box.number == wager.box)


def lines_now(table: Table, wagers: list[Wager]) -> list[Line]:
    """The settlements made so far; all of them when the round is over."""
    if table.is_complete():
        return lines_of_a_finished_round(table, wagers)
    lines: list[Line] = []
    for wager in wagers:
        for name in wager.sides:
            is_void = (wager.box, wager.player, name) in table.void_sides
            if (table.initial_deal_is_over() and has_its_two_cards(table, wager)) or is_void:
                returned = is_void or side_bets_are_returned(table.book, wagers, wager)
                lines.append(side_line(table, wager, name, returned))
    for insurance, line in zip(table.insurances, insurance_lines(table), strict=True):
        if insurance.void or len(table.dealer) >= 2:
            lines.append(line)
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if not stake_is_settled(table, hand, stake):
                    continue
                outcome, takes = main_result(table, box, hand, stake)
                odds = winning_odds(table.book, hand, stake) if outcome == "win" else None
                at_risk = stake.base + stake.double
                lines.append(make_line(box.number, number, stake.player, "main", at_risk, outcome, odds, takes))
    return lines


def lines_of_a_finished_round(table: Table, wagers: list[Wager]) -> list[Line]:
    table.phase()  # turns up a hole card that is needed
    return all_lines(table, wagers)
