"""What lies in the database, for queries and for appending. The migrations make it; a test holds the two together.

`events` is the truth; `stream_heads` is the fence and `leases` says who writes; everything under "projections" can be
made again from the events. Tables with a `day` are partitioned by the month of the gaming day.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSON

metadata = MetaData()


def _stamp(name: str) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=False)


def _of_event() -> list[Column[object]]:
    """Where a projected row comes from: the event, and the how manieth of it."""
    return [
        Column("stream", Text, nullable=False),
        Column("day", Date, nullable=False),
        Column("round", Text),
        Column("version", BigInteger, nullable=False),
        Column("n", Integer, nullable=False),
    ]


def _projection(name: str, *columns: Column[object]) -> Table:
    return Table(name, metadata, *_of_event(), *columns, PrimaryKeyConstraint("stream", "version", "n", "day"))


def _superseded() -> Column[object]:
    """The version of the event that put the round's record right, for what was recorded before it."""
    return Column("superseded_by", BigInteger)


events = Table(
    "events",
    metadata,
    Column("stream", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("day", Date, nullable=False),
    Column("round", Text),
    Column("type", Text, nullable=False),
    Column("schema", SmallInteger, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("checkpoint", JSON),
    Column("command", Uuid),
    Column("command_digest", LargeBinary),
    Column("actor", Text, nullable=False),
    _stamp("event_at"),
    _stamp("recorded_at"),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("stream", "version", "day"),
)

commands = Table(
    "commands",
    metadata,
    Column("stream", Text, nullable=False),
    Column("id", Uuid, nullable=False),
    Column("day", Date, nullable=False),
    Column("round", Text),
    Column("body", JSON, nullable=False),
    Column("question", Text),
    Column("actor", Text, nullable=False),
    Column("answer", JSON, nullable=False),
    Column("first_version", BigInteger, nullable=False),
    Column("events", Integer, nullable=False),
    _stamp("recorded_at"),
    PrimaryKeyConstraint("stream", "id", "day"),
)

recent_commands = Table(
    "recent_commands",
    metadata,
    Column("stream", Text, nullable=False),
    Column("id", Uuid, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("answer", JSON, nullable=False),
    Column("first_version", BigInteger, nullable=False),
    Column("events", Integer, nullable=False),
    _stamp("recorded_at"),
    PrimaryKeyConstraint("stream", "id"),
)

stream_heads = Table(
    "stream_heads",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("checkpoint_version", BigInteger, nullable=False),
    Column("checkpoint_day", Date, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("owner", Uuid, nullable=False),
    Column("address", Text, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", Uuid, primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
    Column("leaving", Boolean, nullable=False),
    Column("signs_with", Text, nullable=False),
)

# Who kept each stream last, also when its lease was given back.
last_keepers = Table(
    "last_keepers",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("owner", Uuid, nullable=False),
    Column("address", Text, nullable=False),
)

told_tables = Table(
    "told_tables",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("owner", Uuid, nullable=False),
    Column("summary", JSON, nullable=False),
)

# What was tried in vain, counted by all servers together: of a person in a lane, or of a place (whose `who` is empty).
tries = Table(
    "tries",
    metadata,
    Column("who", Text, nullable=False),
    Column("lane", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("last_us", BigInteger, nullable=False),
    Column("until_us", BigInteger, nullable=False),
    Column("at_us", ARRAY(BigInteger), nullable=False),
    PrimaryKeyConstraint("who", "lane"),
)

head_signatures = Table(
    "head_signatures",
    metadata,
    Column("number", BigInteger, primary_key=True),
    Column("line", Text, nullable=False),
)

# Up to which line each server has written its own file of the signed heads.
heads_written = Table(
    "heads_written",
    metadata,
    Column("server", Uuid, primary_key=True),
    Column("number", BigInteger, primary_key=True),
)

rulesets = Table(
    "rulesets",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("text", Text, nullable=False),
)

# What is kept of people's PINs: Argon2id, with its salt. Not in the log, which is kept for ever and handed on.
pins = Table(
    "pins",
    metadata,
    Column("person", Text, primary_key=True),
    Column("hash", Text, nullable=False),
    _stamp("set_at"),
)

# Card and salt of what lies face down; readable by the vault's role alone.
sealed = Table(
    "sealed",
    metadata,
    Column("stream", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("card", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    PrimaryKeyConstraint("stream", "commitment", "day"),
)

# --- projections

rounds = Table(
    "rounds",
    metadata,
    Column("stream", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("round", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("ruleset_hash", Text, nullable=False),
    Column("opened_version", BigInteger, nullable=False),
    Column("last_version", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("paper", Boolean, nullable=False),
    PrimaryKeyConstraint("stream", "round", "day"),
)

cards = _projection(
    "cards",
    Column("event", Text, nullable=False),
    Column("card", Text),
    Column("commitment", Text),
    Column("box", Integer),
    Column("hand", Integer),
    Column("source", Text),
    _superseded(),
)

decisions = _projection(
    "decisions",
    Column("event", Text, nullable=False),
    Column("decision", Text, nullable=False),
    Column("box", Integer),
    Column("hand", Integer),
    Column("player", Text),
    Column("cents", BigInteger),
    Column("clause", Text),
    _superseded(),
)

wagers = _projection(
    "wagers",
    Column("event", Text, nullable=False),
    Column("box", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    _superseded(),
)

settlements = _projection(
    "settlements",
    Column("withdrawn", Boolean, nullable=False),
    Column("box", Integer, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("wager", Text, nullable=False),
    Column("stake_cents", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("odds", Text),
    Column("pays_cents", BigInteger, nullable=False),
    Column("takes_cents", BigInteger, nullable=False),
    Column("clause", Text, nullable=False),
    _superseded(),
)

postings = _projection(
    "postings",
    Column("account", Text, nullable=False),
    Column("box", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
)

# What came in over a device's line, and what was sent: kept as it was. Without `frame` it lies in `sealed_frames`,
# since it tells a face-down card, or may.
device_frames = Table(
    "device_frames",
    metadata,
    Column("device", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("n", BigInteger, nullable=False),
    _stamp("at"),
    Column("device_at", DateTime(timezone=True)),
    Column("sent", Boolean, nullable=False),
    Column("why", Text, nullable=False),
    Column("key", Text),
    Column("stream", Text, nullable=False),
    Column("command", Uuid),
    Column("size", Integer, nullable=False),
    Column("commitment", Text),
    Column("frame", LargeBinary),
    PrimaryKeyConstraint("device", "n", "day"),
)

sealed_frames = Table(
    "sealed_frames",
    metadata,
    Column("device", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("frame", LargeBinary, nullable=False),
    PrimaryKeyConstraint("device", "n", "day"),
)

# What the session of a device has to know again after a restart, and the number of its last frame.
device_marks = Table(
    "device_marks",
    metadata,
    Column("device", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("mark", JSON, nullable=False),
    PrimaryKeyConstraint("device", "n", "day"),
)

PROJECTIONS = (rounds, cards, decisions, wagers, settlements, postings)
