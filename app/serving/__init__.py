"""The server as a process: its port, its log, its figures, and how it ends."""
