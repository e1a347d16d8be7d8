"""Errors at the table: reports, resolutions, corrections of the record, voids and reconstructions.

Most of them rest on one thing: the round's own log can be turned back into what was done (acts), put right, and played
again from the opening. What comes of it is one event that holds the round's events as they now are.
"""
