"""The first thing to read in a pack, in plain words."""

from app.printable import shown
from app.surveillance.dispute.gathering import Gathered
from app.surveillance.dispute.story import Exported

_TEXT = """What this is
============

All that the casino's record has of round {round}, exported by {who} for this reason:

    {reason}

Open story.html in any browser: it tells the round from the wagers to the last payment, with times and names, and needs
nothing else. The other files are what it was told from.

Whether it is genuine
=====================

1. Unpack everything into an empty folder. With Python 3.8 or newer, and nothing else, run there:

       python3 -I verify.py --key FINGERPRINT

   FINGERPRINT is that of the casino's public key, from the auditor's own copy: the one in keys.json was sent together
   with the rest. Without --key it is shown, so that it can be compared.
2. It says line by line what holds, what is open, and what no pack can prove, and ends with status 0, or 1 if anything
   was changed, or if events were not signed that should have been.
3. Who wants to be sure of verify.py itself takes it from another pack, or from the program's own source. It is short.

The casino's own log has an event that names this pack by its SHA-256 as a zip file.

The files
=========

story.html           the round, for people
events.jsonl         the rows of the log, as they were hashed, a JSON object a line: the round, and what was recorded
                     before and after it up to the next signed heads, so that nothing can be left out between these
commands.jsonl       what was asked, refusals too
frames.jsonl         what came over the devices' lines and went out, hexadecimal and in words; of sealed ones only when
clocks.json          how the devices' clocks stood to the server's: by that, video is lined up
rulebook.toml        the rule book under which the round was played, to the byte
round.toml           the round as a round script, where there is one (else no-round-script.txt says why not)
builds.json          with which program and packages this pack was made
signed-heads.jsonl   the signed ends of the log around those events
keys.json            the public keys
MANIFEST.json        the SHA-256 of every file; MANIFEST.sig is its signature
verify.py            checks all of it

A card that lay face down and that nobody turned up is in none of these files, only the commitment to it.
Times are microseconds since 1970 (UTC), by the server's clock; amounts are cents.
"""


def readme(found: Gathered, by: Exported) -> str:
    """The text."""
    return _TEXT.format(round=found.row.round, who=shown(by.who), reason=shown(by.reason))
