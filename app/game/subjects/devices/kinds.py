"""Everything that is true of the commands and events of this subject."""

from app.game.core.kinds import DEALING, command, event
from app.game.subjects.devices import commands as c
from app.game.subjects.devices import decide, fold, words
from app.game.subjects.devices import events as e

COMMANDS = (
    command(c.LayBy, decide=decide.lay_by, in_a_hold=True),
    command(c.DoubtDevice, decide=decide.doubt_device, in_a_hold=True),
    command(c.FetchSpooled, decide=decide.fetch_spooled, in_a_hold=True),
    command(c.TakeUp, decide=decide.take_up),
    command(c.ConfirmKeyed, decide=decide.confirm_keyed),
    command(c.DoubtKeyed, decide=decide.doubt_keyed),
    command(c.SeeHeld, decide=decide.see_held, who=DEALING, filled_in=("opened",), in_a_hold=True),
)
EVENTS = (
    event(e.CameMeanwhile, fold=fold.came_meanwhile, words=words.came_meanwhile, lane="device", of_the_round=False),
    event(e.SpoolFetched, fold=fold.spool_fetched, words=words.spool_fetched, lane="device", of_the_round=False),
    event(
        e.MeanwhileTakenUp,
        fold=fold.meanwhile_taken_up,
        words=words.meanwhile_taken_up,
        lane="device",
        of_the_round=False,
    ),
    event(e.KeyedConfirmed, fold=fold.keyed_confirmed, words=words.keyed_confirmed, lane="device", of_the_round=False),
    event(e.KeyedCorrected, fold=fold.keyed_corrected, words=words.keyed_corrected, lane="device", of_the_round=False),
    event(e.HeldCardSeen, fold=fold.held_card_seen, words=words.held_card_seen, lane="device"),
)
