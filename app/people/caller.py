"""Who asks."""

from typing import NamedTuple

from app.house.roles import CallerRole


class Caller(NamedTuple):
    """Somebody who has shown who he is. `name` is a person's, or a display's id; `session` is the session's id, or a
    display's, or "" for one act; `table` is where a display hangs."""

    name: str
    roles: frozenset[CallerRole]
    session: str
    where: str
    table: str | None = None
    sees_face_down: bool = False

    @property
    def actor(self) -> str:
        """As it stands in the record."""
        return f"display:{self.name}" if "sign" in self.roles else f"person:{self.name}"
