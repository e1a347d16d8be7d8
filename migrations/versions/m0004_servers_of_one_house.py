"""What servers of one house know of each other: who kept each table last, with which key each signs, and how far each
has written its own file of signed heads. Of that last nothing is ever taken back: a file that ends earlier was cut.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and the column for the key."""
    op.execute("ALTER TABLE servers ADD COLUMN signs_with text NOT NULL DEFAULT ''")
    op.execute("CREATE TABLE last_keepers (stream text PRIMARY KEY, owner uuid NOT NULL, address text NOT NULL)")
    op.execute("CREATE TABLE heads_written (server uuid, number bigint, PRIMARY KEY (server, number))")
    op.execute(
        "CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON heads_written"
        " FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute("CREATE TRIGGER no_truncate BEFORE TRUNCATE ON heads_written EXECUTE FUNCTION refuse_change()")
    op.execute("GRANT SELECT ON last_keepers, heads_written TO tablekeeper_app, tablekeeper_reader")
    op.execute("GRANT INSERT ON last_keepers, heads_written TO tablekeeper_app")
    op.execute("GRANT UPDATE ON last_keepers TO tablekeeper_app")
