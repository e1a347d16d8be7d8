"""Dispute packs: made by the real server, verified by `verify.py` alone, and tampered with in every way."""
