"""A plugin of pytest that writes down where the time goes: each test, each fixture, each program that is started.

`make timings` loads it. Each process that runs tests writes a file of its own into the folder that TIMINGS names.
"""

import json
import os
import resource
import sys
import time
from collections.abc import Generator
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import pytest


class Recorder:
    """The lines of one process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file: TextIOWrapper = (folder / f"{os.getpid()}.jsonl").open("a", buffering=1)
        self._inner_s: list[float] = []
        self._test = ""
        sys.addaudithook(self._audit)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """One test with what sets it up and ends it."""
        self._test = item.nodeid
        begun_s, cpu_s = time.perf_counter(), _cpu_s()
        answer = yield
        self._write(kind="test", test=item.nodeid, wall_s=time.perf_counter() - begun_s, cpu_s=_cpu_s() - cpu_s)
        return answer

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """One fixture without those that it asks for."""
        begun_s = time.perf_counter()
        self._inner_s.append(0.0)
        try:
            return (yield)
        finally:
            whole_s, inner_s = time.perf_counter() - begun_s, self._inner_s.pop()
            if self._inner_s:
                self._inner_s[-1] += whole_s
            place = f"{fixturedef.baseid}::{fixturedef.argname}"
            self._write(kind="fixture", fixture=place, scope=fixturedef.scope, wall_s=whole_s - inner_s)

    @pytest.hookimpl
    def pytest_unconfigure(self) -> None:
        """The last line is written."""
        self._file.close()

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen" and not self._file.closed:
            words = arguments[1] if isinstance(arguments[1], list | tuple) else [arguments[1]]
            self._write(kind="start", program=_program([os.fsdecode(word) for word in words]), test=self._test)

    def _write(self, **line: object) -> None:
        self._file.write(json.dumps(line) + "\n")


def _cpu_s() -> float:
    """Of this process and of those it has waited for."""
    used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _program(words: list[str]) -> str:
    """A program as a person would name it: `python -m app serve` without the options."""
    named = [Path(words[0]).name]
    for word in words[1:]:
        if len(named) == 4 or word.startswith(("/", "--")) or "\n" in word:
            break
        named.append(word)
    return " ".join(named)


def pytest_configure(config: pytest.Config) -> None:
    """Record, where a folder is named."""
    if folder := os.environ.get("TIMINGS"):
        config.pluginmanager.register(Recorder(Path(folder).absolute()))
