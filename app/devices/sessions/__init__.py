"""The link rules of each dialect: what is new, what is a copy, what is answered when. Time is passed in."""
