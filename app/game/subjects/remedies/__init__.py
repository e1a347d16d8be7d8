"""What is put right afterwards: corrections of the record, voids and reconstructions.

Most of it rests on one thing: the round's own log can be turned back into what was done (acts), put right, and played
again from the opening. What comes of it is one event that holds the round's events as they now are.
"""
