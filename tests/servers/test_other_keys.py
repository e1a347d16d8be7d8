"""Servers of one house that sign with different keys: said once of each key that is not known here."""

import asyncio
import logging
from pathlib import Path
from typing import cast
from uuid import UUID

import pytest

from app.settings import Settings
from app.store.database import Database
from app.store.server_registry import Known, Seen
from app.store.signer import Signer
from app.store.signing_keys import signing_key
from app.table.sharing import Sharing
from tests.servers.test_sharing import Kept, known

ME, OTHER = UUID(int=1), UUID(int=2)


def signer_in(data: Path) -> Signer:
    """The signer of a server with this data folder, which has a key."""
    settings = Settings(data)
    made = Signer(cast("Database", None), settings)
    made._key = signing_key(settings.signing_key_path)
    return made


def said(signer: Signer, others: list[Known], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is in the log after two looks at these servers."""
    sharing = Sharing(Kept(), None, None, "http://10.0.0.1:8765", 10.0, signer)  # type: ignore[arg-type]
    sharing._seen = Seen((known(ME)._replace(signs_with=signer.key_id), *others), 0, ())
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            asyncio.run(sharing._warn_of_other_keys())
    return [record.message for record in caplog.records]


def test_a_key_that_is_not_known_here_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mine, other = signer_in(tmp_path / "one"), signer_in(tmp_path / "two")
    third = known(UUID(int=3))._replace(signs_with=other.key_id)
    (line,) = said(mine, [known(OTHER)._replace(signs_with=other.key_id), third], caplog)
    assert "http://10.0.0.2:8765 signs with another key" in line
    for each in (mine.key_id, other.key_id, str(mine.key_path), "TABLEKEEPER_SIGNING_KEY"):
        assert each in line


def test_one_key_or_one_that_lies_beside_is_no_matter(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    mine, other = signer_in(tmp_path / "one"), signer_in(tmp_path / "two")
    public = other.key_path.with_suffix(".pub").read_bytes()
    (mine.key_path.parent / "of-the-other.pub").write_bytes(public)
    there = [known(OTHER)._replace(signs_with=each) for each in (mine.key_id, other.key_id, "")]
    assert said(mine, there, caplog) == []
