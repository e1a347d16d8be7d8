"""One room for each thing that happens at a table: its commands and events, and everything that is true of them."""
