"""A table's number and its stream, each made from the other."""

import pytest

from app.table_id import EVERY_TABLE, TableId, is_table_stream


@pytest.mark.parametrize("number", ["7", "VIP-12", "table:7"])
def test_a_table_has_one_stream_which_names_it(number: str) -> None:
    table = TableId(number)
    assert table.stream == f"table:{number}"
    assert is_table_stream(table.stream)
    assert TableId.of_stream(table.stream) == table


@pytest.mark.parametrize("stream", ["house", "setup", "sessions:7", "7", ""])
def test_no_other_stream_is_taken_for_a_table(stream: str) -> None:
    assert not is_table_stream(stream)
    with pytest.raises(ValueError, match="not the stream of a table"):
        TableId.of_stream(stream)


def test_what_sql_looks_for_is_the_beginning_of_every_table_s_stream() -> None:
    assert TableId("").stream + "%" == EVERY_TABLE
