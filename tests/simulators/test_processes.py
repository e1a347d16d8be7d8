"""The simulators as real processes, over real lines. Each start takes about a second."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import serial

from device_simulators.faults import LINE_FAULTS
from device_simulators.machines.mishaps import MISHAPS
from device_simulators.side_channel.routes import FAULTS
from tests.simulators.host import Numbered, card_of, events_in, table_link_data
from tests.simulators.running import PATIENCE_S, closed_by_the_other_side, read_until, running


@contextmanager
def opened(path: str) -> Iterator[int]:
    """A pseudo-terminal, as the host has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def connected(url: str) -> socket.socket:
    """A TCP line, as the host has it."""
    at = urlsplit(url)
    return socket.create_connection((at.hostname or "", at.port or 0), PATIENCE_S)


def ask(descriptor: int, frame: bytes) -> bytes:
    """DATA of the first answer."""
    os.write(descriptor, frame)
    came = read_until(descriptor, lambda came: len(came) > 2 and len(came) >= came[2] + 5)
    return table_link_data(came)[0][1]


def test_a_full_table_over_pseudo_terminals() -> None:
    with running("table", "--boxes", "7", "--seed", "1", "--shuffle-seconds", "0.2") as table:
        assert [line.get("device") for line in table.said] == ["shoe", "shuffler", "reader", None, None]
        assert table.said[-1] == {"ready": True}
        folder = Path(table.url("shoe")).parent
        with opened(table.url("shoe")) as line:
            numbered = Numbered()
            assert ask(line, numbered.frame(b"\x11")) == b"\xf0"
            assert ask(line, numbered.frame(b"\x20\x02\x00\x00\x00")) == b"\xf0"
            assert ask(line, numbered.frame(b"\x0a\x01")) == b"\xf0"
            drawn = table.post("/shoe/press", count=1)["drawn"]
            came = read_until(line, lambda came: len(came) > 24)
            (event,) = events_in(table_link_data(came)[0][1])
            assert card_of(event.body) == drawn[0]["card"]
            assert (event.counter, drawn[0]["index"], drawn[0]["line_up"]) == (3, 1, True)
        table.post("/shuffler/shuffle", set_id=2)
        done = table.wait_for("/shuffler/state", lambda state: state["machine"]["shuffles"] == 1)
        events = [bytes.fromhex(event)[0] for event in done["link"]["ring"]["events"]]
        assert events == [0x01, 0x10, *[0x11] * 9, 0x12]
        cards = done["machine"]["cards"]
        table.post("/shoe/load", cards=cards, set_id=2)
        assert [card["card"] for card in table.post("/shoe/press", count=3)["drawn"]] == cards[:3]
        assert table.post("/reader/insert", card="KS")["machine"]["inserted"][0]["told"] == "out_of_turn"
        assert "boxes 1 to 7" in table.refused("/shoe/button", box=8)
        table.post("/shoe/button", box=7)
        assert table.end() == 0
        assert not folder.exists()


def test_angel_eye_over_tcp_one_client_at_a_time_and_nothing_is_kept() -> None:
    with running("shoe", "--dialect", "angel-eye", "--listen", "tcp://127.0.0.1:0", "--copies", "1") as shoe:
        shoe.post("/shoe/press")
        with connected(shoe.url("shoe")) as line:
            shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
            with connected(shoe.url("shoe")) as second:
                assert closed_by_the_other_side(second.fileno())
            drawn = shoe.post("/shoe/press", count=2)["drawn"]
            came = read_until(line.fileno(), lambda came: len(came) >= 16)
            assert came[:4] == b"\x054D\x91"
            assert shoe.get("/shoe/state")["machine"]["cards"]["drawn"][0]["line_up"] is False
            assert [one["n"] for one in drawn] == [2, 3]
            line.sendall(bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42"))
            assert read_until(line.fileno(), lambda came: len(came) >= 8)[:4] == b"\x06\x056L"
            shoe.post("/shoe/unplug")
            assert closed_by_the_other_side(line.fileno())
        with pytest.raises(ConnectionRefusedError):
            connected(shoe.url("shoe"))
        shoe.post("/shoe/press", force=True)
        shoe.post("/shoe/replug")
        with connected(shoe.url("shoe")):
            assert shoe.wait_for("/shoe/state", lambda state: state["line"]["connections"] == 2)["link"]["seq"] == 7
        assert shoe.end(signal.SIGINT) == 0


def test_bee_tek_over_a_pseudo_terminal_that_is_pulled_out(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    with running("shoe", "--dialect", "bee-tek", "--pty-link", str(link)) as shoe:
        assert shoe.url("shoe") == str(link)
        shoe.post("/shoe/stack", cards=["4S", "KH", "8C"])
        shoe.post("/shoe/press")
        with opened(str(link)) as line:
            shoe.post("/shoe/press")
            assert read_until(line, lambda came: len(came) >= 17) == b" [Game]<Card:KH> "
            shoe.post("/shoe/unplug")
            assert closed_by_the_other_side(line)
            assert not link.exists()
        shoe.post("/shoe/unplug", seconds=0.01)
        shoe.wait_for("/shoe/state", lambda state: state["line"]["plugged"])
        with opened(str(link)) as line:
            shoe.post("/shoe/press", place="burn")
            assert read_until(line, lambda came: len(came) >= 30) == b" [Manual Burn Cards]<Card:8C> "
        state = shoe.wait_for("/shoe/state", lambda state: not state["line"]["connected"])
        assert [one["line_up"] for one in state["machine"]["cards"]["drawn"]] == [False, True, True]
        assert state["line"]["lost_bytes"] == 17
        assert shoe.end() == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:set.*is deprecated:DeprecationWarning")  # of pyserial, in its client
def test_rfc_2217_by_pyserial() -> None:
    with running("shoe", "--listen", "rfc2217://127.0.0.1:0", "--serial", "SH-0042", "--boot-id", "7") as shoe:
        with serial.serial_for_url(shoe.url("shoe"), baudrate=115200, timeout=PATIENCE_S) as line:
            numbered = Numbered()
            line.write(numbered.frame(b"\x11"))
            assert table_link_data(line.read(6)) == [(1, b"\xf0")]
            line.write(numbered.frame(b"\x05\xff\xff\x7f\xff"))
            answer = line.read(0x21 + 6)
            assert b"SH-0042" in answer
            assert table_link_data(answer)[0][1][-4:] == b"\xff\xff\x7f\xff"
        assert shoe.end() == 0


def test_lasting_memory_outlives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what is killed leaves its folder behind
    memory = tmp_path / "shoe.json"
    arguments = ("shoe", "--memory", str(memory), "--boot-id", "7", "--decks", "1")
    with running(*arguments) as shoe:
        shoe.post("/shoe/press", count=3)
        before = shoe.get("/shoe/state")
        shoe.end(signal.SIGKILL)
    with running(*arguments) as shoe:
        after = shoe.get("/shoe/state")
        assert after["machine"] == before["machine"]
        ring, earlier = after["link"]["ring"], before["link"]["ring"]
        assert (ring["boot_id"], ring["next_counter"]) == (8, earlier["next_counter"] + 1)
        assert ring["events"][:-1] == earlier["events"]
        shoe.post("/shoe/fault", fault="memory-lost")
        assert shoe.get("/shoe/state")["link"]["ring"]["next_counter"] == 2
        assert shoe.end() == 0


def test_a_half_open_connection_says_nothing_and_the_next_client_is_heard() -> None:
    with running("shoe", "--dialect", "bee-tek", "--listen", "tcp://127.0.0.1:0") as shoe:
        assert "half open" in shoe.refused("/shoe/fault", fault="half-open")
        with connected(shoe.url("shoe")) as forgotten:
            shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
            shoe.post("/shoe/fault", fault="half-open")
            shoe.post("/shoe/press")
            with connected(shoe.url("shoe")) as line:
                shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
                shoe.post("/shoe/press")
                assert len(read_until(line.fileno(), lambda came: len(came) >= 17)) == 17
            forgotten.setblocking(False)
            with pytest.raises(BlockingIOError):
                forgotten.recv(1)
        assert shoe.end() == 0


@pytest.mark.parametrize("listen", ["tcp://127.0.0.1:0", "rfc2217://127.0.0.1:0"])
def test_who_takes_and_drops_passes_nothing_on(listen: str) -> None:
    with running("shoe", "--dialect", "angel-eye", "--listen", listen) as shoe:
        with connected(shoe.url("shoe")) as line:
            shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
            shoe.post("/shoe/fault", fault="take-and-drop")
            assert closed_by_the_other_side(line.fileno())
        for times in (1, 2):
            with connected(shoe.url("shoe")) as line:
                assert closed_by_the_other_side(line.fileno())
            shoe.wait_for("/shoe/state", lambda state, times=times: state["line"]["dropped"] == times)  # type: ignore[misc]
        shoe.post("/shoe/press")
        assert not shoe.get("/shoe/state")["line"]["plugged"]
        shoe.post("/shoe/replug")
        with connected(shoe.url("shoe")) as line:
            shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
            shoe.post("/shoe/press")
            assert len(read_until(line.fileno(), lambda came: b"\x05" in came)) >= 1
        assert shoe.end() == 0


@pytest.mark.parametrize(
    ("dialect", "refused"),
    [
        ("table-link", {"reorder", "half-open", "take-and-drop", "retransmit", "count-mismatch"}),
        (
            "angel-eye",
            {"half-open", "take-and-drop", "clock-wrong", "memory-lost", "count-mismatch", "unsure", "untold"},
        ),
        (
            "bee-tek",
            {
                "half-open",
                "take-and-drop",
                "clock-wrong",
                "memory-lost",
                "retransmit",
                "count-mismatch",
                "unsure",
                "untold",
            },
        ),
    ],
)
def test_every_fault_happens_or_is_refused_in_words(dialect: str, refused: set[str]) -> None:
    with running("shoe", "--dialect", dialect) as shoe, opened(shoe.url("shoe")) as line:
        shoe.post("/shoe/press")
        for fault in FAULTS:
            if fault in refused:
                assert f"cannot have the fault {fault}" in shoe.refused("/shoe/fault", fault=fault)
                continue
            shoe.post("/shoe/fault", fault=fault, seconds=0.05)
            shoe.wait_for("/shoe/state", lambda state: state["line"]["plugged"] and not state["machine"]["dead"])
            shoe.post("/shoe/press", force=True)
        assert "no such fault" in shoe.refused("/shoe/fault", fault="gremlins")
        assert "extra" in shoe.refused("/shoe/press", cuont=2)
        assert closed_by_the_other_side(line)
        done = shoe.get("/shoe/state")["faults"]["done"]
        assert done["unplug"] == 1
        assert shoe.end() == 0


def test_faults_by_chance_keep_the_truth_true() -> None:
    faults = (*LINE_FAULTS, *MISHAPS)
    with running(
        "shoe", "--dialect", "angel-eye", "--faults", ",".join(faults), "--fault-rate", "0.1", "--copy-gap-ms", "1"
    ) as shoe:
        while shoe.get("/shoe/state")["machine"]["cards"]["left_count"] > 0:
            shoe.post("/shoe/press", count=12, force=True)
        state = shoe.wait_for("/shoe/state", lambda state: state["link"]["copies_waiting"] == 0)
        drawn = [one for one in state["machine"]["cards"]["drawn"] if not one["back"]]
        assert len([one for one in drawn if one["card"][0] != "T"]) == 8 * 48
        assert set(faults) - set(state["faults"]["done"]) == {"count-mismatch", "unsure", "untold"}
        assert shoe.end() == 0
        assert shoe.process.stderr is not None
        said = shoe.process.stderr.read()
        skipped = ("count-mismatch", "unsure", "untold")
        assert said == "".join([f"shoe: {fault} is skipped, angel-eye over pty cannot have it\n" for fault in skipped])


def test_accidents_by_chance_are_over_after_a_while() -> None:
    accidents = ("unplug", "reboot", "stuck-button", "clock-wrong", "half-open", "take-and-drop")
    with running(
        "shoe", "--listen", "tcp://127.0.0.1:0", "--faults", ",".join(accidents), "--fault-rate", "0.5"
    ) as shoe:
        for _ in range(12):
            shoe.post("/shoe/press", force=True)
        state = shoe.wait_for("/shoe/state", lambda state: state["line"]["plugged"] and not state["machine"]["dead"])
        assert set(state["faults"]["done"]) >= {"unplug", "reboot", "stuck-button", "clock-wrong"}
        assert len(state["machine"]["cards"]["drawn"]) == 12
        assert shoe.end() == 0
        assert shoe.process.stderr is not None
        assert shoe.process.stderr.read() == ""


@pytest.mark.parametrize("listen", ["pty", "tcp://127.0.0.1:0", "rfc2217://127.0.0.1:0"])
def test_pulled_out_thirty_times_nothing_is_left_open(listen: str) -> None:
    with running("shoe", "--listen", listen) as shoe:
        descriptors = Path(f"/proc/{shoe.process.pid}/fd")
        before = len(list(descriptors.iterdir()))
        for _ in range(30):
            with opened(shoe.url("shoe")) if listen == "pty" else connected(shoe.url("shoe")) as line:
                shoe.wait_for("/shoe/state", lambda state: state["line"]["connected"])
                shoe.post("/shoe/unplug")
                assert closed_by_the_other_side(line if isinstance(line, int) else line.fileno())
            assert shoe.post("/shoe/replug")["line"]["plugged"]
        assert len(list(descriptors.iterdir())) <= before + 1  # the side channel's own connection may still be closing
        assert shoe.end() == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("shoe", "--listen", "udp://127.0.0.1:1"), "is no line: write pty, tcp://127.0.0.1:7001"),
        (("shoe", "--listen", "tcp://127.0.0.1:99999"), "is no line"),
        (("shoe", "--faults", "gremlins"), "no such fault: gremlins; there are drop, duplicate"),
        (("shoe", "--http", "0.0.0.0:0"), "listens on 127.0.0.1 only"),
        (("shoe", "--http", "nowhere"), "is no address for the side channel"),
        (("shoe", "--dialect", "angel-eye", "--copies", "3-1"), "such as 1 or 1-3"),
        (("reader", "--dialect", "bee-tek"), "a reader speaks table-link only"),
        (("shoe", "--serial", "x" * 33), "1 to 32 ASCII characters"),
        (("shoe", "--key-file", "/dev/null"), "a key has 32 or more"),
    ],
)
def test_what_cannot_be_run_is_said_in_words(arguments: tuple[str, ...], words: str) -> None:
    command = [sys.executable, "-m", "device_simulators", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 2, ended.stderr
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
