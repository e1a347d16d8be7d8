"""The URL of a database that several servers replicate: `postgresql://login:password@one:5432,two:5432/database`.

Each of them is tried by itself and for a short time only, the one first that was the primary last: a machine that is
switched off answers nothing, and must not be waited for before the one that has taken over.
"""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

SCHEMES = ("postgresql", "postgres")
# Which of the servers is looked for is ours to say: it takes writes.
ANY = "target_session_attrs"


class BadDatabaseUrl(ValueError):
    """This is no URL of a PostgreSQL server."""


def hosts_of(text: str) -> tuple[URL, ...]:
    """One URL for each server that it names."""
    try:
        parts = urlsplit(text)
        login, at, hosts = parts.netloc.rpartition("@")
        query = parse_qsl(parts.query, keep_blank_values=True)
        named = dict(query).get("host", "")
        if hosts or not named:
            places = [(f"{login}{at}{host}", query) for host in hosts.split(",")]
        else:
            ports = dict(query).get("port", "").split(",")
            rest = [(name, value) for name, value in query if name not in ("host", "port")]
            places = [(parts.netloc, [*rest, *place]) for place in _places(named.split(","), ports)]
        urls = [urlunsplit(parts._replace(netloc=netloc, query=urlencode(asked))) for netloc, asked in places]
        return tuple([_checked(make_url(url)) for url in urls])
    except (ValueError, ArgumentError) as error:
        raise BadDatabaseUrl from error


def _places(hosts: list[str], ports: list[str]) -> list[list[tuple[str, str]]]:
    """Host and port of each; one port may stand for all."""
    each = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
    return [[("host", host), *([("port", port)] if port else [])] for host, port in zip(hosts, each, strict=True)]


def _checked(url: URL) -> URL:
    if url.get_backend_name() not in SCHEMES:
        raise BadDatabaseUrl
    return url.set(drivername=SCHEMES[0]).difference_update_query([ANY])
