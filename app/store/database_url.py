"""The URL of a PostgreSQL of the house's own: read, given its password, and told to PostgreSQL's programs."""

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.settings import Settings


class DatabaseRefused(Exception):
    """The database cannot be used as it is: says why, and what to do."""


# What the driver reads behind the question mark, and the variable in which PostgreSQL's programs take the same.
_PROGRAMS_TAKE = {
    "host": "PGHOST", "port": "PGPORT", "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY", "target_session_attrs": "PGTARGETSESSIONATTRS",
}  # fmt: skip
_NO_URL = "TABLEKEEPER_DATABASE_URL is no PostgreSQL URL; one looks like postgresql://login:password@host:5432/database"


def database_url(settings: Settings) -> URL | None:
    """The URL with its password; None: the database is the embedded one."""
    if not settings.database_url:
        return None
    try:
        parsed = make_url(settings.database_url)
    except ArgumentError as error:
        raise DatabaseRefused(_NO_URL) from error
    if parsed.get_backend_name() not in ("postgresql", "postgres"):
        raise DatabaseRefused(_NO_URL)
    return _with_password(parsed.set(drivername="postgresql"), settings)


def _with_password(url: URL, settings: Settings) -> URL:
    file = settings.database_password_file
    if file is None:
        return url
    if url.password is not None:
        raise DatabaseRefused(
            "TABLEKEEPER_DATABASE_URL has a password, and TABLEKEEPER_DATABASE_PASSWORD_FILE names another one: take"
            " one of them away."
        )
    try:
        password = file.read_text("utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise DatabaseRefused(f"TABLEKEEPER_DATABASE_PASSWORD_FILE: {file} cannot be read: {why}.") from error
    if not password or "\n" in password:
        raise DatabaseRefused(f"TABLEKEEPER_DATABASE_PASSWORD_FILE: {file} has to hold the password on one line.")
    return url.set(password=password)


def program_environment(url: URL, role: str) -> dict[str, str]:
    """The environment in which PostgreSQL's own programs connect as the driver does, in this role."""
    known = {
        "PGHOST": url.host, "PGPORT": url.port, "PGDATABASE": url.database, "PGUSER": url.username,
        "PGPASSWORD": url.password, "PGOPTIONS": f"-c role=tablekeeper_{role}",
    }  # fmt: skip
    named = {_PROGRAMS_TAKE[name]: value for name, value in url.query.items() if name in _PROGRAMS_TAKE}
    return {name: str(value) for name, value in {**known, **named}.items() if value is not None}
