"""What goes over the wire, one dialect each: bytes only, no clock, no connection, nothing of the server's."""
