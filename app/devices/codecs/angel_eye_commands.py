"""Angel Eye II-EX: the commands to the shoe, and what its refusals mean."""

from app.devices.codecs.angel_eye_reports import bcc

STX, ETX = b"\x02", b"\x03"

NAK_MEANINGS: dict[int, str] = {
    0x01: "line error",
    0x02: "wrong BCC",
    0x03: "no ETX",
    0x11: "wrong format",
    0x12: "unknown address",
    0x13: "unknown command",
    0x14: "unknown type",
    0x21: "the shoe is busy",
    0x22: "the shoe is writing",
    0xFF: "another reason",
}
ANY_ERROR = 0
HIGHEST_ERROR = 63


def lock(*, locked: bool, bcc_includes_stx: bool) -> bytes:
    """Let no card out, or let them out again."""
    return _command(b"LK", 2 if locked else 1, bcc_includes_stx=bcc_includes_stx)


def cancel_error(code: int, *, bcc_includes_stx: bool) -> bytes:
    """Cancel this error; 0: whichever stands."""
    if not ANY_ERROR <= code <= HIGHEST_ERROR:
        raise ValueError(f"An Angel Eye shoe has errors 0 to {HIGHEST_ERROR}, not {code}.")
    return _command(b"EC", code, bcc_includes_stx=bcc_includes_stx)


def confirm_game(*, bcc_includes_stx: bool) -> bytes:
    """Go on after the end of what the shoe takes for a game."""
    return _command(b"GP", 0, bcc_includes_stx=bcc_includes_stx)


def _command(kind: bytes, number: int, *, bcc_includes_stx: bool) -> bytes:
    body = b"OP%b%02d" % (kind, number) + ETX
    return STX + body + bcc(STX + body if bcc_includes_stx else body)
