"""What printable text is, for every text that a person can enter and every place that shows one.

A text is one line in Unicode's composed form (NFC). It has no control characters, no characters that turn the direction
of writing, and none that take no room: with those a name could add lines to a story, or read otherwise than it is. Nor
has a letter more marks than any language gives it: a pile of them covers the lines above and below.

What comes in is refused (`printable`). What was stored before that was so, or comes from a device, stays in the record
as it is, and is made harmless where it is shown (`shown`; of records `shown_in`; JSON that goes out: `printable_json`).
"""

from collections.abc import Iterator
from unicodedata import category, normalize

# Control and format characters (zero width and direction among them), halves of characters, ends of lines.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SPACE = "Zs"
# Letters and marks that leave a gap, or nothing: fillers, joiners, selectors of variants.
_BLANK = frozenset(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159,
     *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)  # fmt: skip
# Marks over, under and around a letter, and how many of them one letter has.
_MARKS = frozenset({"Mn", "Me"})
MOST_MARKS = 4


class Unprintable(ValueError):
    """A text that cannot be shown as it is: says which character it has."""


def printable(text: str) -> str:
    """The text in its normal form, with plain spaces; raises Unprintable where that is not all it needs."""
    if text.isascii() and text.isprintable():
        return text
    bare = "".join([" " if category(each) == _SPACE else each for each in text])
    made = normalize("NFC", bare)
    for each, hides in (*_looked_at(bare), *_looked_at(made, marks=True)):
        if hides or not each.isprintable():
            raise Unprintable(f"it has a character that cannot be shown (U+{ord(each):04X}): leave it out")
    return made


def checked(text: str) -> str:
    """The text as it came, for what has to match something that is stored; raises Unprintable as `printable` does."""
    printable(text)
    return text


def is_printable(text: str) -> bool:
    """Whether the text is one that `printable` leaves as it is."""
    try:
        return printable(text) == text
    except Unprintable:
        return False


def shown(text: str) -> str:
    """The text on one line, with the code points of characters that would hide in it: a<U+202E>b."""
    if text.isascii() and text.isprintable():
        return text
    return "".join([_shown(each, hides=hides) for each, hides in _looked_at(text, marks=True)])


def may_hide(text: str) -> bool:
    """Whether the text, which has no control character, has any that `shown` might show otherwise."""
    suspects = {*_HIDDEN, *_MARKS, _SPACE}
    return any([category(each) in suspects or ord(each) in _BLANK for each in set(text) if not each.isascii()])


def _shown(character: str, *, hides: bool) -> str:
    if hides:
        return f"<U+{ord(character):04X}>"
    return " " if category(character) == _SPACE else character


def _looked_at(text: str, *, marks: bool = False) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it hides; with `marks` also one that has no letter to stand on, or is one too many
    there."""
    piled = MOST_MARKS
    for each in text:
        kind = category(each)
        piled = piled + 1 if kind in _MARKS else 0
        yield each, kind in _HIDDEN or ord(each) in _BLANK or (marks and piled > MOST_MARKS)
