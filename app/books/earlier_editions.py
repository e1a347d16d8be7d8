"""Books as earlier versions kept them: a table plays under the edition that it was opened under, and its rounds are
read by it for ever. What a later edition added is put in as that edition had it."""

from copy import deepcopy
from typing import Any

# What the first edition of the readings said, in the form of the second.
_ONE_BOX = {"value": False, "clause": ""}
_EARLIER = {True: "always", False: "never"}


def in_todays_form(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a book's file with all that a file has today; what is no such file stays as it is."""
    if "readings" in data or not {"table", "pay", "remedies", "irregularities"} <= set(data):
        return data
    data = deepcopy(data)
    data["readings"] = 1
    data["table"].setdefault("one_box_unless_permitted", dict(_ONE_BOX))
    _reworded(data["pay"], "super_bonus_on_split", {False: "never"})
    _reworded(data["remedies"], "reconstruct_earlier", _EARLIER)
    data["irregularities"].setdefault("early_dealer_card", [])
    return data


def _reworded(section: dict[str, Any], name: str, words: dict[bool, str]) -> None:
    """The option under the word that it has today."""
    option = section.get(name)
    if isinstance(option, dict) and option.get("value") in words:
        option["value"] = words[option["value"]]
