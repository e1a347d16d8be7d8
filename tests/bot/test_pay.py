"""The bot's pay table by itself: rounds worked out by hand from the rule documents, with the arithmetic beside them."""

import pytest

from device_simulators.bot.pay.books import BOOKS
from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.played import Bettor, Box, Hand, PlayedRound, Stake
from device_simulators.bot.pay.settlement import settle

NZ, NZ_2000, SG, ACT, MA = (
    "nz-division-15",
    "nz-gazette-2000",
    "sg-pontoon-plus-v5",
    "act-canberra-2005",
    "ma-pontoon-21-v3",
)
UNIT = 10_00


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def hand(text: str, *, double: int = 0, split: bool = False, original: bool = True, rescued: bool = False) -> Hand:
    stake = Stake("ann", UNIT, double, original=original, rescued=rescued)
    return Hand([stake], cards(text), split=split, doubled=double > 0)


def halves(first: str, second: str) -> list[Hand]:
    return [hand(first, split=True), hand(second, split=True, original=False)]


def settled(book: str, hands: list[Hand], dealer: str, **wagers: int) -> list[Line]:
    insurance = wagers.pop("insurance", 0)
    bettor = Bettor(1, "ann", seated=True, main_cents=UNIT, sides=wagers, insurance_cents=insurance)
    box = Box(1, hands, initial=hands[0].cards[:2])
    return settle(PlayedRound([bettor], [box], cards(dealer)), BOOKS[book])


def net(lines: list[Line]) -> int:
    return sum(line.pays_cents - line.takes_cents for line in lines)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("dealt", "pays"),
    [
        ("AS KD", 15_00),  # pontoon, 3 to 2
        ("KS 5D 6C", 10_00),  # 21 as any other
        ("2S 3D 4C 5H 7S", 15_00),  # five cards
        ("2S 3D 4C 5H 2C 5S", 20_00),  # six
        ("2S 3D 4C 2H 2C 3S 5S", 30_00),  # seven
        ("2S 3D 2D 2H 2C 3S 3C 4S", 30_00),  # eight
        ("6S 7D 8C", 15_00),
        ("8D 6D 7D", 20_00),
        ("7S 8S 6S", 30_00),
        ("7S 7D 7C", 15_00),
        ("7D 7D 7D", 20_00),
        ("7S 7S 7S", 30_00),
    ],
)
def test_odds_of_21_against_21(book: str, dealt: str, pays: int) -> None:
    assert settled(book, [hand(dealt)], "5D 7S 9C") == [Line(1, 1, "ann", "main", UNIT, pays, 0)]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("dealt", "dealer", "came_to"),
    [
        ("KS 9D", "KH 8C", 10_00),
        ("KS 8D", "KH 8C", 0),
        ("KS 7D", "KH 8C", -10_00),
        ("KS 2D", "KH 6C 9C", 10_00),  # dealer 25
        ("KS 6D 6C", "KH 6C 9C", -10_00),  # 22 loses, whatever the dealer has
    ],
)
def test_the_totals_compared(book: str, dealt: str, dealer: str, came_to: int) -> None:
    assert net(settled(book, [hand(dealt)], dealer)) == came_to


@pytest.mark.parametrize(
    ("book", "total_wins"),
    # A,5 and a 5: 1 + 5 + 5 = 11 where the first ace is hard, against 19; in Massachusetts 21.
    [(NZ, False), (NZ_2000, False), (SG, False), (ACT, False), (MA, True)],
)
def test_the_ace_of_a_doubled_hand(book: str, total_wins: bool) -> None:
    came_to = net(settled(book, [hand("AS 5D 5C", double=UNIT)], "KH 9C"))
    assert came_to == (20_00 if total_wins else -20_00)


@pytest.mark.parametrize(("book", "pays"), [(NZ, 15_00), (NZ_2000, 15_00), (SG, 10_00), (ACT, 10_00), (MA, 10_00)])
def test_who_does_not_double_on_a_doubled_hand(book: str, pays: int) -> None:
    # 6, 7 and 8: the doubler has 1 to 1 on 15.00; who did not double has 3 to 2 under NZ 12.6 only.
    doubled = Hand([Stake("ann", UNIT, 5_00), Stake("bob", UNIT)], cards("6S 7D 8C"), doubled=True)
    bettors = [Bettor(1, "ann", True, UNIT), Bettor(1, "bob", False, UNIT)]
    lines = settle(PlayedRound(bettors, [Box(1, [doubled], cards("6S 7D"))], cards("KH 9C")), BOOKS[book])
    assert lines == [Line(1, 1, "ann", "main", 15_00, 15_00, 0), Line(1, 1, "bob", "main", UNIT, pays, 0)]


# --- the dealer's pontoon; one unit is 10.00


@pytest.mark.parametrize(
    ("first", "second", "units"),
    # In this order: New Zealand, Singapore, Canberra, Massachusetts.
    [
        ("8S KD", "8D QC", (-1, -2, -1, -1)),  # both live
        ("8S KD", "8D QC 5S", (-2, -2, -2, -1)),  # the second over 21
        ("8S KD 5S", "8D QC", (-1, -2, -2, -1)),  # the first over 21
        ("8S 3C KD", "8D QC", (0, 0, 0, -1)),  # the first 21: NZ 13.8
        ("8S 3C KD", "8D QC 5S", (0, 0, 0, -1)),  # the first 21, the second over
        ("8S KD", "8D 3D QC", (0, 0, 0, -1)),  # the second 21
        ("8S 3H KD", "8D 3D QC", (2, 2, 2, -1)),  # both 21
        ("8S KD 5S", "8D QC 5C", (-2, -2, -2, -1)),  # both over
    ],
)
def test_split_hands_against_a_pontoon(first: str, second: str, units: tuple[int, ...]) -> None:
    found = tuple(net(settled(book, halves(first, second), "KH AC")) // UNIT for book in (NZ, SG, ACT, MA))
    assert found == units


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_original_of_a_doubled_hand(book: str) -> None:
    assert settled(book, [hand("5S 6D 8C", double=7_00)], "KH AC") == [Line(1, 1, "ann", "main", 17_00, 0, UNIT)]


@pytest.mark.parametrize(("book", "came_to"), [(NZ, -17_00), (SG, -17_00), (ACT, -17_00), (MA, -10_00)])
def test_a_doubled_hand_over_21_against_a_pontoon(book: str, came_to: int) -> None:
    # Collected at once but in Massachusetts, where all is settled at the end (5(e)) and 9(c) speaks.
    assert net(settled(book, [hand("5S 9D KC", double=7_00)], "KH AC")) == came_to


@pytest.mark.parametrize(("book", "came_to"), [(NZ, 10_00), (SG, 10_00), (ACT, 10_00), (MA, -10_00)])
def test_a_21_against_a_pontoon(book: str, came_to: int) -> None:
    assert net(settled(book, [hand("5S 9D 7C")], "KH AC")) == came_to


@pytest.mark.parametrize("book", BOOKS)
def test_a_pontoon_wins_against_a_pontoon(book: str) -> None:
    assert net(settled(book, [hand("AS KC")], "KH AC")) == 15_00


@pytest.mark.parametrize("book", BOOKS)
def test_a_rescue_costs_the_original(book: str) -> None:
    expected = [Line(1, 1, "ann", "main", 17_00, 0, UNIT)]
    assert settled(book, [hand("5S 9D 2C", double=7_00, rescued=True)], "KH 8C") == expected


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("dealer", "takes"), [("KH 9C", 7_67), ("KH AC", 15_35)])
def test_surrender(book: str, dealer: str, takes: int) -> None:
    # Half of 15.35 is 7.675: the half cent is the player's.
    bettor = Bettor(1, "ann", True, 15_35)
    box = Box(1, [Hand([Stake("ann", 15_35)], cards("KS 6D"))], cards("KS 6D"), surrendered=True)
    lines = settle(PlayedRound([bettor], [box], cards(dealer)), BOOKS[book])
    assert lines == [Line(1, 1, "ann", "main", 15_35, 0, takes)]


@pytest.mark.parametrize("book", BOOKS)
def test_three_to_two_of_odd_cents(book: str) -> None:
    # 7.35 at 3 to 2 is 11.025: 11.03 to the player.
    played = PlayedRound(
        [Bettor(1, "ann", True, 7_35)],
        [Box(1, [Hand([Stake("ann", 7_35)], cards("AS KC"))], cards("AS KC"))],
        cards("KH 7C"),
    )
    assert settle(played, BOOKS[book]) == [Line(1, 1, "ann", "main", 7_35, 11_03, 0)]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("dealer", "came_to"), [("AH KC", 10_00), ("AH 9C", -5_00)])
def test_insurance(book: str, dealer: str, came_to: int) -> None:
    lines = settled(book, [hand("KS QD")], dealer, insurance=5_00)
    assert [net([line]) for line in lines if line.wager == "insurance"] == [came_to]


# --- side bets

ONE = 1_00


@pytest.mark.parametrize(
    ("book", "bet", "dealt", "dealer", "odds"),
    [
        (NZ, "perfect_pairs", "8S 8S", "5H", 25),
        (NZ, "perfect_pairs", "8S 8C", "5H", 10),
        (NZ, "perfect_pairs", "8S 8D", "5H", 5),
        (NZ, "perfect_pairs", "KS QS", "5H", -1),
        (ACT, "perfect_pairs", "8H 8H", "5H", 25),
        (ACT, "perfect_pairs", "8H 8D", "5H", 12),
        (ACT, "perfect_pairs", "8C 8D", "5H", 6),
        (ACT, "perfect_pairs", "8C 9C", "5H", -1),
        (SG, "player_pair", "8C 8D", "5H", 11),
        (SG, "player_pair", "KC QC", "5H", -1),
        (SG, "bonus", "AC AC", "5H", 40),
        (SG, "bonus", "AC AS", "5H", 11),
        (SG, "bonus", "JC JS", "5H", 8),
        (SG, "bonus", "QC AS", "5H", 4),
        (SG, "bonus", "2C 2S", "5H", 3),
        (SG, "bonus", "AC 9S", "5H", 1),
        (SG, "bonus", "KC QC", "5H", -1),
        (MA, "match_super_bonus", "5H 5H", "5H", 24),
        (MA, "match_super_bonus", "5H 5D", "5H", 15),
        (MA, "match_super_bonus", "9C 5H", "5H", 12),
        (MA, "match_super_bonus", "5S 5D", "5H", 6),
        (MA, "match_super_bonus", "5S 9D", "5H", 3),
        (MA, "match_super_bonus", "KS QH", "JH", -1),
    ],
)
def test_side_bets(book: str, bet: str, dealt: str, dealer: str, odds: int) -> None:
    lines = settled(book, [hand(dealt)], f"{dealer} 9C 7D", **{bet: ONE})
    assert [net([line]) for line in lines if line.wager == bet] == [odds * ONE]


# --- the Super Bonus


def _sevens(
    book: str, main_cents: int, *, double: int = 0, split: bool = False, other: str = "7H"
) -> set[tuple[str, int, str, int]]:
    """Three sevens for ann, with bob behind her; cat on box 2 with dan behind her; ann again on box 3."""
    box_1 = [Stake("ann", main_cents, double), Stake("bob", UNIT)]
    bettors = [Bettor(1, "ann", True, main_cents), Bettor(1, "bob", False, UNIT), Bettor(2, "cat", True, UNIT)]
    bettors += [Bettor(2, "dan", False, UNIT), Bettor(3, "ann", True, UNIT)]
    hands = [Hand(box_1, cards("7H 7H 7H"), split=split, doubled=double > 0)]
    if split:
        hands.append(Hand([Stake("ann", main_cents, original=False)], cards("7C KD"), split=True))
    boxes = [Box(1, hands, cards("7H 7H"), pairs_split=[cards(f"7H {other}")] if split else [])]
    for number in (2, 3):
        stakes = [Stake(each.player, UNIT) for each in bettors if each.box == number]
        boxes.append(Box(number, [Hand(stakes, cards("KS 8D"))], cards("KS 8D")))
    lines = settle(PlayedRound(bettors, boxes, cards("7S KD")), BOOKS[book])
    return {(line.wager, line.box, line.player, line.pays_cents) for line in lines if line.wager.startswith("super")}


def test_new_zealand_pays_fifty_to_every_other_wager() -> None:
    prizes = {("super_bonus", 1, "ann", 5000_00), ("super_bonus", 1, "bob", 1000_00)}
    fifties = {("super_bonus_others", box, player, 50_00) for box, player in ((2, "cat"), (2, "dan"), (3, "ann"))}
    assert _sevens(NZ, 25_00) == prizes | fifties
    assert _sevens(ACT, 25_00) == prizes | fifties


def test_singapore_pays_fifty_to_who_sits() -> None:
    prizes = {("super_bonus", 1, "ann", 1000_00), ("super_bonus", 1, "bob", 1000_00)}
    assert _sevens(SG, 99_00) == prizes | {
        ("super_bonus_others", box, who, 50_00) for box, who in ((2, "cat"), (3, "ann"))
    }


def test_massachusetts_pays_fifty_to_every_other_player() -> None:
    prizes = {("super_bonus", 1, "ann", 1000_00), ("super_bonus", 1, "bob", 1000_00)}
    assert _sevens(MA, 24_50) == prizes | {("super_bonus_others", 2, who, 50_00) for who in ("cat", "dan")}


def test_a_double_excludes_the_wager_in_new_zealand_and_else_the_hand() -> None:
    assert {each[:3] for each in _sevens(NZ, 25_00, double=5_00)} == {
        ("super_bonus", 1, "bob"),
        ("super_bonus_others", 1, "ann"),
        ("super_bonus_others", 2, "cat"),
        ("super_bonus_others", 2, "dan"),
        ("super_bonus_others", 3, "ann"),
    }
    assert [_sevens(book, 25_00, double=5_00) for book in (SG, ACT, MA)] == [set(), set(), set()]


@pytest.mark.parametrize("book", BOOKS)
def test_no_super_bonus_after_a_split(book: str) -> None:
    assert _sevens(book, 25_00, split=True) == set()


def test_sevens_of_two_suits_may_be_split_in_canberra() -> None:
    assert _sevens(ACT, 25_00, split=True, other="7C") == _sevens(ACT, 25_00)
    assert [_sevens(book, 25_00, split=True, other="7C") for book in (NZ, SG, MA)] == [set(), set(), set()]
