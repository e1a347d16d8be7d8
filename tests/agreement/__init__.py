"""The engine against the second settlement, on random rounds.

`python -m tests.agreement --rounds 100000` plays them, prints how many had each feature, and stops with a list of
the rounds on which the two differ.
"""
