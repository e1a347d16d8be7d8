"""The forms in which views go out: whole, as ever, or with the rules of the table named by their hash and told once."""

from functools import lru_cache
from typing import Literal

from app.game.views.audiences import View
from app.game.views.by_hash import RulesInForce, RulesReference, by_hash, sign_of
from app.realtime import writing
from app.realtime.writing import Rules, Said

Form = Literal["whole", "by_hash"]
# What a client says as `views`. One that says nothing gets the messages of before.
FORMS: dict[str | None, Form] = {None: "whole", "2": "by_hash"}
# Most tables of a house are run alike.
RULES_KEPT = 256


def said(view: View, form: Form, before: Rules | None = None) -> Said:
    """The view in this form. `before`: the rules that the view before it named."""
    if form == "whole":
        return Said(writing.text_of(view), None)
    rules = _rules(view, before)
    return Said(writing.text_of(by_hash(view, RulesReference(rules.hash))), rules)


def _rules(view: View, before: Rules | None) -> Rules:
    """From card to card they are the very same object, which is seen at once."""
    sign = sign_of(view)
    if before is not None and before.in_force.rules is sign.rules and before.in_force.limits == sign.limits:
        return before
    return _shared(RulesInForce(sign.limits, sign.rules))


@lru_cache(maxsize=RULES_KEPT)
def _shared(in_force: RulesInForce) -> Rules:
    """Written once for all tables and sockets."""
    return writing.rules(in_force)
