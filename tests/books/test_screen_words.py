"""What screens call kinds and codes: every one of them, and as the built screens have it."""

import json
from pathlib import Path
from typing import get_args

from app.books.screen_words import screen_words
from app.game.core.kinds import Lane
from app.game.core.state import Outcome
from app.game.registry import COMMANDS

KEPT = Path(__file__).parents[2] / "docs" / "words.json"


def test_the_document_is_what_the_catalogue_has() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    assert kept == screen_words(), "it is stale: python -m app.books.screen_words > docs/words.json"


def test_every_code_has_words() -> None:
    words = screen_words()
    undone = {kind.name for kind in COMMANDS.values() if kind.undone}
    assert set(words["lane"]) == set(get_args(Lane))
    assert set(words["outcome"]) == set(get_args(Outcome))
    assert set(words["undo"]) == {*undone, "Report"}
