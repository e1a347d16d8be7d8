"""The pages of the screens as files: what is served, how long it may be kept, and what is not there."""

import asyncio
import gzip
import json
from pathlib import Path

import httpx
import pytest

from app.serving.pages import BUILT, Pages

PLACES = {
    "/": "start",
    "/dealer/7": "dealer",
    "/sign/A-12": "sign",
    "/floor": "floor",
    "/floor/alarms": "floor",
    "/surveillance": "surveillance",
    "/surveillance/rounds/7-12": "surveillance",
}
# Every screen is painted within a second on a terminal: it has at most so much of compressed script at its start.
MOST_SCRIPT_BYTES = 40 * 1024


def asked(pages: Pages, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app=pages)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(ask())


def has(pages: Pages, path: str, method: str = "GET") -> bool:
    return pages.has({"type": "http", "method": method, "path": path})


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages()


@pytest.mark.parametrize(("path", "name"), PLACES.items())
def test_every_address_opens_its_page_and_the_page_is_asked_for_anew_each_time(
    pages: Pages, path: str, name: str
) -> None:
    answer = asked(pages, path)
    told = b'<html lang="en" data-zone="UTC" data-day-begins="0">'
    assert answer.content == (BUILT / f"{name}.html").read_bytes().replace(b'<html lang="en">', told)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    again = asked(pages, path, **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_page_is_told_the_clock_of_the_house() -> None:
    answer = asked(Pages(BUILT, "Pacific/Auckland", 6), "/surveillance")
    assert '<html lang="en" data-zone="Pacific/Auckland" data-day-begins="6">' in answer.text


def test_only_the_pages_of_a_demo_are_told_so(pages: Pages) -> None:
    assert "data-demo" not in asked(pages, "/dealer/1").text
    assert (
        '<html lang="en" data-zone="UTC" data-day-begins="0" data-demo="">' in asked(Pages(demo=True), "/dealer/1").text
    )


def test_what_a_page_needs_is_there_is_its_own_and_may_be_kept_for_ever(pages: Pages) -> None:
    listed = json.loads((BUILT / "pages.json").read_text("utf-8"))
    assert sorted(listed) == sorted(set(PLACES.values()))
    for page in listed.values():
        html = (BUILT / page["page"]).read_text("utf-8")
        assert "://" not in html
        for name in page["files"]:
            answer = asked(pages, f"/static/{name}")
            assert answer.status_code == 200
            assert answer.content == (BUILT / name).read_bytes()
            assert "immutable" in answer.headers["cache-control"]


def test_the_script_of_each_page_is_small(pages: Pages) -> None:
    for name, page in json.loads((BUILT / "pages.json").read_text("utf-8")).items():
        html = (BUILT / page["page"]).read_text("utf-8")
        first = [each for each in page["files"] if each.endswith(".js") and f"/static/{each}" in html]
        size = sum(len(gzip.compress((BUILT / each).read_bytes(), 9)) for each in first)
        print(f"{name}: {size} bytes of script, compressed")
        assert 0 < size <= MOST_SCRIPT_BYTES, name


def test_who_takes_it_compressed_gets_it_so(pages: Pages) -> None:
    plain = asked(pages, "/", **{"accept-encoding": "identity"})
    packed = asked(pages, "/", **{"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content


def test_a_head_says_the_same_without_the_content(pages: Pages) -> None:
    answer = asked(pages, "/", "HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) > 0


@pytest.mark.parametrize(
    "path",
    ["/static/pages.json", "/static/../settings.py", "/static/", "/dealer", "/dealer/7/8", "/api/v1/server", "/Floor"],
)
def test_nothing_else_is_theirs(pages: Pages, path: str) -> None:
    assert not has(pages, path)


def test_nothing_is_changed_at_a_page(pages: Pages) -> None:
    assert not has(pages, "/", "POST")


def test_screens_that_were_not_built_say_so_and_what_to_do(tmp_path: Path) -> None:
    pages = Pages(tmp_path)
    answer = asked(pages, "/dealer/7")
    assert "make install" in answer.text
    assert answer.headers["cache-control"] == "no-store"
