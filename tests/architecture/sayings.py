"""Every place of the core and of the house that says something: which sentence of the catalogue, with which parts.

What happened is said by a key and named parts. A refusal is said by its sentence, which is a key without the name of
its table, and the parts as a dictionary.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from app.language.rendering import catalogue

APP = Path(__file__).parents[2] / "app"
ROOMS = (APP / "game" / "subjects", APP / "house" / "subjects")
# What makes these calls possible says nothing by itself.
MECHANISM = {"message.py", "rejections.py", "draft.py", "refusal.py"}
SOURCES = [
    path for core in ("game", "house") for path in sorted((APP / core).rglob("*.py")) if path.name not in MECHANISM
]
KEY = re.compile(r"[a-z_]+(\.[a-z_]+)+")
SENTENCE = re.compile(r"[a-z_]+(\.[a-z_]+)?")
SAYS = {"message", "if_any", "always", "by_clause"}
# Where the sentence stands among the arguments; its parts stand behind it.
REFUSES = {"refuse": 0, "rejected": 0, "sentence_of": 0, "refusal": 1, "refused": 0}
OF_A_TABLE, OF_THE_HOUSE = "refused.", "house_refuses."
Function = ast.FunctionDef
Scope = ast.Module | ast.FunctionDef


class Call(NamedTuple):
    """A place that says something: which keys it may be, and which parts it gives."""

    where: str
    keys: frozenset[str]
    parts: frozenset[str]


def calls() -> Iterator[Call]:
    for path in SOURCES:
        module = ast.parse(path.read_text("utf-8"))
        functions = [node for node in module.body if isinstance(node, Function)]
        rest = ast.Module([node for node in module.body if node not in functions], [])
        table = OF_THE_HOUSE if path.is_relative_to(APP / "house") else OF_A_TABLE
        scopes: list[Scope] = [rest, *functions]
        for scope in scopes:
            for node in _all_calls(scope):
                where = f"{path.relative_to(APP)}:{node.lineno}"
                if _called(node) in SAYS and isinstance(node.func, ast.Name):
                    yield from _said(where, node, scope, module)
                elif _called(node) in REFUSES:
                    yield from _refused(where, table, node, scope, module)


def codes(table: str) -> set[str]:
    """The codes of all refusals that are said by this table."""
    return {key.split(".")[1] for call in calls() for key in call.keys if key.startswith(table)}


def _all_calls(scope: Scope) -> list[ast.Call]:
    return [node for node in ast.walk(scope) if isinstance(node, ast.Call)]


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def _parameters(scope: Scope) -> list[str]:
    return [each.arg for each in scope.args.args] if isinstance(scope, Function) else []


def _said(where: str, node: ast.Call, scope: Scope, module: ast.Module) -> Iterator[Call]:
    if isinstance(node.args[0], ast.Name) and node.args[0].id in _parameters(scope):
        return  # the key stands where the function is called
    parts = {keyword.arg for keyword in node.keywords}
    assert None not in parts, f"{where}: parts are written out"
    named = {"clause"} if ast.unparse(node.func) == "by_clause" else {part for part in parts if part is not None}
    yield Call(where, frozenset(_keys(node.args[0], scope, module)), frozenset(named))


def _refused(where: str, table: str, node: ast.Call, scope: Scope, module: ast.Module) -> Iterator[Call]:
    at = REFUSES[_called(node)]
    parts = frozenset(_given(node.args[at + 1], scope)) if len(node.args) > at + 1 else frozenset[str]()
    sentence = node.args[at]
    if isinstance(sentence, ast.Name) and sentence.id in _parameters(scope):
        assert isinstance(scope, Function)
        place = _parameters(scope).index(sentence.id)
        for each in [each for each in _all_calls(module) if _called(each) == scope.name]:
            yield Call(f"{where} by {each.lineno}", frozenset([table + _text(where, each.args[place])]), parts)
    else:
        yield Call(where, frozenset([table + _text(where, sentence)]), parts)


def _text(where: str, sentence: ast.expr) -> str:
    assert isinstance(sentence, ast.Constant), f"{where}: the sentence is named, not made"
    assert isinstance(sentence.value, str) and SENTENCE.fullmatch(sentence.value), f"{where}: {sentence.value!r}"
    return sentence.value


def _given(parts: ast.expr, scope: Scope) -> Iterator[str]:
    """The names of the parts in a dictionary, which stands there or in the same function."""
    if isinstance(parts, ast.Name):
        (made,) = _set_to(parts.id, scope)
        yield from _given(made, scope)
        return
    assert isinstance(parts, ast.Dict), ast.unparse(parts)
    for name, value in zip(parts.keys, parts.values, strict=True):
        if name is None:
            yield from _given(value, scope)
        else:
            yield ast.literal_eval(name)


def _keys(value: ast.expr, scope: Scope, module: ast.Module) -> Iterator[str]:
    """The keys that stand in the expression, or in what its names were set to."""
    for node in ast.walk(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            yield node.value
        elif isinstance(node, ast.Name):
            for found in (*_set_to(node.id, scope), *_set_to(node.id, ast.Module(module.body, []))):
                yield from _keys(found, scope, module)


def _set_to(name: str, scope: Scope) -> Iterator[ast.expr]:
    for node in ast.walk(scope) if isinstance(scope, Function) else scope.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None and ast.unparse(node.target) == name:
            yield node.value
        elif isinstance(node, ast.Assign):
            (target,) = node.targets
            several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            pairs = zip(target.elts, node.value.elts, strict=True) if several else [(target, node.value)]  # type: ignore[attr-defined]
            yield from [value for to, value in pairs if isinstance(to, ast.Name) and to.id == name]


def fields(key: str) -> dict[str, str]:
    """The parts that a sentence needs, each with its format."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(catalogue()[key]) if name is not None}


def texts(path: Path) -> Iterator[str]:
    """Every text of a module but for those that document it, or stand in an assertion: nobody is told those."""
    module = ast.parse(path.read_text("utf-8"))
    apart = {id(each) for node in ast.walk(module) for each in _told_nobody(node)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield node.value


def _told_nobody(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Assert):
        yield from ast.walk(node)
