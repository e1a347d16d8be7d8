"""What each field of a record means, in words: for the documents that are made from the models.

The words stand under the field, as its docstring, in the record itself or in one that it comes from. They are read from
the source when a document is made. A field without words of its own means what it means in every record:
`common_fields` has these.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

from app.shapes.common_fields import Common


def words_of(record_type: type, name: str) -> str | None:
    """What the field of this record means."""
    own = own_words_of(record_type, name)
    return own_words_of(Common, name) if own is None and _is_common(record_type, name) else own


def own_words_of(record_type: type, name: str) -> str | None:
    """What the record says of the field, or the nearest of those that it comes from; or, if it was made of another
    record's fields (`made_of`), what that says."""
    made_of: type = getattr(record_type, "made_of", object)
    lineage = (*record_type.__mro__, *made_of.__mro__)
    said = [_words_in(kind.__module__).get((kind.__qualname__, name)) for kind in lineage]
    return next(filter(None, said), None)


def _is_common(record_type: type, name: str) -> bool:
    """Whether the field has a common name and is of the same type: else it is another thing of that name."""
    hints = _hints(Common)
    return name in hints and _types(_hints(record_type)[name]) <= _types(hints[name])


def _types(hint: object) -> set[object]:
    """Of which types the field may be, beside nothing."""
    return {*(get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,))} - {NoneType}


@cache
def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


@cache
def _words_in(module: str) -> dict[tuple[str, str], str]:
    """The words of every field in a module, by its class and its name."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}  # it is not written in Python, as `builtins`
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {(each.name, name): words for each in classes for name, words in _words_under(each.body)}


def _words_under(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Each field with the text that stands alone under it."""
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, " ".join(words.split())
