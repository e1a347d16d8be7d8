"""The rule books as people read them: as text, by clause, by what they let one report, choose and order."""
