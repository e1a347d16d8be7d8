"""Fields that mean the same in every record. One that means something else has its own words under it."""

from typing import Literal

from app.game.core.cards import Card
from app.game.core.seals import Opened
from app.game.core.state import Phase, Source, TableConfig
from app.game.rules.ruleset import AnyIrregularity
from app.house.roles import PersonRole


class Common:
    """Each name with its type and its words. A field of that name and another type is another thing."""

    # at the table
    table: str
    """The number of the table; nothing where it is at none."""
    box: int
    """The number of the box, from the dealer's left; 0 is the dealer."""
    hand: int
    """The number of the hand at its box, from the left."""
    player: str
    """The bettor, by the name under which he is known at the table."""
    seated: bool
    """Whether the bettor sits at the box."""
    noticed: bool
    """Whether a wager outside the limits was noticed before the first card."""
    by: str | tuple[str, str]
    """Who does it, or did."""
    clause: str
    """The clause of the book; nothing where none decides."""
    reason: str
    """Why."""
    words: str
    """What is said of it."""
    irregularity: AnyIrregularity
    """What went wrong; nothing where nothing did."""
    phase: Phase | Literal[""]
    """How far the round is."""
    cents: int
    """The amount, in cents."""
    amended: bool
    """Whether it is the difference by which the round was put right after its cards were collected."""
    # cards
    card: Card
    """The card: rank and suit, such as 8S."""
    source: Source
    """Where the card is known from: the shoe, or by hand."""
    commitment: str
    """SHA-256 of salt and card, for a card that lies face down."""
    opened: Opened
    """The card that is turned up, with its salt."""
    set_id: str
    """The id of the set of cards."""
    colour: str
    """The colour of the cards' backs."""
    decks: int
    """How many decks."""
    cut_cards: int
    """How many cutting cards are used."""
    # the table and its record
    ruleset: str
    """The id of the book."""
    ruleset_hash: str
    """The hash of the book's text."""
    config: TableConfig
    """How the casino runs this table."""
    version: int
    """The version of the table: that of its last event."""
    name: str
    """The name."""
    at_us: int
    """When, in microseconds since 1970."""
    recorded_us: int
    """When it was recorded, in microseconds."""
    day: str
    """The gaming day, year-month-day."""
    actor: str
    """Who asked: a person, a display or a device."""
    # the house
    device: str
    """The name of the device."""
    display: str
    """The id of the display."""
    session: str
    """The id of the session."""
    where: str
    """From where."""
    expires_us: int
    """When it ends, in microseconds since 1970."""
    token_hash: str
    """The SHA-256 of the token."""
    shown: str
    """The name as people read it."""
    roles: tuple[PersonRole, ...]
    """What the person may be here."""
    sees_face_down: bool
    """Whether the person may look at cards that lie face down."""
    badge: str
    """What a reader at the terminal reads."""
    licence: str
    """The number of the licence."""
    licensed_through: str
    """The last day of the licence, year-month-day."""
    pin_seal: str
    """The SHA-256 of what is kept of the PIN."""
