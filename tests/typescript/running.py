"""What TypeScript of the screens makes of what it is given."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "app" / "screens"


def made(folder: str, source: str, given: Any, page: dict[str, str] | None = None) -> Any:
    """What the default export of the source, which imports from this folder of the screens, answers; `page` is what the
    server tells a page."""
    found = [sys.executable, "hatch_build.py", "--path"]
    node = subprocess.run(found, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    environment = {**os.environ, "PATH": f"{node}{os.pathsep}{os.environ['PATH']}"}
    said = {"screens": str(SCREENS), "folder": str(SCREENS / "src" / folder), "source": source, "page": page or {}}
    program = ["node", str(Path(__file__).with_name("run.mjs"))]
    done = subprocess.run(
        program,
        env=environment,
        input=json.dumps({**said, "given": given}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
