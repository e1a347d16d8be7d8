"""Bytes to messages and back, one dialect each: no clock, no connection."""
