"""The rule books, where the tree has them: an earlier one had their reader in another place."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_READER = import_module("app.books.rulebook" if find_spec("app.books") else "app.rulebook")
load_ruleset: Callable[[str], Any] = _READER.load_ruleset
ruleset_ids: Callable[[], tuple[str, ...]] = _READER.ruleset_ids
