"""What goes wrong at a table: holds, questions to the players, cards that lie where they should not."""
