import pytest

from tests.screens.browsers import DOWNLOADING, INSTALLING, Failed, Found, NoBrowser, find


class Machine:
    """A machine with these programs; `brings`: what a command that works puts there; None: it fails."""

    def __init__(self, *programs: str, brings: dict[tuple[str, ...], str | None] | None = None) -> None:
        self.programs, self.ran = list(programs), list[tuple[str, ...]]()
        self._brings = brings or {}

    def which(self, name: str) -> str | None:
        return f"/bin/{name}" if name in self.programs else None

    def run(self, program: tuple[str, ...]) -> str:
        self.ran.append(program)
        brought = self._brings.get(program)
        if brought is None:
            raise Failed(f"{program[0]} would not")
        self.programs.append(brought)
        return f"{program[0]} did"

    def find(self, *, root: bool = True) -> Found:
        return find(self.which, self.run, root=root)


def test_what_is_on_the_machine_is_taken_first() -> None:
    machine = Machine("apt-get", "google-chrome", "chromium-browser")
    assert machine.find() == Found("/bin/chromium-browser", "this machine's")
    assert machine.ran == []


def test_root_installs_with_apt_get() -> None:
    machine = Machine("apt-get", brings={INSTALLING[0]: "lists", INSTALLING[1]: "chromium"})
    assert machine.find() == Found("/bin/chromium", "installed with apt-get")
    assert machine.ran == list(INSTALLING)


def test_lists_that_cannot_be_brought_up_to_date_may_be_good_enough() -> None:
    machine = Machine("apt-get", brings={INSTALLING[1]: "chromium"})
    assert machine.find() == Found("/bin/chromium", "installed with apt-get")


@pytest.mark.parametrize(("programs", "root"), [((), True), (("apt-get",), False), (("apt-get",), True)])
def test_else_playwright_downloads_one(programs: tuple[str, ...], root: bool) -> None:
    machine = Machine(*programs, brings={DOWNLOADING: "its own"})
    assert machine.find(root=root) == Found(None, "downloaded by Playwright")
    assert machine.ran[-1] == DOWNLOADING
    assert (INSTALLING[1] in machine.ran) == (programs == ("apt-get",) and root)


def test_where_there_is_none_it_is_said_what_was_tried() -> None:
    with pytest.raises(NoBrowser, match=r"(?s)Install chromium\..*apt-get would not.*apt-get would not.*would not"):
        Machine("apt-get").find()
    with pytest.raises(NoBrowser, match="only root may install"):
        Machine("apt-get").find(root=False)
