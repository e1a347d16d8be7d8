"""The command line as a person meets it: what a command prints, and how it ends.

`run` runs a command in this process, which takes a tenth of the time; `run_process` where the process itself matters:
pipes, signals, terminals, programs that it starts.
"""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from threading import Thread
from unittest.mock import patch

from app.cli import main

PROGRAM = Path(sys.executable).with_name("tablekeeper")
PATIENCE_S = 60.0

Done = subprocess.CompletedProcess[str]


def run(*arguments: str, typed: str | bytes = "", environment: Mapping[str, str] | None = None) -> Done:
    """What the command gives, run here: in a thread, since a command has an event loop of its own."""
    out, errors, status = io.StringIO(), io.StringIO(), [-1]
    given = io.TextIOWrapper(io.BytesIO(typed.encode() if isinstance(typed, str) else typed), encoding="utf-8")

    def command() -> None:
        try:
            status[0] = main(arguments)
        except SystemExit as ended:  # how argparse refuses
            status[0] = int(ended.code or 0)

    with (
        patch.dict(os.environ, environment or {}),
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        thread = Thread(target=command, name="tablekeeper", daemon=True)
        thread.start()
        thread.join(PATIENCE_S)
    assert not thread.is_alive(), f"{arguments} did not end: {errors.getvalue()}"
    return subprocess.CompletedProcess(arguments, status[0], out.getvalue(), errors.getvalue())


def run_process(*arguments: str, typed: str | bytes = "", environment: Mapping[str, str] | None = None) -> Done:
    """What the command gives, run as a process of its own."""
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        env=os.environ | (environment or {}),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())
