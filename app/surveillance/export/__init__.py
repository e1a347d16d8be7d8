"""A recorded round as a round script that `tablekeeper play` runs to the same settlement.

The script is written from the commands of the round, then run, and compared with the record: cards, hands, lines,
money, phase. What does not come out the same is not handed out; `CannotExport` says why. A round that was settled
under an earlier edition of the readings stands as it was recorded: its script names that edition, and the wagers that
would be settled otherwise today.
"""

from collections.abc import Iterator
from contextlib import suppress

from app.books.rulebook import load_ruleset
from app.game.core.state import Round, Table
from app.game.core.turn import stage
from app.game.events import WagerPlaced
from app.game.rules.ruleset import Ruleset
from app.roundscript.read import read_script
from app.roundscript.runner import run_script
from app.surveillance.export.cannot import CannotExport
from app.surveillance.export.head import table_lines, wager_lines
from app.surveillance.export.older import of_older_readings
from app.surveillance.export.proof import proved, results
from app.surveillance.export.rebuilt_rounds import Course, corrected_lines, course_of
from app.surveillance.export.script_lines import Scene
from app.surveillance.export.script_play import counted_steps, loads_fresh_shoe, lying_at_first, play_lines
from app.surveillance.export.script_text import labels_of, one_word, quoted
from app.surveillance.recorded import Recorded, faces, last_table

__all__ = ["CannotExport", "export_script"]


def export_script(recorded: Recorded, rules: Ruleset) -> str:
    """The round as a script that reproduces its settlement."""
    _refuse_what_no_script_has(recorded, rules)
    left = last_table(recorded)
    _refuse_what_was_not_dealt(left)
    assert left.round is not None
    scene = _scene(recorded, rules, left.round)
    try:
        return _proved(scene, left)
    except CannotExport:  # what lay there in the end may not be placed at once where limits were passed over
        with suppress(CannotExport):
            return _proved(scene._replace(bets_as_lines=True), left)
        raise


def _proved(scene: Scene, left: Table) -> str:
    course = course_of(scene, counted_steps(scene))
    lines = [*_head(scene), *_play(scene, course), *_rest(scene, course)]
    text, wanted, today = "\n".join(lines) + "\n", results(left, scene.labels), load_ruleset(scene.rules.id)
    if scene.rules.readings < today.readings:
        return "\n".join([*of_older_readings(text, scene.rules, today, wanted.settlements), *lines[1:]]) + "\n"
    proved(text, scene.rules, wanted, left)
    return text


def _refuse_what_no_script_has(recorded: Recorded, rules: Ruleset) -> None:
    if recorded.opening.ruleset_hash != rules.hash:
        raise CannotExport(f"The round was dealt under another edition of {rules.id} than the one at hand.")
    if recorded.amended:
        last = recorded.amended[-1]
        what = "declared void" if last.what == "void" else "reconstructed"
        raise CannotExport(f"The round was {what} after it was over ({last.reason}); its own script cannot show that.")


def _refuse_what_was_not_dealt(left: Table) -> None:
    if stage(left) == "shoe":
        raise CannotExport("No card of the round was dealt: its record ends while the shoe was being made ready.")


def _scene(recorded: Recorded, rules: Ruleset, round_: Round) -> Scene:
    """The round with the players' labels, and the difference between its shoe and a script's."""
    opening = recorded.opening
    players = [event.player for event in recorded.events if isinstance(event, WagerPlaced)]
    players += [late.player for late in round_.late_wagers]
    labels = labels_of([*players, *opening.config.restricted])
    scene = Scene(recorded, rules, labels, faces(recorded))
    if loads_fresh_shoe(scene):
        return scene
    return scene._replace(more_cards=_fresh(scene).shoe.left - opening.shoe.left)


def _fresh(scene: Scene) -> Table:
    """The table as it stands before the first wager of a script."""
    options = table_lines(scene.recorded.opening.config, scene.labels, scene.rules)
    return run_script(read_script("\n".join([f"ruleset = {quoted(scene.rules.id)}", *options])), scene.rules).table


def _head(scene: Scene) -> Iterator[str]:
    left = scene.recorded.opening.shoe.left
    yield f"# Round {scene.recorded.number}, written from its record: `tablekeeper play` comes to the same settlement."
    if scene.more_cards:
        yield f"# It began with {left} cards in the shoe, this script begins with a fresh one. No hand and no cent"
        yield "# differs by that; how many cards are left, and which could still come, does."
    yield f"ruleset = {quoted(scene.rules.id)}"
    yield ""


def _play(scene: Scene, course: Course) -> Iterator[str]:
    yield 'play = """'
    if course.put_right is not None:
        yield f"# as the round was put right: {one_word(course.put_right)}"
    yield from [*play_lines(scene, course.played), '"""', ""]


def _rest(scene: Scene, course: Course) -> Iterator[str]:
    yield from table_lines(scene.recorded.opening.config, scene.labels, scene.rules)
    if course.rebuilt is not None:
        yield from ["", "[reconstruct]", f"reason = {quoted(course.rebuilt.reason)}"]
        yield from ['play = """', *corrected_lines(scene, course.rebuilt), '"""']
    yield from wager_lines(lying_at_first(scene, course.played), scene.labels)
