"""What an auditor is given for the file of the signed heads need be none: nothing waits for it without end."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.surveillance.verifying import exported_heads
from app.surveillance.verifying.exported_heads import HeadsFile, HeadsRefused


def a_pipe(at: Path) -> Path:
    os.mkfifo(at / "pipe")
    return at / "pipe"


@pytest.mark.parametrize(
    "given", [a_pipe, lambda at: at, lambda _at: Path("/dev/zero")], ids=["pipe", "folder", "zero"]
)
def test_what_is_no_file_is_refused_and_not_opened(given: Callable[[Path], Path], tmp_path: Path) -> None:
    with pytest.raises(HeadsRefused, match="is no file"):
        HeadsFile(given(tmp_path))


def test_a_line_that_does_not_end_is_not_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exported_heads, "LONGEST_LINE", 64)
    path = tmp_path / "heads"
    path.write_bytes(b"first\n" + bytes(200) + b"\nlast\n")

    async def read() -> tuple[list[str | None], int]:
        with HeadsFile(path) as file:
            return [await file.next_line(0.0), await file.next_line(0.0), file.next_old_line()], file.piece()

    assert asyncio.run(read()) == (["first", None, None], 206)
