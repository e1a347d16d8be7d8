"""What a scene is: something is played in a real house, and pictures are taken on the way.

A module of this package has the scenes of one screen; all of it play in one house, in the order in which they are
written. A scene is a function of a `Stage`, marked with `@scene`.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

from tests.screens.house import ScreensHouse
from tests.screens.screens import Screen, Screens

# Text and flat colours: a picture that is larger than this shows more than a screen.
MOST_BYTES = 400_000


class Stage(NamedTuple):
    """Where a scene plays, and where its pictures go."""

    house: ScreensHouse
    screens: Screens
    folder: Path

    def take(self, screen: Screen, state: str) -> Path:
        """A picture of the screen, named for its role, its size and this state."""
        path = self.folder / f"{screen.name}-{screen.how.size}-{state}.png"
        assert not screen.broken, f"{path.name}: {screen.told()}"
        screen.page.screenshot(path=path, animations="disabled", caret="hide")
        size = path.stat().st_size
        assert size <= MOST_BYTES, f"{path.name} has {size:,} bytes, at most {MOST_BYTES:,} are wanted"
        print(f"{path.name}: {size:,} bytes", flush=True)
        return path


Scene = Callable[[Stage], None]
_SCENES: dict[str, list[Scene]] = {}


def scene(play: Scene) -> Scene:
    """This is a scene of the screen whose module it is in."""
    _SCENES.setdefault(play.__module__.rpartition(".")[2], []).append(play)
    return play


def scenes() -> Iterator[tuple[str, list[Scene]]]:
    """The screens that have scenes, and those."""
    package = __package__ or ""
    for module in iter_modules([str(Path(__file__).parent)]):
        if not module.name.startswith("__"):
            import_module(f"{package}.{module.name}")
    yield from sorted(_SCENES.items())
