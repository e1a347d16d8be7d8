"""Devices that behave like the real ones. Shares nothing with the server but the byte vectors in the docs."""
