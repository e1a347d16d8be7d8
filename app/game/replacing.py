"""Facts with many fields, of which a few change often."""

from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=type)


def quickly_replaced(kind: Kind) -> Kind:
    """The named tuple with a `_replace` that takes half the time: it looks at the names of what changes, and not at
    those of everything that stays."""
    places = {name: place for place, name in enumerate(kind._fields)}  # type: ignore[attr-defined]
    new = tuple.__new__

    def replace(self: Any, /, **changes: Any) -> Any:
        facts = list(self)
        for name, fact in changes.items():
            facts[places[name]] = fact
        return new(kind, facts)

    kind._replace = replace  # type: ignore[attr-defined]
    return kind
