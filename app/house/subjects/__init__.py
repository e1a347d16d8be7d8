"""A room for each subject of the house: what may be asked, what has happened, and what is true of each kind."""
