"""The lasting memory of a device: a file, or nothing but the object, which outlives the device's restarts as well."""

import json
from pathlib import Path
from typing import Any


class Memory:
    """Named parts of what has to last; without a file it lasts as long as the simulator."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._written = ""

    @property
    def lasting(self) -> bool:
        """Whether it outlives the simulator."""
        return self._path is not None

    def read(self) -> dict[str, Any] | None:
        """What was kept by a simulator before this one, or None."""
        if self._path is None or not self._path.exists():
            return None
        kept: dict[str, Any] = json.loads(self._path.read_text())
        return kept

    def write(self, kept: dict[str, Any]) -> None:
        """Keep this; a simulator that is killed meanwhile has kept all or nothing of it."""
        if self._path is None:
            return
        text = json.dumps(kept, separators=(",", ":"))
        if text == self._written:
            return
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_text(text)
        beside.replace(self._path)
        self._written = text
