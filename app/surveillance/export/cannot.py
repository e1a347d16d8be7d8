"""Why a recorded round cannot be a round script."""


class CannotExport(Exception):
    """A round that no script can repeat truly; the message says why."""
