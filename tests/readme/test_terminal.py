"""The terminal at which the first page is typed: it sees failures, keeps what is exported, answers, and has Ctrl-C."""

import os
from pathlib import Path

from tests.readme.commands import Command, Content, steps
from tests.readme.terminal import Shell

PAGE = """# One
```sh
first      # said
# nothing
second \\
    --more
```
In a file `a.toml`:
```toml
x = 1
```
## Two
```
not typed
```
```sh
third
```
"""


def shell(place: Path) -> Shell:
    return Shell(place, dict(os.environ), place)


def test_what_is_typed_comes_in_its_order() -> None:
    assert list(steps(PAGE)) == [
        Command("One", "first      # said"),
        Command("One", "second --more"),
        Content("One", "a.toml", "x = 1\n"),
        Command("Two", "third"),
    ]


def test_a_command_that_fails_is_seen_and_what_is_exported_stays(tmp_path: Path) -> None:
    typed = shell(tmp_path)
    assert typed.run("false", {}).status == 1
    assert typed.run("nobody-has-this-command", {}).status == 127
    assert typed.run('export WORDS="two words"', {}).status == 0
    ended = typed.run("printf '%s\\n' \"$WORDS\" && pwd && unset WORDS", {})
    assert ended.said.split("\n")[:2] == ["two words", str(tmp_path)]
    assert "WORDS" not in typed.environment


def test_where_one_has_gone_the_next_one_is(tmp_path: Path) -> None:
    typed = shell(tmp_path)
    typed.run("mkdir clone && cd clone", {})
    assert typed.run("pwd", {}).said == f"{tmp_path / 'clone'}\n"
    assert typed.place == tmp_path / "clone"


def test_what_asks_is_answered(tmp_path: Path) -> None:
    ended = shell(tmp_path).run("read -rsp 'PIN for ada: ' PIN; echo; test $PIN = 740258", {"PIN for ada": "740258"})
    assert (ended.status, "740258" in ended.said) == (0, False)


def test_what_lasts_is_waited_for_and_ended_by_ctrl_c(tmp_path: Path) -> None:
    script = "import signal; print('ready'); signal.sigwait([signal.SIGINT]); print('ended in order')"
    line = f'python3 -c "import signal; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); {script}"'
    typed = shell(tmp_path).type(line.replace("print('ready')", "print('ready', flush=True)"))
    typed.until("ready")
    ended = typed.interrupt()
    assert (ended.status, ended.said.splitlines()[-1]) == (0, "ended in order")
