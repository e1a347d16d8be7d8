"""What the script runs on: the table, and the face-down cards as the shoe knows them."""

from collections.abc import Iterator
from hashlib import sha256

from app.game import commands as c
from app.game.cards import Card
from app.game.seals import SALT_BYTES, Opened, seal
from app.game.state import Table

Commands = Iterator[c.Command]


class Dealing:
    """The table that the script runs on, and the face-down cards as the shoe knows them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sealed: dict[str, Opened] = {}

    def put_face_down(self, card: Card) -> str:
        """Seal a card with a salt of its own; the commitment."""
        salt = sha256(f"face-down card {len(self.sealed)}".encode()).digest()[:SALT_BYTES]
        opened = Opened(card, salt)
        self.sealed[seal(opened)] = opened
        return seal(opened)
