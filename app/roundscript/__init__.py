"""Round scripts: one round of play as a file, run through the game core. docs/round-script.md is the contract."""
