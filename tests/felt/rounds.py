"""One round with one mistake: every remedy followed, each on a felt and a record of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from traceback import format_exc

from app.game.rules.ruleset import Ruleset
from tests.felt.game import Differs, Game, new_game
from tests.felt.mistakes import MISTAKES
from tests.felt.record import NotAccepted
from tests.felt.remedies import Mistake

WHEN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16)


@dataclass
class Ended:
    """How a round ended after a remedy; `why` is empty where the record is as the felt is."""

    mistake: str
    remedy: str
    why: str
    script: str


def rounds_of(rules: Ruleset, seed: int, only: str | None = None) -> Iterator[Ended]:
    """The round of this seed, once for each remedy of its mistake; nothing, where it never could be made."""
    game = new_game(rules, seed)
    chance = Random(f"mistake {rules.id} {seed}")
    kind = only or chance.choice(list(MISTAKES))
    after = chance.choice(WHEN)
    mistake: Mistake | None = None
    steps = 0

    def happens(now: Game) -> bool:
        nonlocal mistake, steps
        steps += 1
        if (steps > after or now.felt.is_over()) and not now.felt.reader_is_due():
            mistake = MISTAKES[kind](now)
        return mistake is not None

    try:
        game.play_on(until=happens)
        if mistake is None:
            game.compare_the_end()
            return
    except (Differs, NotAccepted) as error:
        yield Ended(kind, "before any", str(error), game.record.script())
        return
    except Exception:
        yield Ended(kind, "before any", format_exc(), game.record.script())
        return
    for remedy in mistake.remedies:
        yield _followed(game.branch(f"{rules.id} {seed} {remedy}"), mistake, remedy)


def _followed(game: Game, mistake: Mistake, remedy: str) -> Ended:
    why = ""
    said = len(game.record.said)
    try:
        mistake.remedies[remedy](game)
        game.play_on()
        game.compare_the_end()
        why = f"{remedy} is forbidden here" if remedy in mistake.forbidden else ""
    except Differs as error:
        why = str(error)
    except NotAccepted as error:
        refused_at_once = len(game.record.said) == said + 1
        lawful = remedy in mistake.optional | mistake.forbidden
        why = "" if refused_at_once and lawful else str(error)
        remedy += " (forbidden)" if not why else ""
    except Exception:
        why = format_exc()
    return Ended(mistake.what, remedy, why, game.record.script())
