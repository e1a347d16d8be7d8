"""Values of any record's type, for hypothesis: whatever the type allows, within what may come over the wire."""

from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from app.game.commands import Reconstruct
from app.game.core.cards import DECK
from app.game.core.records import fields_of
from app.game.subjects.remedies.reconstruction import FREE
from app.printable import is_printable, printable
from app.shapes.plain import MOST

TEXTS = st.text(st.characters(categories=["L", "N", "P", "S"]).filter(is_printable), max_size=12).map(printable)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: TEXTS, int: st.integers(-MOST, MOST), bool: st.booleans(), NoneType: st.none(), bytes: st.binary(max_size=16),
}  # fmt: skip


@cache
def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of this type."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, NewType):
        return st.sampled_from(DECK)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, UnionType):
        return st.one_of(*map(values_of, parts))
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(values_of(parts[0]), max_size=4).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, parts))
    if origin is frozenset:
        return st.frozensets(values_of(parts[0]), max_size=4)
    return _records(hint)


def _records(type_: Any) -> st.SearchStrategy[Any]:
    hints = get_type_hints(type_)
    names = [field.name for field in fields_of(type_)]
    known = {"acts": st.lists(st.one_of(*map(values_of, FREE)), max_size=4).map(tuple)} if type_ is Reconstruct else {}
    return st.builds(type_, **{name: values_of(hints[name]) for name in names if name not in known}, **known)
