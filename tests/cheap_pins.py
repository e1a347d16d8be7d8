"""A PIN is hashed slowly on purpose, which no test waits for but those about it."""

from argon2 import PasswordHasher

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
