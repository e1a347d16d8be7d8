"""The port and its certificate: what cannot be used is refused in words."""

import socket
from pathlib import Path

import pytest

from app.serving import port
from app.serving.port import PortRefused
from tests.serving.certificates import certificate


def test_a_port_that_is_in_use_is_refused_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        number = other.getsockname()[1]
        with pytest.raises(PortRefused, match=rf"port {number} of 127.0.0.1 is in use: stop .* --port"):
            port.taken("127.0.0.1", number)


def test_of_two_that_took_it_at_the_same_moment_the_second_to_open_is_refused() -> None:
    with port.taken("127.0.0.1", 0) as first:
        number = first.getsockname()[1]
        with port.taken("127.0.0.1", number) as second:
            port.opened(first)
            with pytest.raises(PortRefused, match=f"port {number} of 127.0.0.1 is in use"):
                port.opened(second)


def test_nobody_can_connect_before_it_is_opened() -> None:
    with port.taken("127.0.0.1", 0) as made:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(made.getsockname())
        port.opened(made)
        socket.create_connection(made.getsockname()).close()


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(PortRefused, match=r"--host 192\.0\.2\.1 is no address of this machine"):
        port.taken("192.0.2.1", 0)


def test_its_url_is_one_that_can_be_opened() -> None:
    with port.taken("127.0.0.1", 0) as made:
        number = made.getsockname()[1]
        assert port.url_of(made, secure=False) == f"http://127.0.0.1:{number}"
        assert port.url_of(made, secure=True) == f"https://127.0.0.1:{number}"


def test_a_certificate_and_its_key_are_taken(tmp_path: Path) -> None:
    assert not port.check_certificate(None, None)
    assert port.check_certificate(*certificate(tmp_path))


def test_one_without_the_other_is_refused(tmp_path: Path) -> None:
    made, key = certificate(tmp_path)
    for pair in ((made, None), (None, key)):
        with pytest.raises(PortRefused, match="belong together"):
            port.check_certificate(*pair)


def test_a_certificate_that_is_none_is_refused(tmp_path: Path) -> None:
    _, key = certificate(tmp_path)
    with pytest.raises(PortRefused, match="no certificate and its key"):
        port.check_certificate(key, key)
    with pytest.raises(PortRefused, match="cannot be read: No such file"):
        port.check_certificate(tmp_path / "none.pem", key)


def test_another_key_than_the_certificate_s_is_refused(tmp_path: Path) -> None:
    made, _ = certificate(tmp_path)
    (tmp_path / "other").mkdir()
    _, other = certificate(tmp_path / "other")
    with pytest.raises(PortRefused, match="no certificate and its key"):
        port.check_certificate(made, other)


def test_a_key_with_a_password_is_refused_and_nobody_is_asked(tmp_path: Path) -> None:
    made, key = certificate(tmp_path, password=b"made up for this test")
    with pytest.raises(PortRefused, match="has a password"):
        port.check_certificate(made, key)
