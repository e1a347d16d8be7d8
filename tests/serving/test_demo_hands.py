"""The setting that only the demo sets: where its hands are."""

import pytest

from app.settings import BadSetting, read_settings

NAME = "TABLEKEEPER_DEMO_HANDS"


def test_nothing_sets_it_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    assert read_settings().demo_hands is None


def test_it_is_a_port_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "http://127.0.0.1:9000")
    assert read_settings().demo_hands == "http://127.0.0.1:9000"


@pytest.mark.parametrize(
    "elsewhere", ["http://shoe.example:9000", "http://127.0.0.1:9000/x", "yes", "http://10.0.0.1:1"]
)
def test_it_is_nothing_else(monkeypatch: pytest.MonkeyPatch, elsewhere: str) -> None:
    monkeypatch.setenv(NAME, elsewhere)
    with pytest.raises(BadSetting, match="only the demo sets this"):
        read_settings()
