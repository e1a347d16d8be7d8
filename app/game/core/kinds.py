"""What is known of each kind of command and event: one record a kind, in the room of its subject.

Every table of kinds is made of these: how a command is decided and who may send it, what an event makes of the table,
which money it moves, which rows it leaves. `app.game.registry` lists the subjects and fills `COMMANDS` and `EVENTS`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar, cast

from app.game.core.accounts import Postings
from app.game.core.acts import Act
from app.game.core.records import Command, Event, name_of
from app.game.core.rows import Rows

if TYPE_CHECKING:
    from app.game.core.draft import Draft
    from app.game.core.message import Message
    from app.game.core.moment import Moment
    from app.game.core.rejections import Rejected
    from app.game.core.state import Table


Lane = Literal["game", "money", "device", "taps", "corrections"]
# "own": a dealer only at the table where he is on duty, a sign only at the table where it hangs.
Grant = Literal["yes", "own"]
# To which of the duties of people a command belongs; which role has which is said in `app.house.roles`.
Duty = Literal["dealing", "supervising", "setting_up", "counting"]
DEALING: Duty = "dealing"
SUPERVISING: Duty = "supervising"
SETTING_UP: Duty = "setting_up"
COUNTING: Duty = "counting"


class Signatures(NamedTuple):
    """How many people sign a command besides the one who asks, and whether only supervisors may. `two_people`: the
    command itself says the two who sign, of whom one at least is a supervisor."""

    least: int = 0
    most: int = 0
    by_supervisors: bool = False
    two_people: bool = False


NOBODY_SIGNS = Signatures()
TWO_PEOPLE = Signatures(1, 2, two_people=True)


class CommandKind(NamedTuple):
    """What is true of a kind of command.

    `who`: the duty of those who may send it; None if only the house or a device says it. `filled_in`: fields that
    people do not say, since the house knows them. `in_a_hold`: it is decided while the table holds, too. `plays_on`:
    with it a deal is over in which only a hand that was passed over had a card to come. `tapped`: whoever did so has
    dealt the round. `undone`: a dealer takes it back by a tap. `answers`: it answers an open question, and says which.
    `at_a_closed_table`: it goes on with what has been, so a table that is closed takes it, too.
    """

    type: type[Command]
    decide: "Callable[[Draft, Command], Rejected | None]"
    who: Duty | None
    signatures: Signatures
    filled_in: tuple[str, ...]
    in_a_hold: bool
    play: "Play | None"
    plays_on: bool
    tapped: bool
    undone: bool
    answers: bool
    at_a_closed_table: bool

    @property
    def name(self) -> str:
        """As it is stored and sent."""
        return name_of(self.type)


class Play(NamedTuple):
    """Of a command of ordinary play, after which everything happens that follows by itself. `after_burn`: a burn that
    is due, and a refill of the shoe, come before it; `after_amounts`: so does an amount that is due."""

    after_burn: bool = False
    after_amounts: bool = False


class EventKind(NamedTuple):
    """What is true of a kind of event.

    `of_the_round`: it is part of the record of a round in which it happens. `beside_the_round`: what it moves is no
    part of that round's money. `about_the_table`: it makes the round no other one, whatever was done then.
    `kept_when_corrected`: its rows stay when the round is put right. `act`: what was done for it to happen, if it did
    not follow by itself.
    """

    type: type[Event]
    fold: "Callable[[Table, Event], Table]"
    words: "Callable[[Event, Moment], Message]"
    lane: Lane
    postings: "Callable[[Table, Event], Postings] | None"
    rows: Callable[[Event], Rows] | None
    act: Callable[[Event], Act | None] | None
    of_the_round: bool
    beside_the_round: bool
    about_the_table: bool
    kept_when_corrected: bool

    @property
    def name(self) -> str:
        """As it is stored and sent."""
        return name_of(self.type)


COMMANDS: dict[type, CommandKind] = {}
EVENTS: dict[type, EventKind] = {}

AnyCommand = TypeVar("AnyCommand", bound=Command)
AnyEvent = TypeVar("AnyEvent", bound=Event)


def command(
    kind: type[AnyCommand],
    *,
    decide: "Callable[[Draft, AnyCommand], Rejected | None]",
    who: Duty | None = None,
    signatures: Signatures = NOBODY_SIGNS,
    filled_in: tuple[str, ...] = (),
    in_a_hold: bool = False,
    play: Play | None = None,
    plays_on: bool = False,
    tapped: bool = False,
    undone: bool = False,
    answers: bool = False,
    at_a_closed_table: bool = False,
) -> CommandKind:
    """What is true of this kind of command."""
    decision = cast("Callable[[Draft, Command], Rejected | None]", decide)
    return CommandKind(
        kind,
        decision,
        who,
        signatures,
        filled_in,
        in_a_hold,
        play,
        plays_on,
        tapped,
        undone,
        answers,
        at_a_closed_table,
    )


def tap(
    kind: type[AnyCommand],
    *,
    decide: "Callable[[Draft, AnyCommand], Rejected | None]",
    after_amounts: bool = True,
) -> CommandKind:
    """What is true of a tap by which the dealer enters what somebody decides in play."""
    play = Play(after_burn=True, after_amounts=after_amounts)
    return command(kind, decide=decide, who=DEALING, play=play, plays_on=True, tapped=True, undone=True, answers=True)


def event(
    kind: type[AnyEvent],
    *,
    fold: "Callable[[Table, AnyEvent], Table]",
    words: "Callable[[AnyEvent, Moment], Message]",
    lane: Lane = "game",
    postings: "Callable[[Table, AnyEvent], Postings] | None" = None,
    rows: Callable[[AnyEvent], Rows] | None = None,
    act: Callable[[AnyEvent], Act | None] | None = None,
    of_the_round: bool = True,
    beside_the_round: bool = False,
    about_the_table: bool = False,
    kept_when_corrected: bool = False,
) -> EventKind:
    """What is true of this kind of event."""
    return EventKind(
        kind,
        cast("Callable[[Table, Event], Table]", fold),
        cast("Callable[[Event, Moment], Message]", words),
        lane,
        cast("Callable[[Table, Event], Postings] | None", postings),
        cast("Callable[[Event], Rows] | None", rows),
        cast("Callable[[Event], Act | None] | None", act),
        of_the_round,
        beside_the_round,
        about_the_table,
        kept_when_corrected,
    )
