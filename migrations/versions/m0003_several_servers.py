"""Where several servers meet: which of them are there, and what each tells the others of its tables.

Nothing of it is a record. What servers tell each other is written again within a second, so it needs no log of its own:
after a crash of PostgreSQL that table is empty, and on a replica it does not exist.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.execute(
        "CREATE TABLE servers (id uuid PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL,"
        " leaving boolean NOT NULL)"
    )
    op.execute(
        "CREATE UNLOGGED TABLE told_tables (stream text PRIMARY KEY, owner uuid NOT NULL, summary json NOT NULL)"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON servers, told_tables TO tablekeeper_app")
    op.execute("GRANT SELECT ON servers, told_tables TO tablekeeper_reader")
