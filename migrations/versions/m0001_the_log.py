"""The log, its fence, what is sealed, and the projections."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

OF_EVENT = "stream text NOT NULL, day date NOT NULL, round text, version bigint NOT NULL, n integer NOT NULL"
KEY = "PRIMARY KEY (stream, version, n, day)"

PARTITIONED = {
    "events": """
        stream text NOT NULL, version bigint NOT NULL CHECK (version > 0), day date NOT NULL, round text,
        type text NOT NULL, schema smallint NOT NULL, payload json NOT NULL, checkpoint json, command uuid,
        command_digest bytea, actor text NOT NULL, event_at timestamptz NOT NULL, recorded_at timestamptz NOT NULL,
        previous bytea NOT NULL CHECK (length(previous) = 32), hash bytea NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (stream, version, day)""",
    "commands": """
        stream text NOT NULL, id uuid NOT NULL, day date NOT NULL, round text, body json NOT NULL, question text,
        actor text NOT NULL, answer json NOT NULL, first_version bigint NOT NULL, events integer NOT NULL,
        recorded_at timestamptz NOT NULL, PRIMARY KEY (stream, id, day)""",
    "sealed": """
        stream text NOT NULL, commitment text NOT NULL, day date NOT NULL, version bigint NOT NULL, card text NOT NULL,
        salt bytea NOT NULL CHECK (length(salt) = 16), PRIMARY KEY (stream, commitment, day)""",
    "rounds": """
        stream text NOT NULL, day date NOT NULL, round text NOT NULL, number bigint NOT NULL,
        ruleset_hash text NOT NULL, opened_version bigint NOT NULL, last_version bigint NOT NULL, state text NOT NULL,
        paper boolean NOT NULL, PRIMARY KEY (stream, round, day)""",
    "cards": f"""
        {OF_EVENT}, event text NOT NULL, card text, commitment text, box integer, hand integer, source text,
        superseded_by bigint, {KEY}""",
    "decisions": f"""
        {OF_EVENT}, event text NOT NULL, decision text NOT NULL, box integer, hand integer, player text, cents bigint,
        clause text, superseded_by bigint, {KEY}""",
    "wagers": f"""
        {OF_EVENT}, event text NOT NULL, box integer NOT NULL, player text NOT NULL, kind text NOT NULL,
        cents bigint NOT NULL, superseded_by bigint, {KEY}""",
    "settlements": f"""
        {OF_EVENT}, withdrawn boolean NOT NULL, box integer NOT NULL, hand integer NOT NULL, player text NOT NULL,
        wager text NOT NULL, stake_cents bigint NOT NULL, outcome text NOT NULL, odds text, pays_cents bigint NOT NULL,
        takes_cents bigint NOT NULL, clause text NOT NULL, superseded_by bigint, {KEY}""",
    "postings": f"""
        {OF_EVENT}, account text NOT NULL, box integer NOT NULL, player text NOT NULL, cents bigint NOT NULL, {KEY}""",
    "device_frames": """
        device text NOT NULL, day date NOT NULL, n bigint NOT NULL, at timestamptz NOT NULL, device_at timestamptz,
        sent boolean NOT NULL, why text NOT NULL, key text, stream text NOT NULL, command uuid, size integer NOT NULL,
        commitment text, frame bytea, PRIMARY KEY (device, n, day)""",
    "device_marks": """
        device text NOT NULL, day date NOT NULL, n bigint NOT NULL, mark json NOT NULL,
        PRIMARY KEY (device, n, day)""",
    "sealed_frames": """
        device text NOT NULL, day date NOT NULL, n bigint NOT NULL, frame bytea NOT NULL,
        PRIMARY KEY (device, n, day)""",
}

WHOLE = {
    "recent_commands": """
        stream text NOT NULL, id uuid NOT NULL, digest bytea NOT NULL, answer json NOT NULL,
        first_version bigint NOT NULL, events integer NOT NULL, recorded_at timestamptz NOT NULL,
        PRIMARY KEY (stream, id)""",
    "stream_heads": """
        stream text PRIMARY KEY, epoch bigint NOT NULL, version bigint NOT NULL, hash bytea NOT NULL,
        checkpoint_version bigint NOT NULL, checkpoint_day date NOT NULL""",
    "leases": """
        stream text PRIMARY KEY, owner uuid NOT NULL, address text NOT NULL, until timestamptz NOT NULL""",
    "head_signatures": "number bigint PRIMARY KEY, line text NOT NULL",
    "rulesets": "hash text PRIMARY KEY, ruleset text NOT NULL, text text NOT NULL",
    "pins": """
        person text PRIMARY KEY, hash text NOT NULL CHECK (hash LIKE '$argon2id$%'), set_at timestamptz NOT NULL""",
}

APPEND_ONLY = (
    "events", "commands", "sealed", "device_frames", "sealed_frames", "device_marks", "head_signatures", "rulesets",
)  # fmt: skip
# What lies face down, and what came over a shoe's line: for the vault's role alone.
HIDDEN = ("sealed", "sealed_frames", "device_marks")
# What is kept of people's PINs: for the app's role alone, which has to change it.
PINS = "pins"
SUPERSEDED = ("cards", "decisions", "wagers", "settlements")

# Nobody's session changes what was recorded, the owner's neither; the app's role has no right to it besides.
REFUSE = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$
"""

# A head only ever moves on.
FORWARD = """
CREATE FUNCTION refuse_way_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the head of % does not go back', OLD.stream USING ERRCODE = 'insufficient_privilege';
END $$
"""

BALANCED = """
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE odd record;
BEGIN
    SELECT stream, version, sum(cents) AS cents INTO odd
      FROM added GROUP BY stream, version HAVING sum(cents) <> 0 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the postings of % % do not sum to zero: % cents', odd.stream, odd.version, odd.cents
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$
"""

# Made by the owner ahead of time; the app may only ask for it. The parent's TRUNCATE trigger does not fire for a
# partition that is truncated by its own name, so each has one.
PARTITIONS = f"""
CREATE FUNCTION make_partitions(since date, months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE parent text; part text; first date; made integer := 0; astray boolean;
BEGIN
    IF months NOT BETWEEN 1 AND 120 THEN
        RAISE EXCEPTION 'between 1 and 120 months, not %', months;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('make_partitions'));
    FOREACH parent IN ARRAY ARRAY[{", ".join(f"'{name}'" for name in PARTITIONED)}] LOOP
        FOR step IN 0 .. months - 1 LOOP
            first := (date_trunc('month', since) + make_interval(months => step))::date;
            part := parent || to_char(first, '"_"YYYY"_"MM');
            CONTINUE WHEN to_regclass(part) IS NOT NULL;
            -- Rows that a wrong clock put there keep the month in the default partition; db status warns of it.
            EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE day >= %L AND day < %L)', parent || '_default', first,
                           (first + interval '1 month')::date) INTO astray;
            CONTINUE WHEN astray;
            EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent, first,
                           (first + interval '1 month')::date);
            IF parent = ANY (ARRAY[{", ".join(f"'{name}'" for name in APPEND_ONLY)}]) THEN
                EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I'
                               ' EXECUTE FUNCTION refuse_change()', part);
            END IF;
            made := made + 1;
        END LOOP;
    END LOOP;
    RETURN made;
END $$
"""


def upgrade() -> None:
    """Make everything."""
    for function in (REFUSE, FORWARD, BALANCED, PARTITIONS):
        op.execute(function)
    for name, columns in PARTITIONED.items():
        op.execute(f"CREATE TABLE {name} ({columns}) PARTITION BY RANGE (day)")
        op.execute(f"CREATE TABLE {name}_default PARTITION OF {name} DEFAULT")
    for name, columns in WHOLE.items():
        op.execute(f"CREATE TABLE {name} ({columns})")
    op.execute("ALTER TABLE stream_heads SET (fillfactor = 50)")
    _triggers()
    _grants()
    op.execute("SELECT make_partitions(current_date, 4)")


def _triggers() -> None:
    for name in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON {name} FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
        for table in (name, f"{name}_default") if name in PARTITIONED else (name,):
            op.execute(f"CREATE TRIGGER no_truncate BEFORE TRUNCATE ON {table} EXECUTE FUNCTION refuse_change()")
    op.execute(
        "CREATE TRIGGER forward BEFORE UPDATE ON stream_heads FOR EACH ROW"
        " WHEN (NEW.version < OLD.version OR NEW.epoch < OLD.epoch OR NEW.stream <> OLD.stream)"
        " EXECUTE FUNCTION refuse_way_back()"
    )
    op.execute("CREATE TRIGGER stays BEFORE DELETE ON stream_heads FOR EACH ROW EXECUTE FUNCTION refuse_change()")
    op.execute("CREATE TRIGGER no_truncate BEFORE TRUNCATE ON stream_heads EXECUTE FUNCTION refuse_change()")
    op.execute(
        "CREATE TRIGGER balanced AFTER INSERT ON postings REFERENCING NEW TABLE AS added"
        " FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced()"
    )


def _grants() -> None:
    names = [*PARTITIONED, *WHOLE]
    seen = ", ".join(name for name in names if name not in (*HIDDEN, PINS))
    op.execute(f"GRANT SELECT ON {seen}, alembic_version TO tablekeeper_app, tablekeeper_reader")
    op.execute(f"GRANT INSERT ON {', '.join(names)} TO tablekeeper_app")
    op.execute(f"GRANT SELECT ON {PINS} TO tablekeeper_app")
    op.execute(f"GRANT UPDATE ON stream_heads, leases, {PINS} TO tablekeeper_app")
    op.execute("GRANT UPDATE (last_version, state) ON rounds TO tablekeeper_app")
    for name in SUPERSEDED:
        op.execute(f"GRANT UPDATE (superseded_by) ON {name} TO tablekeeper_app")
    op.execute("GRANT DELETE ON recent_commands, leases TO tablekeeper_app")
    op.execute(f"GRANT SELECT ON {', '.join(HIDDEN)} TO tablekeeper_vault")
    op.execute("REVOKE ALL ON FUNCTION make_partitions(date, integer) FROM PUBLIC")
    op.execute("GRANT EXECUTE ON FUNCTION make_partitions(date, integer) TO tablekeeper_app")
