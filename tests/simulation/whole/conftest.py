"""One PostgreSQL in which the seeds of these tests are run."""

from collections.abc import Iterator

import pytest

from tests.simulation.whole.running import House, house


@pytest.fixture(scope="session")
def here() -> Iterator[House]:
    with house() as made:
        yield made
