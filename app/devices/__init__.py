"""The devices of a table: what comes over their lines, what it means, and what is sent to them."""
