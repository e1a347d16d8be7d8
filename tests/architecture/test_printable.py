"""Every free text that comes in goes through `app.printable`, and every line that goes out to a terminal."""

import ast
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from pydantic import AfterValidator, BaseModel
from pydantic.fields import FieldInfo

from app.api import body_fields as api_fields
from app.api.application import routes
from app.api.shaped import DocumentedAs, Shaped
from app.game.core.records import fields_of
from app.house.decide import decide
from app.house.refusal import Refused
from app.house.registry import COMMANDS
from app.house.state import Device, House
from app.language.rendering import say
from app.printable import checked, is_printable, printable
from app.shapes import model_of
from app.shapes.plain import CardText
from app.terminal.order_parsing import Order

GUARDS = {printable, checked, api_fields._line}
BAD = "a\u202eb"
ROOT = Path(__file__).parents[2]


def bodies() -> list[tuple[str, Any, tuple[Any, ...]]]:
    """The types of everything that a request brings in its body, and what is said beside them."""
    params = [(route.name, param.field_info) for route in routes() for param in route.dependant.body_params]
    return [*[(name, info.annotation, tuple(info.metadata)) for name, info in params], ("orders.send", Order, ())]


def unguarded(where: str, hint: Any, metadata: tuple[Any, ...], seen: set[Any]) -> Iterator[str]:
    """The texts inside this type that anybody could write anything into."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from unguarded(where, parts[0], (*metadata, *parts[1:]), seen)
    elif hint is str:
        if not any([_guards(each) for each in metadata]):
            yield where
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        if hint not in seen:
            seen.add(hint)
            for name, field in hint.model_fields.items():
                yield from unguarded(f"{where}.{name}", field.annotation, tuple(field.metadata), seen)
    elif not any([isinstance(each, DocumentedAs) for each in metadata]) and origin is not Literal:
        for model in [model for each in metadata for model in _shaped(each)]:
            yield from unguarded(where, model, (), seen)
        for part in parts if not any([_shaped(each) for each in metadata]) else ():
            yield from unguarded(where, part, (), seen)


def _guards(part: Any) -> bool:
    """Whether this says of a text what it may be: that it is printable, or a pattern with no room for more."""
    if isinstance(part, FieldInfo):
        return any([_guards(each) for each in part.metadata])
    if isinstance(part, AfterValidator):
        return part.func in GUARDS
    pattern = getattr(part, "pattern", None)
    return isinstance(pattern, str) and pattern.startswith("^[") and pattern.endswith("$") and "^[^" not in pattern


def _shaped(part: Any) -> tuple[Any, ...]:
    """The models of the records that the field holds."""
    return tuple([model_of(each) for each in part._types]) if isinstance(part, Shaped) else ()


def test_every_text_of_a_body_is_printable() -> None:
    found = bodies()
    assert len(found) > 20
    seen: set[Any] = set()
    assert [text for body in found for text in unguarded(*body, seen)] == []
    assert len(seen) > 60


def test_the_walk_finds_a_text_without_a_guard() -> None:
    class Loose(BaseModel):
        words: tuple[dict[str, api_fields.Words], ...]
        card: CardText
        reason: api_fields.Words | None

    assert list(unguarded("x", Loose, (), set())) == ["x.words"]


def _said(type_: type) -> Iterator[tuple[str, Any]]:
    """A command with a text that hides something, in each of its fields in turn."""
    said = get_type_hints(type_)
    hints = {field.name: said[field.name] for field in fields_of(type_)}
    for bad in [name for name, hint in hints.items() if _has_text(hint)]:
        yield bad, type_(**{name: _value(hint, BAD if name == bad else "a1") for name, hint in hints.items()})


def _has_text(hint: Any) -> bool:
    return (
        hint is str
        or hint is Device
        or any([_has_text(each) for each in get_args(hint) if get_origin(hint) is not Literal])
    )


def _value(hint: Any, text: str) -> Any:
    if hint is str:
        return text
    if hint is Device:
        return Device("a1", "7", "shoe", "table-link", text)
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    if get_origin(hint) in (types.UnionType, Union):
        return _value(get_args(hint)[0], text)
    if get_origin(hint) is tuple:
        return tuple([_value(each, text) for each in get_args(hint) if each is not Ellipsis])
    return hint() if isinstance(hint, type) else None


@pytest.mark.parametrize("type_", COMMANDS, ids=lambda type_: type_.__name__)
def test_no_command_to_the_house_brings_a_text_that_hides_something(type_: type) -> None:
    assert fields_of(type_)
    for name, command in _said(type_):
        answer = decide(House(), command)
        if COMMANDS[type_].by_the_server:
            assert isinstance(answer, Refused) or is_printable(str(answer)), (type_, name)
        else:
            assert isinstance(answer, Refused) and "U+202E" in say(answer.message), (type_, name)


def test_the_command_line_prints_lines_in_one_place() -> None:
    """Elsewhere only what has no text of a record in it: a bar of progress, and JSON of which all is in ASCII."""
    found = [
        f"{path.name}: {ast.unparse(node)[:40]}"
        for path in sorted((ROOT / "app/cli").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert [each.split(":")[0] for each in found] == ["database_command.py", "output.py", "play.py"]


def test_nothing_else_says_what_is_printable() -> None:
    said = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "app").rglob("*.py"))
        if "node_modules" not in path.parts
        and (".isprintable(" in (text := path.read_text("utf-8")) or "unicodedata" in text)
    ]
    assert said == ["app/printable.py", "app/surveillance/dispute/verify.py"]


@pytest.mark.parametrize("guard", [printable, checked, api_fields._line])
def test_each_guard_refuses_what_hides(guard: Callable[[str], str]) -> None:
    for hidden in ("a\nb", "a\u202eb", "a\u200bb"):
        with pytest.raises(ValueError, match="cannot be shown"):
            guard(hidden)
