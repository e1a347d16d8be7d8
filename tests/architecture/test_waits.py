"""Every wait on the way of a command is in the table of docs/durability.md, with when it ends and what follows then."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Where a command goes through, a table is opened or taken over, a lease is renewed, and the tables are shared.
ROOMS = ("app/store", "app/table", "app/devices", "app/terminal", "app/realtime", "app/people", "app/alarms")
ALSO = ("app/api/reads.py", "app/server.py")
# Of commands that people watch, and PostgreSQL's own programs.
NOT_OF_A_SERVER = (
    "app/store/embedded", "app/store/backup.py", "app/store/upgrading.py", "app/store/projection_rebuild.py",
    "app/devices/watching.py",
)  # fmt: skip
# What can last: everything else that is awaited is a function of ours, which is looked at itself.
LASTING = {
    "acquire", "connect", "connection", "create_connection", "execute", "fetch", "fetchrow", "fetchval", "gather",
    "get", "kept_open", "shield", "to_thread", "transaction", "turn", "wait", "wait_for", "watching",
}  # fmt: skip
DEADLINE = "asyncio.timeout"
PLACE = re.compile(r"`([\w/]+\.py) ([\w, ]+)`")


def waits() -> set[tuple[str, str]]:
    """Module and function of each wait for something that is no function of ours."""
    return {(module, function) for module in _modules() for function in _waiting(ROOT / "app" / module)}


def _modules() -> Iterator[str]:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")] + [ROOT / each for each in ALSO]
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(NOT_OF_A_SERVER):
            yield name.removeprefix("app/")


def _waiting(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.AsyncFunctionDef) and any([_lasts(each) for each in _own(node)]):
            yield node.name


def _own(function: ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of the function itself, without those of functions inside it."""
    inside = list(ast.iter_child_nodes(function))
    while inside:
        node = inside.pop()
        yield node
        if not isinstance(node, (ast.AsyncFunctionDef, ast.FunctionDef, ast.Lambda)):
            inside.extend(ast.iter_child_nodes(node))


def _lasts(node: ast.AST) -> bool:
    if isinstance(node, ast.Await):
        called = node.value
        return not isinstance(called, ast.Call) or _name(called) in LASTING
    if isinstance(node, ast.AsyncWith):
        entered = [item.context_expr for item in node.items]
        return any([ast.unparse(each).partition("(")[0] != DEADLINE and _is_a_wait(each) for each in entered])
    return False


def _is_a_wait(entered: ast.expr) -> bool:
    return not isinstance(entered, ast.Call) or _name(entered) in LASTING or "Lock()" in ast.unparse(entered)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def listed() -> set[tuple[str, str]]:
    """The same, as the table has them."""
    text = (ROOT / "docs" / "durability.md").read_text("utf-8")
    table = text.split("## Waits, and how they end")[1].split("\n## ")[0]
    return {(module, each.strip()) for module, functions in PLACE.findall(table) for each in functions.split(",")}


def test_every_wait_is_listed_and_nothing_else() -> None:
    assert waits() - listed() == set(), "say in docs/durability.md when it ends, and what follows"
    assert listed() - waits() == set(), "no such wait"


def test_a_wait_that_is_new_is_found(tmp_path: Path) -> None:
    made = tmp_path / "made.py"
    made.write_text(
        "async def asks(c):\n    return await c.fetchval('SELECT 1')\n"
        "async def holds(lock):\n    async with lock:\n        pass\n"
        "async def ours(c):\n    async with asyncio.timeout(1):\n        await helped(c)\n"
        "async def told(done):\n    await done\n"
        "async def one_at_a_time(locks):\n    async with locks.setdefault(1, asyncio.Lock()):\n        pass\n"
    )
    assert set(_waiting(made)) == {"asks", "holds", "told", "one_at_a_time"}


def test_nobody_connects_but_by_the_database() -> None:
    """There every connection has its deadlines."""
    connecting = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "app").rglob("*.py")
        if "asyncpg.connect(" in path.read_text("utf-8")
    ]
    assert connecting == ["app/store/database.py"]
