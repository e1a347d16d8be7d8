"""Cards, hands, places and money in plain words, for people who read the record."""

from textwrap import wrap

from app.game.core.accounts import Account
from app.game.core.cards import Card
from app.game.core.hands import total
from app.game.core.money import in_dollars
from app.game.core.state import DEALER, Hand, Round

# A space at which no line ends.
TIED = "\u00a0"


money = in_dollars


def gain(cents: int) -> str:
    """An amount with its sign: +$12.50."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def spaced(code: str) -> str:
    """A code of the record as words."""
    return code.replace("_", " ")


def listed(words: list[str], joined_by: str = "and") -> str:
    """One, two and three."""
    return f"{', '.join(words[:-1])} {joined_by} {words[-1]}" if len(words) > 1 else "".join(words)


def clause_in(clause: str | None) -> str:
    """The clause behind what was said, if one decides."""
    return f" (clause {clause})" if clause else ""


def paragraph(text: str, width: int, head: str, indent: str) -> list[str]:
    """The text in lines of this width behind its head; a clause stays with its number."""
    whole = text.replace("(clause ", f"(clause{TIED}")
    lines = wrap(whole, width, initial_indent=head, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(TIED, " ") for line in lines]


def hand_at(box: int, hand: int) -> str:
    """Where a hand is."""
    return "the dealer" if box == DEALER else f"box {box}, hand {hand}"


def cards_in_words(cards: tuple[Card, ...], down: int = 0, *, hard_aces: bool = False) -> str:
    """The cards with their total; cards that lie face down are counted and not told."""
    shown = " ".join([*cards, *["??"] * down])
    if not cards:
        return shown or "no card"
    points, soft = total(cards, hard_aces)
    return f"{shown} = {'soft ' if soft else ''}{points}"


def hand_in_words(hand: Hand) -> str:
    """A hand's cards and total."""
    return cards_in_words(hand.cards, len(hand.down), hard_aces=hand.hard_aces)


def dealer_in_words(round_: Round) -> str:
    """The dealer's cards and total."""
    return cards_in_words(round_.dealer, int(round_.hole is not None))


IN_NO_PLACE = {
    "float": "the float",
    "house": "the house",
    "drop": "the drop box",
    "exchanged": "chips for cash",
}


def account_in_words(account: Account) -> str:
    """Whose money it is, and where."""
    if account.kind in IN_NO_PLACE:
        return IN_NO_PLACE[account.kind]
    if account.kind == "layout":
        return f"on the layout at box {account.box} for {account.player}"
    return f"{account.player} (box {account.box})"
