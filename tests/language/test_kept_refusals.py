"""Refusals say what they said before their words became keys and parts, to the byte."""

import json
from collections import defaultdict
from pathlib import Path

from app.game.core.rejections import Rejected
from app.game.decide import decide
from app.language.rejection_in_words import in_words
from tests.language.refused import tables, tried

BEFORE: dict[str, list[str]] = json.loads((Path(__file__).parent / "kept_refusals.json").read_text("utf-8"))


def test_every_refusal_says_what_it_said() -> None:
    found = defaultdict[str, set[str]](set)
    for at in tables():
        for command in tried(at):
            answer = decide(at.table, at.rules, command)
            if isinstance(answer, Rejected):
                found[answer.code].add(in_words(answer).message)
    assert {
        code: set(sentences) - found[code] for code, sentences in BEFORE.items() if set(sentences) - found[code]
    } == {}
