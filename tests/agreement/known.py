"""Open points: random rounds leave out what the documents and the readings do not settle.

Whoever settles one takes its name out of here, and the rounds have it again.
"""

KNOWN = frozenset(
    {
        # NZ 13.7, 13.8: a hand is void after the dealer's pontoon was settled; its neighbours are not judged again.
        "neighbours of a void hand",
        # MA 15(i): the box is split, and the report does not say which of its hands is meant.
        "missed hit at a split",
        # MA 15(i): the hand's last card would be the dealer's, behind the hole card: the record stays as it is.
        "dead hand before the hole card",
        # MA 11(b): insurance is offered late, and nothing else is open: what comes next ends the round.
        "late insurance of a decided round",
        # A hand was passed over, and cards lie further on than any may be drawn while the amount of a wager is missing.
        "passed over while an amount is missing",
        # [reconstruct]: hands or wagers of a box were declared void, and there is a tap for it: which comes first?
        "taps for a void box",
        # [reconstruct]: an offer was made late, and is taken in the sequence after other cards than it had been.
        "late offer in a reconstruction",
        # [reconstruct]: the reader broke after the hole card was read, and other taps come before that in the sequence.
        "reading before the reader broke",
    }
)
