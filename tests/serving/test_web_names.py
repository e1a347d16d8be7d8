import pytest

from app.settings import BadSetting, read_settings


@pytest.mark.parametrize(
    "origins",
    [
        "https://floor.example",
        "http://10.0.0.5:8080 https://floor.example:8443",
        "http://localhost:8765",
        "https://[2001:db8::1]:8443",
        "",
    ],
)
def test_origins_as_browsers_say_them_are_taken(origins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_ORIGINS", origins)
    assert read_settings().origins == tuple(origins.split())


@pytest.mark.parametrize(
    "origin",
    [
        "null",  # what every page in a sandbox says, whoever made it
        "*",
        "https://*.example",
        "floor.example",
        "https://floor.example/",
        "https://floor.example/floor",
        "https://Floor.example",
        "https://floor.example:443",
        "http://floor.example:80",
        "https://somebody@floor.example",
        "https://floor.example?",
        "https://",
        "https://floor.example:0",
        "https://floor.example:99999",
        "https://[::1",
        "https://[floor]",
        "file://floor.example",
        "wss://floor.example",
        "https://one.example,https://two.example",
    ],
)
def test_what_no_page_of_the_house_says_is_refused(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_ORIGINS", f"https://floor.example {origin}")
    with pytest.raises(BadSetting, match=r"TABLEKEEPER_ORIGINS: .* is no origin as browsers say it"):
        read_settings()


def test_names_of_hosts_are_taken_in_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_HOST_NAMES", "server Tables.Example my_container 10.0.0.5 ::1")
    assert read_settings().host_names == ("server", "tables.example", "my_container", "10.0.0.5", "::1")


@pytest.mark.parametrize(
    "name", ["*", "https://tables.example", "tables.example:8765", "a@b", "[::1]", "-x", "tables/"]
)
def test_what_is_no_name_of_a_host_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_HOST_NAMES", name)
    with pytest.raises(BadSetting, match=r"TABLEKEEPER_HOST_NAMES: .* is no name of a host"):
        read_settings()


@pytest.mark.parametrize("text", ["٣", "7" * 5_000, "1_0", "+6"])
def test_a_number_that_is_not_plain_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_DAY_BEGINS_HOUR", text)
    with pytest.raises(BadSetting, match="TABLEKEEPER_DAY_BEGINS_HOUR: a whole number from 0 to 23"):
        read_settings()
