"""The name of a table's stream is made and taken apart in one module."""

import ast
import re

from app.table_id import TableId
from tests.architecture.test_architecture import CODE, ROOT, nodes

# At the beginning of a text, or of one within SQL. Sentences have a space behind the colon.
PREFIX = re.compile(rf"(^|['\"`]){re.escape(TableId('').stream)}(\S|$)")


def test_one_module_knows_the_prefix_of_a_table_s_stream() -> None:
    texts = [(path, node.value) for path in CODE for node in nodes(path) if isinstance(node, ast.Constant)]
    found = {str(path.relative_to(ROOT)) for path, text in texts if isinstance(text, str) and PREFIX.search(text)}
    assert found == {"app/table_id.py"}
