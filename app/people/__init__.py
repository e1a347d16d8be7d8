"""Who somebody is and what he may do: accounts, PINs, sessions, tickets, and the one declared policy."""
