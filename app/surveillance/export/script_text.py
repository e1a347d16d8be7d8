"""Words as a round script writes them: labels, reasons, amounts, quoted text."""

import json
import re
from collections.abc import Iterable

LONGEST_LABEL = 40
HUNDRED = 100


def amount(cents: int) -> str:
    """Whole cents, with the cents set apart: 10_00."""
    return f"{cents // HUNDRED}_{cents % HUNDRED:02}" if cents >= HUNDRED else str(cents)


def one_word(text: str) -> str:
    """The text as one word of a line."""
    return re.sub(r'[\s#="\\\x00-\x1f\x7f]+', "_", text.strip()) or "unsaid"


def quoted(text: str) -> str:
    """The text as TOML writes it."""
    return json.dumps(re.sub(r"[\x00-\x1f\x7f]", " ", text), ensure_ascii=False)


def labels_of(players: Iterable[str]) -> dict[str, str]:
    """A label for each player that a script can hold, no two the same."""
    labels: dict[str, str] = {}
    for player in dict.fromkeys(players):
        plain = one_word(player)[:LONGEST_LABEL]
        label, number = plain, 2
        while label in labels.values():
            label = f"{plain[: LONGEST_LABEL - 4]}_{number}"
            number += 1
        labels[player] = label
    return labels
