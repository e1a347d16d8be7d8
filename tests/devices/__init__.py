"""Tests of the devices' side: codecs, sessions, lines and drivers."""
