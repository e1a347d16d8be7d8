"""The limits and rules of a table, which its feed tells once under their hash, and which views then only name."""

from typing import Any

from app.cli.endings import Refusal
from app.realtime.audience import Audience

Json = dict[str, Any]

# Through which fields the sign's part of a view is reached.
WITHIN: dict[Audience, tuple[str, ...]] = {
    "sign": (),
    "dealer": ("sign",),
    "floor": ("dealer", "sign"),
    "surveillance": ("floor", "dealer", "sign"),
}


class NamedRules:
    """Those that one connection was told last."""

    def __init__(self, audience: Audience) -> None:
        self._within = WITHIN[audience]
        self._told: Json = {}

    def take(self, message: Json) -> None:
        """Learn the rules, or make the view of the message whole. A server of before sends it whole."""
        if message["type"] == "rules":
            self._told = message
        if "view" in message:
            self._put_into(message["view"])

    def _put_into(self, view: Json) -> None:
        for name in self._within:
            view = view[name]
        named = view["rules"].get("hash")
        if named is None:
            return
        if named != self._told.get("hash"):
            raise Refusal("the server names rules of the table that it has not told: the two are of different versions")
        view |= {"limits": self._told["limits"], "rules": self._told["rules"]}
