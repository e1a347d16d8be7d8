"""Reports of an Angel Eye shoe as bytes, made here and not by the program, and the vectors of the dialect."""

VECTORS: dict[str, bytes] = {
    name: bytes.fromhex(text)
    for name, text in {
        "S boot": "05 31 53 03 36 31",
        "D draw 1, 8 of spades": "05 31 44 81 B8 03 34 46",
        "D draw 1, K of hearts": "05 33 44 91 CD 03 32 38",
        "C cutting card": "05 34 43 03 37 34",
        "E code 1, error mode": "05 36 45 C1 03 42 31",
        "L locked": "05 37 4C 81 03 46 39",
    }.items()
}
LOCK = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
UNLOCK = bytes.fromhex("02 4F 50 4C 4B 30 31 03 31 38")
SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
RANKS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
LOCKED, ERROR, SETTING = 0, 1, 2


def check(covered: bytes) -> bytes:
    """Two upper-case hex digits, bit by bit."""
    total = 0
    for byte in covered:
        total = (total | byte) & ~(total & byte)
    return format(total, "02X").encode()


def report(seq: int, code: str, data: bytes = b"") -> bytes:
    """One report."""
    covered = str(seq).encode() + code.encode() + data + b"\x03"
    return b"\x05" + covered + check(covered)


def code_of(card: str | None) -> int:
    """The card byte; None: passed unread."""
    return 0x80 if card is None else 0x80 + 16 * SUITS[card[1]] + RANKS[card[0]]


def drawn(seq: int, card: str | None, index: int = 1, target: int = 0) -> bytes:
    """`D`."""
    return report(seq, "D", bytes((0x80 + 16 * target + index, code_of(card))))


def drawn_outside(seq: int, card: str | None, mode: int) -> bytes:
    """`d`."""
    return report(seq, "d", bytes((0x80 + 16 * mode, code_of(card))))


def again(seq: int, card: str | None, index: int = 1) -> bytes:
    """`R`."""
    return report(seq, "R", bytes((0x80 + index, code_of(card))))
