"""The URL of a PostgreSQL of the house's own: read, given its password, and told to PostgreSQL's programs."""

from sqlalchemy.engine import URL

from app.settings import Settings
from app.store.hosts import BadDatabaseUrl, hosts_of


class DatabaseRefused(Exception):
    """The database cannot be used as it is: says why, and what to do."""


# What the driver reads behind the question mark, and the variable in which PostgreSQL's programs take the same.
_PROGRAMS_TAKE = {
    "sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "sslcert": "PGSSLCERT", "sslkey": "PGSSLKEY",
}  # fmt: skip
_NO_URL = (
    "TABLEKEEPER_DATABASE_URL is no PostgreSQL URL; one looks like postgresql://login:password@host:5432/database,"
    " with several servers as postgresql://login:password@one:5432,two:5432/database"
)


def database_urls(settings: Settings) -> tuple[URL, ...]:
    """The URL of each of its servers, with its password; none: the database is the embedded one."""
    if not settings.database_url:
        return ()
    try:
        return tuple([_with_password(url, settings) for url in hosts_of(settings.database_url)])
    except BadDatabaseUrl as error:
        raise DatabaseRefused(_NO_URL) from error


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


def program_environment(urls: tuple[URL, ...], role: str) -> dict[str, str]:
    """The environment in which PostgreSQL's own programs connect as the driver does, in this role: of several servers
    to the one that takes writes."""
    url = urls[0]
    known = {
        "PGHOST": ",".join([str(_of(each, "host")) for each in urls]),
        "PGPORT": ",".join([str(_of(each, "port")) for each in urls]),
        "PGDATABASE": url.database, "PGUSER": url.username, "PGPASSWORD": url.password,
        "PGOPTIONS": f"-c role=tablekeeper_{role}",
        "PGTARGETSESSIONATTRS": "read-write" if len(urls) > 1 else None,
    }  # fmt: skip
    named = {_PROGRAMS_TAKE[name]: value for name, value in url.query.items() if name in _PROGRAMS_TAKE}
    return {name: str(value) for name, value in {**known, **named}.items() if value and str(value).strip(",")}


def _of(url: URL, name: str) -> object:
    return getattr(url, name) or url.query.get(name) or ""
