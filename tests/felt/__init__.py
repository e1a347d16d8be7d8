"""A felt of the test's own beside the record.

A round is played on a felt: cards lie where the dealer laid them, wagers where the bettors put them. The record is
told what a dealer would tell it. One mistake is made, noticed and reported; each remedy that the book allows is
followed on a felt and a record of its own, and the round is played to its end. Hands, cards and money of the record
must end as the felt has them.

`python -m tests.felt --rounds 50000` plays many, says how often each mistake was put right by each remedy, and lists
the rounds on which the two differ.
"""
