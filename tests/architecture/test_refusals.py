"""Refusals are said by the catalogue: no sentence stands where it is decided, and each is of a documented code.

That every refusal has its sentence with its parts, and every sentence its refusal, is held with all else that is said:
tests/language/test_catalogue.py.
"""

from pathlib import Path

import pytest

from app.language.rendering import catalogue
from app.problems.catalogue import CATALOGUE
from tests.architecture.sayings import APP, KEY, OF_A_TABLE, OF_THE_HOUSE, ROOMS, SOURCES, codes, texts

# What is kept in an event, and so stays as it was written, by module; and how a line is told from another.
KEPT = {
    "game/subjects/irregularities/effects.py": {"as the shoe told"},
    "game/subjects/remedies/dealer_corrections.py": {"box ", " "},
    "game/subjects/remedies/typed_cards.py": {" was ", "no card"},
    "house/subjects/devices/decide.py": {
        " was detached", " has wanted most of what waits, and ", " something too: ask again", " port ",
    },
    "house/subjects/sessions/decide.py": {"signed in elsewhere too often"},
}  # fmt: skip
# Questions have ids in which there are spaces; what the rules shown say of a side bet, and what is done about an alarm,
# stand with the other facts of each.
APART = {"game/questions.py", "house/kinds.py", "game/subjects/settlement/sidebets.py", "house/alarm_kinds.py"}
# The rooms, and what stands beside them.
DECIDE = [
    path
    for path in SOURCES
    if path.parents[0] in (APP / "game", APP / "house") or path.parents[1] in ROOMS
    if str(path.relative_to(APP)) not in APART
]


def of(table: str) -> set[str]:
    """The sentences of this table."""
    return {key for key in catalogue() if key.startswith(table)}


def test_a_code_has_one_sentence_or_several_with_names_and_no_numbers() -> None:
    assert [key for key in (*of(OF_A_TABLE), *of(OF_THE_HOUSE)) if not KEY.fullmatch(key)] == []


def test_every_code_of_the_house_is_one_of_the_errors() -> None:
    assert codes(OF_THE_HOUSE) <= set(CATALOGUE)


@pytest.mark.parametrize("path", DECIDE, ids=lambda path: str(path.relative_to(APP)))
def test_no_english_stands_where_it_is_decided(path: Path) -> None:
    assert {text for text in texts(path) if " " in text} == KEPT.get(str(path.relative_to(APP)), set())


def test_every_sentence_ends_as_one() -> None:
    sentences = {key: catalogue()[key] for key in (*of(OF_A_TABLE), *of(OF_THE_HOUSE))}
    assert [key for key, text in sentences.items() if not text.endswith((".", "?", "{instead}"))] == []
