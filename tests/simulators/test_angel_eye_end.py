"""The shoe's end of Angel Eye, with the time passed in."""

from dataclasses import dataclass, field

from device_simulators.cards import shuffled
from device_simulators.ends.angel_eye import AngelEyeEnd, AngelEyeOptions
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.shoe import Shoe

ONE = AngelEyeOptions(copies=(1, 1))
ACK = b"\x06"


def command(text: str, *, with_stx: bool = True) -> bytes:
    """A command of the host, such as `OPLK02`."""
    covered = b"\x02" + text.encode() + b"\x03"
    check = 0
    for byte in covered if with_stx else covered[1:]:
        check ^= byte
    return covered + f"{check:02X}".encode()


@dataclass
class Bench:
    """A shoe on the bench, and a clock."""

    options: AngelEyeOptions = ONE
    now_s: float = 10.0
    shoe: Shoe = field(default_factory=lambda: Shoe(Mishaps(), shuffled(1, 3)))

    def __post_init__(self) -> None:
        self.end = AngelEyeEnd(self.shoe, self.options, seed=5)

    def settle(self, seconds: float = 0.0) -> list[bytes]:
        """The frames that go out when so much time has passed."""
        for happening in self.shoe.take():
            self.end.tell(happening, self.now_s)
        self.now_s += seconds
        self.end.tick(self.now_s)
        return [sent.data for sent in self.end.take()]

    def told(self, seconds: float = 1.0) -> list[str]:
        """SEQ, CODE and hex data of the reports, with answers as hex."""
        return [read(frame) for frame in self.settle(seconds)]

    def send(self, text: str) -> list[str]:
        """What comes upon a command."""
        self.end.received(command(text), self.now_s)
        return self.told()


def read(frame: bytes) -> str:
    """A report for people, once its check digits are found right."""
    if frame[0] != 0x05:
        return frame.hex()
    check = 0
    for byte in frame[1:-2]:
        check ^= byte
    assert frame[-2:] == f"{check:02X}".encode()
    assert frame[-3] == 0x03
    return (frame[1:3].decode() + " " + frame[3:-3].hex()).strip()


def card_byte(card: str) -> str:
    return f"{0x80 | ' DCSH'.index(card[1]) << 4 | ' A23456789TJQK'.index(card[0]):02x}"


def test_cards_go_to_two_targets_in_turn_and_the_index_wraps() -> None:
    bench = Bench()
    bench.shoe.press(33)
    told = bench.told()
    cards = [drawn.card for drawn in bench.shoe.supply.drawn]
    assert told[:4] == [
        f"1D 81{card_byte(cards[0])}",
        f"2D 91{card_byte(cards[1])}",
        f"3D 82{card_byte(cards[2])}",
        f"4D 92{card_byte(cards[3])}",
    ]
    assert [text[0] for text in told[7:11]] == ["8", "9", "0", "1"]
    assert told[30][3:5] == "80"
    assert told[32][3:5] == "81"


def test_after_nine_may_come_one() -> None:
    bench = Bench(AngelEyeOptions(copies=(1, 1), seq_after_nine=1))
    bench.shoe.press(11)
    assert "".join(text[0] for text in bench.told()) == "12345678912"


def test_copies_are_equal_come_apart_and_depend_on_the_seed() -> None:
    bench = Bench(AngelEyeOptions(copies=(1, 3), copy_gap_s=0.02))
    bench.shoe.press(30)
    at_once = bench.settle()
    assert len(set(at_once)) == len(at_once) < 30
    frames = at_once + bench.settle(10.0)
    counts = {frame: frames.count(frame) for frame in frames}
    assert set(counts.values()) == {1, 2, 3}
    assert frames == sorted(frames, key=frames.index)
    again = Bench(AngelEyeOptions(copies=(1, 3), copy_gap_s=0.02))
    again.shoe.press(30)
    assert again.settle(10.0) == frames


def test_the_cutting_card_locks_and_presets() -> None:
    bench = Bench()
    bench.shoe.supply.place_cut_card(47)
    bench.shoe.press(2)
    assert [text[:2] for text in bench.told()] == ["1D", "2C", "3D"]
    assert bench.send("OPLK02") == [ACK.hex(), "4L 81"]
    bench.shoe.press(1, force=True)
    card = bench.shoe.supply.drawn[-1].card
    assert bench.told() == [f"5d 80{card_byte(card)}"]
    assert bench.send("OPLK01") == [ACK.hex(), "6L 80"]
    bench.shoe.press(1, "setting")
    assert bench.told()[0].startswith("7d a0")
    bench.shoe.change_preset(3, 450)
    assert bench.told() == ["8M 303330343530"]


def test_an_error_is_the_error_mode_until_it_is_cancelled() -> None:
    bench = Bench()
    bench.shoe.press()
    bench.shoe.push_back()
    bench.shoe.press()
    card = card_byte(bench.shoe.supply.drawn[-1].card)
    assert bench.told()[1:] == ["2E c4", f"3d 90{card}"]
    assert bench.send("OPEC01") == [ACK.hex()]
    assert bench.send("OPEC04") == [ACK.hex(), "4e 84"]
    bench.shoe.jam()
    assert bench.told() == ["5E c7"]
    assert bench.send("OPEC00") == [ACK.hex(), "6e 87"]
    bench.shoe.press()
    assert bench.told()[0].startswith("7D 91")


def test_the_baccarat_mode_ends_a_game_after_six_cards() -> None:
    bench = Bench(AngelEyeOptions(copies=(1, 1), baccarat=True))
    bench.shoe.press(8)
    assert [text[1:5] for text in bench.told()[6:]] == ["E c2", "d 90", "d 90"]
    assert bench.send("OPEC02")[1] == "0e 82"
    bench.shoe.press()
    assert bench.told()[0].startswith("1D 81")
    assert bench.send("OPGP00") == [ACK.hex()]
    bench.shoe.press()
    assert bench.told()[0].startswith("2D 81")


def test_unread_resent_and_restarted() -> None:
    bench = Bench()
    bench.shoe.mishaps.arm("unreadable", 1)
    bench.shoe.press()
    bench.shoe.tell_last_again()
    assert bench.told() == ["1D 8180", "2R 8180"]
    bench.shoe.die()
    bench.end.restarted()
    bench.shoe.start("power")
    assert bench.told() == ["1S", "2P"]


def test_what_the_shoe_does_not_take() -> None:
    end = Bench()
    good = command("OPLK02")
    for frame, nak in [
        (command("OPLK02", with_stx=False), "02"),
        (good[:7] + b"\x04" + good[8:], "03"),
        (command("OPLKxx"), "11"),
        (command("OPLK07"), "11"),
        (command("XPLK02"), "13"),
        (command("OPZZ02"), "14"),
    ]:
        end.end.received(frame, end.now_s)
        assert end.told() == ["15" + nak]
    end.end.received(b"garbage" + good[:5] + good, end.now_s)
    assert end.told() == [ACK.hex(), "1L 81"]
