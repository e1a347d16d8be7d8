"""The OpenAPI document as it is kept: that the server has the same is shown by test_document.py."""

import json
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parents[2] / "docs" / "openapi.json"
DOCUMENT: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
