"""Wagers against the limits: what is refused, and what counts when nobody noticed."""

from fractions import Fraction

from .books import Book
from .errors import NotCovered, Refused
from .script import TableKeys, Wager


def check_rows(book: Book, wagers: list[Wager]) -> None:
    """No player twice on a box, not too many bettors, side bets where they belong."""
    seen: list[tuple[int, str]] = []
    for wager in wagers:
        if (wager.box, wager.player) in seen:
            raise Refused(0, f"wager {wager.number}: second wager of a player on a box")
        seen.append((wager.box, wager.player))
        check_side_bets(book, wagers, wager)
        bettors = [w for w in wagers if w.box == wager.box and w.has_main]
        if book.bettors_on_a_box is not None and len(bettors) > book.bettors_on_a_box:
            raise Refused(0, f"wager {wager.number}: too many bettors on the box")


def check_side_bets(book: Book, wagers: list[Wager], wager: Wager) -> None:
    needs_his_own = book.name not in ["sg-pontoon-plus-v5", "act-canberra-2005"]
    if not wager.has_main and wager.noticed and needs_his_own:
        raise Refused(0, f"wager {wager.number}: a side bet needs the player's own main wager")
    if side_bets_are_returned(book, wagers, wager):
        if book.name == "sg-pontoon-plus-v5" and wager.noticed:
            raise Refused(0, f"wager {wager.number}: side bet on a box without a main wager")
    match = wager.sides.get("match_super_bonus")
    above = match is not None and match > wager.main and not wager.unknown
    if match is not None and wager.noticed and (match < 500 or above):
        raise Refused(0, f"wager {wager.number}: match_super_bonus is 5 dollars to the main wager")


def check_table(book: Book, keys: TableKeys, wagers: list[Wager]) -> None:
    """MA 14: how many boxes a player has. ACT 3.3, 18.8: what side bets go in."""
    most = keys.boxes_per_player or book.boxes_of_a_player
    for wager in wagers:
        boxes = {other.box for other in wagers if other.player == wager.player}
        if most is not None and len(boxes) > most:
            raise Refused(0, f"wager {wager.number}: too many boxes of one player")
        for cents in wager.sides.values():
            if wager.noticed and book.doubles_in_multiples and not in_multiples(keys, cents):
                raise Refused(0, f"wager {wager.number}: a side bet in no multiple of the chips")
            if wager.noticed and keys.side_maximum is not None and cents > keys.side_maximum:
                raise Refused(0, f"wager {wager.number}: a side bet over the maximum")


def in_multiples(keys: TableKeys, cents: int) -> bool:
    return cents % (keys.increment or 1) == 0 and cents % (keys.smallest_chip or 1) == 0


def counted_side_bet(book: Book, keys: TableKeys, cents: int) -> int:
    """ACT 3.5 with 18.1 and 18.9: side bets count to the maximum; in the other books they stand as they lie."""
    if book.unnoticed_over != "cap" or keys.side_maximum is None:
        return cents
    return min(cents, keys.side_maximum)


def side_bets_are_returned(book: Book, wagers: list[Wager], wager: Wager) -> bool:
    """ACT 18.10, NZ 15A.2, MA 6(b): needs the bettor's own wager. SG 5.15: needs a wager on the box."""
    if wager.has_main or not wager.sides:
        return False
    if book.name != "sg-pontoon-plus-v5":
        return True
    for other in wagers:
        if other.box == wager.box and other.has_main:
            return False
    return True


def counted_wagers(book: Book, table: TableKeys, bettors: list[Wager]) -> list[Fraction]:
    """What each main wager on one box counts for, nearest the dealer first."""
    placed = [wager.main for wager in bettors]
    total = sum(placed)
    unseen = False
    for wager in bettors:
        if not wager.noticed:
            unseen = True
    under = table.minimum is not None and total < table.minimum
    over = table.maximum is not None and total > table.maximum
    player_over = False
    for amount in placed:
        if table.player_maximum is not None and amount > table.player_maximum:
            player_over = True
    if (under or over or player_over) and not unseen and not any(wager.unknown for wager in bettors):
        raise Refused(0, f"wager {bettors[0].number}: outside the limits of the box")
    counted = [Fraction(amount) for amount in placed]
    if book.unnoticed_over == "cap":
        return capped(table, placed)
    if book.unnoticed_over == "pro_rata":
        if player_over:
            raise NotCovered("the book says nothing of an unnoticed player maximum")
        if over and table.maximum is not None:
            return pro_rata(bettors, table.maximum, table.minimum or 0)
    return counted


def capped(table: TableKeys, placed: list[int]) -> list[Fraction]:
    """ACT 3.5: to the maximum only; the wagers nearest the dealer fill it first."""
    counted: list[Fraction] = []
    room = table.maximum
    for amount in placed:
        if table.player_maximum is not None and amount > table.player_maximum:
            amount = table.player_maximum
        if room is not None:
            if amount > room:
                amount = room
            room = room - amount
        counted.append(Fraction(amount))
    return counted


def pro_rata(bettors: list[Wager], maximum: int, minimum: int) -> list[Fraction]:
    """SG 5.1.1 and 5.1.2; whole cents, those left over go to who decides for the box."""
    total = sum(wager.main for wager in bettors)
    measured = [wager for wager in bettors if wager.main >= minimum]
    cents = {wager.player: wager.main * maximum // total for wager in measured}
    together = sum(wager.main for wager in measured) * maximum // total
    left_over = together - sum(cents.values())
    decides = decider(bettors)
    first = [wager for wager in measured if wager.player == decides]
    others = [wager for wager in measured if wager.player != decides]
    for wager in first + others:
        more = min(left_over, wager.main - cents[wager.player])
        cents[wager.player] = cents[wager.player] + more
        left_over = left_over - more
    counted: list[Fraction] = []
    for wager in bettors:
        if wager.main < minimum:
            counted.append(Fraction(wager.main))
        elif cents[wager.player] < minimum:
            counted.append(Fraction(minimum))
        else:
            counted.append(Fraction(cents[wager.player]))
    return counted


def decider(bettors: list[Wager]) -> str:
    """SG 1.23: the seated player, otherwise the highest bettor, the first of equals."""
    best = bettors[0]
    for wager in bettors:
        if wager.seated or (wager.seated is None and wager is bettors[0]):
            return wager.player
        if wager.main > best.main:
            best = wager
    return best.player
