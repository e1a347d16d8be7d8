"""How often PINs are tried, counted by all servers together: a place is taken here before a PIN is looked at.

Nothing of it is a record: what lasts of wrong PINs is in the log of the house. After a crash of PostgreSQL the table is
empty, and on a replica it does not exist.
"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.execute(
        "CREATE UNLOGGED TABLE tries (who text NOT NULL, lane text NOT NULL, failures integer NOT NULL,"
        " last_us bigint NOT NULL, until_us bigint NOT NULL, at_us bigint[] NOT NULL, PRIMARY KEY (who, lane))"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON tries TO tablekeeper_app")
    op.execute("GRANT SELECT ON tries TO tablekeeper_reader")
