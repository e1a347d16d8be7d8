"""The limits and rules of a table, which its feed tells once under their hash, and which views then only name."""

from device_simulators.bot.interface import Json

# Through which fields the sign's part of a view is reached.
WITHIN = {
    "sign": (),
    "dealer": ("sign",),
    "floor": ("dealer", "sign"),
    "surveillance": ("floor", "dealer", "sign"),
}


class NamedRules:
    """Those that one connection was told last."""

    def __init__(self, audience: str) -> None:
        self._within = WITHIN[audience]
        self._told: Json = {}

    def learn(self, message: Json) -> None:
        """These are in force from now on."""
        self._told = message

    def put_into(self, view: Json) -> bool:
        """Make the view whole; False: it names rules that were not told. A server of before sends it whole."""
        for name in self._within:
            view = view.get(name, {})
        named = view.get("rules", {}).get("hash")
        if named is None:
            return True
        if named != self._told.get("hash"):
            return False
        view |= {"limits": self._told["limits"], "rules": self._told["rules"]}
        return True
