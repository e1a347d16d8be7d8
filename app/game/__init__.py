"""The pure game core: standard library and msgspec only, no clock, no chance, no files, no network.

decide(table, rules, command) -> Accepted(events) | Rejected(code, clause, said)
apply(table, event)           -> table
awaiting(table, rules)        -> the open questions
"""
