"""Cards as small pictures for a page that stands alone: four colours, drawn by ourselves."""

from html import escape

from app.game.core.cards import Card

SUITS = {
    "S": ("&#9824;", "#000000"),
    "H": ("&#9829;", "#c00000"),
    "D": ("&#9830;", "#0040c0"),
    "C": ("&#9827;", "#006020"),
}
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_FRAME = '<svg class="card" viewBox="0 0 40 56" width="40" height="56" role="img" aria-label="{label}">'
_PAPER = '<rect x="1" y="1" width="38" height="54" rx="5" fill="{fill}" stroke="#444"/>'


def picture(card: Card) -> str:
    """A card that lies face up."""
    rank, suit = card[0], card[1]
    glyph, colour = SUITS[suit]
    label = escape(f"{rank} of {NAMES[suit]}")
    return (
        _FRAME.format(label=label) + _PAPER.format(fill="#fff")
        + f'<text x="20" y="24" text-anchor="middle" font-size="20" font-weight="bold" fill="{colour}">'
        + f"{escape('10' if rank == 'T' else rank)}</text>"
        + f'<text x="20" y="47" text-anchor="middle" font-size="22" fill="{colour}">{glyph}</text></svg>'
    )  # fmt: skip


def back() -> str:
    """A card that lies face down."""
    lines = '<path d="M6 6 34 50 M34 6 6 50 M20 6V50 M6 28H34" stroke="#fff" stroke-width="2"/>'
    return _FRAME.format(label="a card face down") + _PAPER.format(fill="#456") + lines + "</svg>"
