"""The cards of the table, from the set that is brought to the shoe that is dealt from, and the shuffle between."""
