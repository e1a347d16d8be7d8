"""How the house runs a table, and what the book leaves to it: for whoever changes it."""

from typing import Any

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.settings import Settings
from app.store.database import Database
from tests.api.here import serving
from tests.api.test_tables import new_table


async def test_the_config_is_told_whole_and_changed(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        supervisor, administrator = await here.person("supervisor"), await here.person("administrator")
        await supervisor.ok("POST", "/tables", json=new_table(number, minimum_cents=500, chips_cents=[500, 2500]))
        told = await administrator.get(f"/tables/{number}/config")
        assert (told["phase"], told["round_on"], told["float_open"], told["paper"]) == ("shoe", False, False, None)
        assert told["config"]["chips_cents"] == [500, 2500]
        changed = {**told["config"], "minimum_cents": 1000}
        order = administrator.order({"type": "ChangeConfig", "config": changed})
        await administrator.ok("POST", f"/tables/{number}/orders", json=order)
        assert (await supervisor.get(f"/tables/{number}/config"))["config"] == changed


@pytest.mark.parametrize("book", ruleset_ids())
async def test_what_the_bounds_allow_the_book_takes(
    database: Database, settings: Settings, number: str, book: str
) -> None:
    async with serving(database, settings) as here:
        supervisor = await here.person("supervisor")
        bounds: dict[str, Any] = (await supervisor.get(f"/rulesets/{book}"))["bounds"]
        config = {
            "decks": bounds["decks"][-1], "boxes": bounds["boxes"] or 12, "cut_cards": bounds["cut_cards"][-1],
            "hole_card": bounds["hole_cards"][-1], "shuffler": bounds["shufflers"][-1], "burn": bounds["may_burn"],
            "bettors_per_box": bounds["bettors_per_box"] or None, "dealer_cuts": bounds["dealer_may_cut"],
            "side_bets": [each["bet"] for each in bounds["side_bets"]],
            "boxes_per_player": 2 if bounds["may_limit_boxes_per_player"] else None,
        }  # fmt: skip
        new = {**new_table(number), "ruleset": book, "config": config}
        await supervisor.ok("POST", "/tables", json=new)
        clauses = {each["option"]: each["clause"] for each in bounds["clauses"]}
        assert clauses["table.decks"] == load_ruleset(book).clauses["table.decks"]
        over = {**new_table(f"{number}b"), "ruleset": book, "config": config | {"boxes": config["boxes"] + 1}}
        assert (await supervisor.refused("POST", "/tables", json=over))["clause"] == clauses["table.boxes"]
