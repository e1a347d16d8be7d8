"""Betting: from the first wager of a round to the end of betting, and amounts that come late."""
