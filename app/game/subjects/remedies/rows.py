"""The rows of what is void."""

from app.game.core.rows import Rows, line_row
from app.game.subjects.remedies.events import RoundVoided, WagersVoided


def voided(event: WagersVoided | RoundVoided) -> Rows:
    return [*[line_row(line, withdrawn=True) for line in event.withdrawn], *[line_row(line) for line in event.lines]]
