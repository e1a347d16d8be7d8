"""Whatever is tried again waits by `app.backoff`, and nothing makes its own waits longer each time."""

import ast
from collections.abc import Iterator

from tests.architecture.test_architecture import CODE, ROOT

APP = [path for path in CODE if path.is_relative_to(ROOT / "app") and path != ROOT / "app" / "backoff.py"]
# A wait that is no attempt's: how long something lasts, or the pace at which bytes or reports may go.
OTHERWISE = {
    ("app/cli/following.py", "_wait"),  # by the server's own word, or by a Backoff
    ("app/devices/recording.py", "run"),
    ("app/devices/transports/rfc2217.py", "_read_in"),
    ("app/people/fresh_look.py", "_take"),
    ("app/store/embedded/waiting.py", "tell"),
    ("app/store/leases.py", "_renew"),
    ("app/table/attached/table_devices.py", "_doubt_keyed"),
}


def sleeps(tree: ast.AST, function: str = "", *, failed: bool = False) -> Iterator[tuple[str, str, bool]]:
    """The function and the argument of each sleep, and whether it follows a failure."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "sleep":
            yield inside, ast.unparse(node.args[0]), failed
        yield from sleeps(node, inside, failed=failed or isinstance(node, ast.ExceptHandler))


def goes_around(argument: str, *, failed: bool) -> bool:
    """Whether such a sleep is an attempt's that no Backoff measures: one that follows a failure, or whose time is not
    that of looking every so often."""
    regular = argument == "0" or argument.lower().endswith("every_s")
    return not argument.endswith(".next_s()") and (failed or not regular)


def doubled(tree: ast.AST) -> list[str]:
    """What is made twice as long each time, up to a cap."""
    capped = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "min"]
    return [ast.unparse(node) for node in capped if any([_is_twice(each) for each in ast.walk(node)])]


def _is_twice(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Mult, ast.Pow)):
        return False
    return "2" in (ast.unparse(node.left), ast.unparse(node.right)) and "_s" in ast.unparse(node)


def test_what_is_tried_again_waits_by_a_backoff() -> None:
    found = [(path, *each) for path in APP for each in sleeps(ast.parse(path.read_text("utf-8")))]
    around = {
        (path.relative_to(ROOT).as_posix(), function)
        for path, function, argument, failed in found
        if goes_around(argument, failed=failed)
    }
    assert around - OTHERWISE == set(), "have app.backoff.Backoff say how long to wait"
    assert OTHERWISE - around == set(), "no such wait"


def test_nothing_else_makes_its_waits_longer() -> None:
    found = {path.relative_to(ROOT).as_posix(): doubled(ast.parse(path.read_text("utf-8"))) for path in APP}
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_a_retry_of_its_own_is_found() -> None:
    made = ast.parse(
        "async def again(self):\n"
        "    while True:\n"
        "        try:\n            await self.ask()\n"
        "        except OSError:\n            await asyncio.sleep(LOOKS_EVERY_S)\n"
        "        await asyncio.sleep(AGAIN_S)\n"
        "        await asyncio.sleep(LOOKS_EVERY_S)\n"
        "        time.sleep(self._backoff.next_s())\n"
        "        wait_s = min(2 * wait_s, LONGEST_S)\n"
    )
    found = [argument for _, argument, failed in sleeps(made) if goes_around(argument, failed=failed)]
    assert found == ["LOOKS_EVERY_S", "AGAIN_S"]
    assert doubled(made) == ["min(2 * wait_s, LONGEST_S)"]
