"""Ways into the record for people who look back: frames by time, the house's events by kind, rounds put right later."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INDEXES = (
    "device_frames_by_time ON device_frames (stream, at)",
    "events_of_the_house ON events (type, day) WHERE stream = 'house'",
    "events_amending ON events (stream, version) WHERE type = 'EarlierRoundAmended'",
)


def upgrade() -> None:
    """Make the indexes; partitions that are made later get theirs with them."""
    for index in INDEXES:
        op.execute(f"CREATE INDEX {index}")
