"""Vectors of the chain and the signed heads, for verifiers in any language. `python -m tests.vectors` prints them."""
