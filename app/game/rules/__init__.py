"""Rulesets: the type, the named policies, and one data file a rule book."""
