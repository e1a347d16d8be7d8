"""What does not fit a model, said without repeating what was sent."""

from typing import NamedTuple

from pydantic import ValidationError

MOST_TOLD, MOST_CHARACTERS = 10, 80
_IN_OUR_WORDS = {
    "union_tag_invalid": "there is no such type here",
    "union_tag_not_found": "a type has to be said",
    "extra_forbidden": "nobody knows this field",
}


class Misfits(NamedTuple):
    """The fields that do not fit, each with why; in one sentence; and whether some of them nobody knows."""

    fields: list[dict[str, str]]
    words: str
    unknown_fields: bool


def misfits(error: ValidationError) -> Misfits:
    """What the error says, bounded."""
    found = error.errors(include_input=False, include_url=False, include_context=False)
    fields = [
        {"at": _place(each["loc"]), "what": _IN_OUR_WORDS.get(each["type"], each["msg"])} for each in found[:MOST_TOLD]
    ]
    first = fields[0]
    more = f"; {len(found) - 1} more like this" if len(found) > 1 else ""
    unknown = any([each["type"] == "extra_forbidden" for each in found])
    return Misfits(fields, f"{first['at'] or 'the whole'}: {first['what']}{more}.", unknown)


def _place(loc: tuple[int | str, ...]) -> str:
    """Where it is; a type's name in between says no more than the type itself."""
    return ".".join([str(part) for part in loc if not str(part)[:1].isupper()])[:MOST_CHARACTERS]
