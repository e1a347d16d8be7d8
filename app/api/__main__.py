"""`python -m app.api` prints the OpenAPI document, as docs/openapi.json has it."""

import json
import sys

from app.api.application import described


def text() -> str:
    """The document as it is kept."""
    return json.dumps(described().openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
