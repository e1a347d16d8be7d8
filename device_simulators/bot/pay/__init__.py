"""What every wager of a round wins or loses, worked out from the five rule documents alone.

Only what the bot itself saw and did goes in (`played`), and one line for each wager comes out (`settlement`). When a
wager is paid does not matter here, only what it comes to. All money is whole cents; what does not come out whole is
rounded to the cent in the player's favour.
"""
