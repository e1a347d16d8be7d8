"""Whether what is read here is what everybody reads: plain tables, the same for each role, of which nobody hides rows.

A view, row security, or a path along which a role finds another table of that name can show this program something
else than the server. They come along with a backup. Who is superuser of the running database can deceive this look,
too; in a database of another owner nobody can.
"""

from collections.abc import Iterable
from typing import NamedTuple

import asyncpg

from app.surveillance.verifying.findings import Finding, Report

TABLES = "tables"
SYSTEM = "pg_catalog"
_KINDS = {"r": "a table", "p": "a table", "v": "a view", "m": "a materialized view", "f": "a foreign table"}
_TABLE = _KINDS["r"]


class Relation(NamedTuple):
    """What a role finds under the name of a table: `kinds` has its own and those of its parts."""

    name: str
    oid: int | None
    kinds: frozenset[str]
    hides_rows: bool


async def relations_of(connection: asyncpg.Connection, names: Iterable[str]) -> tuple[str, list[Relation]]:
    """Where this role looks first, and what it finds."""
    first: str = await connection.fetchval("SELECT (pg_catalog.current_schemas(true))[1]")
    rows = await connection.fetch(_RELATIONS, list(names))
    return first, [Relation(row["name"], row["oid"], frozenset(row["kinds"] or ()), row["hides"]) for row in rows]


class Relations:
    """Compares what each role finds."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._found: dict[str, set[int | None]] = {}

    def add(self, role: str, first: str, relations: Iterable[Relation]) -> None:
        """This is what the role finds."""
        if first != SYSTEM:
            self._add("search_path", f"{role} looks in {first} first", f"{SYSTEM} first")
        for relation in relations:
            self._look_at(relation)

    def _look_at(self, relation: Relation) -> None:
        known = self._found.setdefault(relation.name, set())
        if relation.oid in known:
            return
        if known:
            self._add(relation.name, "another table for another role", "one table for all")
        known.add(relation.oid)
        for kind in sorted(relation.kinds - {"r", "p"}):
            self._add(relation.name, _KINDS.get(kind, f"a relation of kind {kind}"), _TABLE)
        if relation.hides_rows:
            self._add(relation.name, "row security", "a table of which every row is seen")

    def _add(self, what: str, found: str, expected: str) -> None:
        self._report.add(Finding(TABLES, None, None, what, found, expected))


_RELATIONS = """
SELECT a.name, c.oid::bigint, coalesce(c.relrowsecurity, false) AS hides,
       (WITH RECURSIVE parts AS (
            SELECT c.oid AS part UNION
            SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN parts ON i.inhparent OPERATOR(pg_catalog.=) part)
        SELECT pg_catalog.array_agg(k.relkind::text) FROM parts JOIN pg_catalog.pg_class k
            ON k.oid OPERATOR(pg_catalog.=) part) AS kinds
  FROM pg_catalog.unnest($1::text[]) a(name)
  LEFT JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(a.name)"""
