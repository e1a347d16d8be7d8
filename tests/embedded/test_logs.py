"""The logs stay small, and say why something failed."""

from pathlib import Path

from app.store.embedded import log_files


def test_a_log_that_has_grown_begins_anew(tmp_path: Path) -> None:
    log = tmp_path / "postgresql.log"
    log.write_text("old\n" * 100)
    log_files.bound(log, bytes_at_most=400)
    assert log.stat().st_size == 400
    writer = log.open("a")
    log_files.bound(log, bytes_at_most=399)
    print("new", file=writer, flush=True)
    writer.close()
    assert log.read_text() == "new\n"
    assert (tmp_path / "postgresql.log.1").read_text() == "old\n" * 100


def test_what_was_said_since_is_found_also_when_the_log_began_anew(tmp_path: Path) -> None:
    log = tmp_path / "postgresql.log"
    log.write_text("before\nafter\n")
    assert log_files.since(log, len("before\n")) == "after\n"
    assert log_files.since(log, 1000) == "before\nafter\n"
    assert log_files.since(tmp_path / "none", 0) == ""
    assert log_files.last_line(log) == "after"


def test_the_telling_lines_are_picked() -> None:
    said = "LOG:  starting\nFATAL:  no\nHINT:  do\nLOG:  ended\n"
    assert log_files.last_words(said) == "FATAL:  no / HINT:  do"
    assert log_files.last_words("\n") == "it said nothing"
