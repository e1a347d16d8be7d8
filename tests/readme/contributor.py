"""Where somebody is who follows CONTRIBUTING.md."""

from pathlib import Path

# git asks for a name and an address before the first commit.
NAMED = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "newcomer"), ("EMAIL", "newcomer@localhost"))
}


def as_contributor(repository: Path) -> dict[str, str]:
    """What the environment has besides: where the repository is, and who commits."""
    return {"REPOSITORY": str(repository), **NAMED}
