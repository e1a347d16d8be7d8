"""Open points: random rounds leave out what the documents and the readings do not settle.

Whoever settles one takes its name out of here, and the rounds have it again.
"""

KNOWN = frozenset(
    {
        # A hand was passed over, and cards lie further on than any may be drawn while the amount of a wager is missing.
        "passed over while an amount is missing",
        # A card had lain ready, and somebody was passed over: is it the card that was missed, whom did it go to on the
        # felt, and who had a result or a choice by then (SG 5.7, MA 15(d), 15(i))?
        "passed over and a card that lay ready",
        # [reconstruct]: an offer was made late, and is taken in the sequence after other cards than it had been.
        "late offer in a reconstruction",
        # [reconstruct]: a hand had been passed over by an earlier remedy: is it in the corrected sequence as well?
        "reconstruction after a hand was passed over",
        # [reconstruct]: hands or wagers of a box were declared void, and there is a tap for it: which comes first?
        "taps for a void box",
        # [reconstruct]: the reader broke after the hole card was read, and other taps come before that in the sequence.
        "reading before the reader broke",
        # SG 5.7.3: a bettor with side bets took back what was open, and by a second error these were, or were not.
        "side bets taken back before a second error",
    }
)
