"""A call that cannot be done."""


class Problem(Exception):
    """Says what happened by a code of the catalogue, in words, and the clause where a book says so."""

    def __init__(self, code: str, message: str, clause: str | None = None, details: object = None) -> None:
        super().__init__(message)
        self.code, self.message, self.clause, self.details = code, message, clause, details
