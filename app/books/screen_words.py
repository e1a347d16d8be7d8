"""What screens call kinds and codes: `python -m app.books.screen_words > docs/words.json`, which their build reads."""

import json
import sys
from typing import get_args

from app.books.procedure_words import IRREGULARITY
from app.game.rules.ruleset import HouseIrregularity
from app.language.rendering import catalogue

SCREENS = "screens."


def screen_words() -> dict[str, dict[str, str]]:
    """The words of each code, by what the codes are of. Of irregularities only those that stand in no book: what a book
    has comes with it."""
    of_no_book = (*get_args(HouseIrregularity), "asked_players")
    found = {"irregularity": {code: IRREGULARITY[code] for code in of_no_book}}
    for key, words in catalogue().items():
        if key.startswith(SCREENS):
            table, _, code = key.removeprefix(SCREENS).partition(".")
            found.setdefault(table, {})[code] = words
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(screen_words(), indent=1) + "\n")
