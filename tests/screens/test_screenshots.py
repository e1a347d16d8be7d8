"""The pictures in docs/screens: what they are called, and how much room they take."""

import re

from tests.screens.screens import SIZES
from tests.screens.screenshots.__main__ import PICTURES
from tests.screens.screenshots.scenes import scenes

ALL_BYTES = 6_000_000


def test_every_picture_says_what_it_shows() -> None:
    roles = "|".join([role for role, _ in scenes()])
    name = re.compile(rf"({roles})-({'|'.join(SIZES)})-[a-z0-9]+(-[a-z0-9]+)*\.png")
    found = [path.name for path in PICTURES.iterdir()]
    assert found
    assert [each for each in found if name.fullmatch(each) is None] == []


def test_the_pictures_take_little_room() -> None:
    assert sum([path.stat().st_size for path in PICTURES.iterdir()]) < ALL_BYTES
