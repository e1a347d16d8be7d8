"""The demo: a server with three tables under three books, simulated devices, and bots that play until you take over."""
