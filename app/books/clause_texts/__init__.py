"""The clauses of the books in our own words, made from docs/rules by `python -m app.books.clauses docs/rules`."""
