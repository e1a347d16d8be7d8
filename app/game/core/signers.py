"""Who signs for something: two people, each by the name under which he is known."""

from app.game.core.draft import Draft
from app.game.core.rejections import Rejected


def signers_refused(draft: Draft, by: tuple[str, str]) -> Rejected | None:
    """Why these two may not sign together."""
    if any([not name or name != name.strip() for name in by]):
        return draft.refuse("who_signs")
    if by[0] == by[1]:
        return draft.refuse("same_person.signature", {"by": by[0]})
    return None
