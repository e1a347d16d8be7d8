"""For all tests."""

import os
import signal

# Where branches are counted (`make test`), they are in the workers, and not in every program that a test starts.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
# Who starts the tests in the background of a script has them, and all that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
