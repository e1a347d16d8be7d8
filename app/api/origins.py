"""Which pages may ask in the name of somebody whose browser sends the cookie."""

from starlette.requests import HTTPConnection

from app.problems.problem import Problem
from app.realtime.entrance import check_page

SAFE = ("GET", "HEAD", "OPTIONS")


def check_own_page(request: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse a page of somewhere else, and also whoever does not say which page it is."""
    if request.headers.get("origin") is None:
        raise Problem("bad_origin", "With a cookie, a request that changes something says which page it comes from.")
    check_page(request, origins)
