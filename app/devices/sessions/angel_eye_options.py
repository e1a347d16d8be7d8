"""What the public sources on the Angel Eye leave open, and what a table may set."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class AngelEyeOptions:
    """How one shoe is taken.

    `seq_after_nine`: the number after 9. `ack_reports`: answer each report once it is durable. `overdraw_is_card`: a
    card that the shoe reports in its error mode is one of the game. `command_bcc_includes_stx`: the check digits of a
    command cover its first byte.
    """

    seq_after_nine: Literal[0, 1] = 0
    ack_reports: bool = False
    overdraw_is_card: bool = True
    command_bcc_includes_stx: bool = True

    @property
    def digits(self) -> int:
        """How many numbers there are."""
        return 10 - self.seq_after_nine
