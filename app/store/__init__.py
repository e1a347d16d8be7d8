"""The store: PostgreSQL, the event log and what is read from it."""
