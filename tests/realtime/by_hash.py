"""The far end of `?views=2`: it knows the rules that it was told last, and puts them back into every view."""

from hashlib import sha256
from typing import Any

import orjson

from app.realtime.audience import Audience

# Through which fields the sign's view is found in each.
WITHIN: dict[Audience, tuple[str, ...]] = {
    "sign": (),
    "dealer": ("sign",),
    "floor": ("dealer", "sign"),
    "surveillance": ("floor", "dealer", "sign"),
}
TOLD = ("limits", "rules")


class Knowing:
    """What one connection knows of the rules. `told`: how often it was told them; `named`: how often by a view."""

    def __init__(self, audience: Audience) -> None:
        self._within = WITHIN[audience]
        self._rules: dict[str, Any] | None = None
        self.told, self._named = 0, True

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message, with its view whole; the rules come right before the view that names them, and only if they are
        others."""
        if message["type"] == "rules":
            self._learn(message)
            return message
        if "view" not in message:
            assert self._named, f"a {message['type']} between rules and their view"
            return message
        whole: dict[str, Any] = orjson.loads(orjson.dumps(message))
        sign = whole["view"]
        for name in self._within:
            sign = sign[name]
        assert self._rules is not None, "a view before any rules"
        assert sign["rules"] == {"hash": self._rules["hash"]} and "limits" not in sign
        self._named = True
        sign |= {name: self._rules[name] for name in TOLD}
        return whole

    def _learn(self, rules: dict[str, Any]) -> None:
        assert self._named, "rules that no view has named"
        assert self._rules is None or self._rules["hash"] != rules["hash"], "the same rules again"
        in_force = orjson.dumps({name: rules[name] for name in TOLD})
        assert sha256(in_force).hexdigest() == rules["hash"]
        self._rules, self._named = rules, False
        self.told += 1
