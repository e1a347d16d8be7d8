"""`python -m app` is `tablekeeper`."""

import sys

from app.cli import main

sys.exit(main())
