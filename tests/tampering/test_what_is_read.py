"""What shows a verification something else than the server is found: it comes along with a backup, and a database of
another owner has it then, too."""

import asyncio
from typing import NamedTuple

import pytest

from app.surveillance.verifying import Finding, verify
from tests.tampering.copies import House


class Trick(NamedTuple):
    """What was done, what takes it back, and what is to be found."""

    act: str
    back: str
    what: str
    found: str


COPIES = (
    "CREATE SCHEMA aside; CREATE TABLE aside.rulesets AS TABLE public.rulesets;"
    "GRANT USAGE ON SCHEMA aside TO PUBLIC; GRANT SELECT ON aside.rulesets TO PUBLIC;"
)
TRICKS = {
    "view": Trick(
        "ALTER TABLE rounds RENAME TO kept; CREATE VIEW rounds AS SELECT * FROM kept;"
        "GRANT SELECT ON rounds TO tablekeeper_reader",
        "DROP VIEW rounds; ALTER TABLE kept RENAME TO rounds",
        "rounds",
        "a view",
    ),
    "row security": Trick(
        "ALTER TABLE events ENABLE ROW LEVEL SECURITY; CREATE POLICY all_of_them ON events USING (true)",
        "DROP POLICY all_of_them ON events; ALTER TABLE events DISABLE ROW LEVEL SECURITY",
        "events",
        "row security",
    ),
    "another table": Trick(
        f"{COPIES} ALTER ROLE tablekeeper_reader SET search_path = aside, public",
        "ALTER ROLE tablekeeper_reader RESET search_path; DROP SCHEMA aside CASCADE",
        "rulesets",
        "another table for another role",
    ),
    "other functions": Trick(
        "CREATE SCHEMA aside; GRANT USAGE ON SCHEMA aside TO PUBLIC;"
        "ALTER ROLE tablekeeper_app SET search_path = aside, pg_catalog, public",
        "ALTER ROLE tablekeeper_app RESET search_path; DROP SCHEMA aside CASCADE",
        "search_path",
        "app looks in aside first",
    ),
}


async def found_with(house: House, trick: Trick) -> tuple[Finding, ...]:
    """What is found while it is so."""
    owner = await house.admin()
    await owner.execute(trick.act)
    try:
        return (await verify(house.database, house.settings, now_us=lambda: house.built_us)).found
    finally:
        await owner.execute(trick.back)
        await owner.close()


@pytest.mark.parametrize("name", TRICKS)
def test_what_could_show_something_else_is_found(house: House, name: str) -> None:
    trick = TRICKS[name]
    found = asyncio.run(found_with(house, trick))
    assert [(each.what, each.found) for each in found if each.stream == "tables"] == [(trick.what, trick.found)]
