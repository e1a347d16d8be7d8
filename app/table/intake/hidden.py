"""The face-down cards of one table: what they are, for those who may ask, and nothing that prints it."""

import secrets
from collections.abc import Callable

from app.game.core.cards import Card, belongs, copies
from app.game.core.seals import SALT_BYTES, Opened, seal
from app.game.core.state import Table
from app.store.appending import SealedCard
from app.store.database import Database
from app.store.log_reader import sealed_of

Salt = Callable[[], bytes]


def fresh_salt() -> bytes:
    """Sixteen bytes that nobody can guess."""
    return secrets.token_bytes(SALT_BYTES)


class Hidden:
    """Cards and salts by their commitments."""

    def __init__(self, salt: Salt = fresh_salt) -> None:
        self._salt = salt
        self._opened: dict[str, Opened] = {}
        self._sought: set[str] = set()

    def __repr__(self) -> str:
        return f"Hidden({len(self._opened)} cards)"

    def sealed(self, card: Card) -> Opened:
        """The card with a salt of its own; it is not known here before `keep`."""
        return Opened(card, self._salt())

    def keep(self, opened: Opened) -> None:
        """The card is recorded, and lies face down."""
        self._opened[seal(opened)] = opened

    def opened(self, commitment: str) -> Opened | None:
        """The card behind the commitment, if it lies here."""
        return self._opened.get(commitment)

    def but(self, commitment: str | None) -> "Hidden":
        """The same without this card."""
        others = Hidden(self._salt)
        others._opened = {known: opened for known, opened in self._opened.items() if known != commitment}
        return others

    def forget(self, table: Table) -> None:
        """What does not lie face down any more need not be known here."""
        lying = set(face_down(table))
        self._sought &= lying
        self._opened = {commitment: opened for commitment, opened in self._opened.items() if commitment in lying}

    def unfit(self, table: Table, card: Card) -> bool:
        """Whether this shoe cannot hold the card: it is of no deck here, or all of its copies have left it, of those
        that lie face down too."""
        if not belongs(card):
            return True
        out = copies(table.shoe.drawn, card)
        if self._opened:
            out += sum([each in self._opened and self._opened[each].card == card for each in face_down(table)])
        return out >= table.shoe.decks

    async def load(self, database: Database, stream: str, table: Table) -> None:
        """Read what lies face down and is not known here: after a start, or when a record that was put right has a card
        face down again that had been turned up."""
        lying = self.unknown(table)
        if lying:
            async with database.connection("vault") as vault:
                self._opened |= await sealed_of(vault, stream, lying)
            self._sought |= set(lying)

    def unknown(self, table: Table) -> tuple[str, ...]:
        """What lies face down, is not known here, and was not looked for since it has lain there."""
        known = self._opened.keys() | self._sought
        return tuple([each for each in face_down(table) if each not in known])


def sealed_row(opened: Opened) -> SealedCard:
    """The card as the vault keeps it."""
    return SealedCard(seal(opened), opened.card, opened.salt)


def face_down(table: Table) -> tuple[str, ...]:
    """The commitments to every card that has left the shoe and was never turned up."""
    round_ = table.round
    hands = [hand for box in round_.boxes for hand in box.hands] if round_ is not None else []
    lying = [
        *table.shoe.burnt,
        round_.hole if round_ is not None else None,
        *[down.commitment for hand in hands for down in hand.down],
        *[kept.commitment for kept in table.kept],
        table.held.commitment if table.held is not None else None,
        *[waiting.commitment for waiting in table.laid_by],
    ]
    return tuple([commitment for commitment in lying if commitment is not None])
