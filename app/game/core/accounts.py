"""Where money is, and what moves it: double entry."""

from typing import Literal, NamedTuple


class Account(NamedTuple):
    """Where money is: with a bettor, on the layout at his place, or (box 0) in the float, with the house, in the drop
    box. `exchanged` has the chips that were sold for cash, until the drop says for how much."""

    kind: Literal["bettor", "layout", "float", "house", "drop", "exchanged"]
    box: int = 0
    player: str = ""


class Posting(NamedTuple):
    """An amount that came into an account, or (negative) left it."""

    account: Account
    cents: int


FLOAT = Account("float")
HOUSE = Account("house")
DROP = Account("drop")
EXCHANGED = Account("exchanged")
Postings = tuple[Posting, ...]


def stake(box: int, player: str, cents: int) -> Postings:
    """From the bettor to the layout, or back if negative."""
    if cents == 0:
        return ()
    return Posting(Account("bettor", box, player), -cents), Posting(Account("layout", box, player), cents)
