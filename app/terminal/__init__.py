"""What a person at a terminal asks of a table: HTTP and sockets both go through here, and nothing else does."""
