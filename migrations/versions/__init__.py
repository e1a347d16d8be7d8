"""One file a migration; forward only."""
