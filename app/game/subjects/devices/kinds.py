"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import devices as applied_devices
from app.game.core.kinds import DEALING, command, event
from app.game.remedies import devices

COMMANDS = (
    command(c.LayBy, decide=devices.lay_by, in_a_hold=True),
    command(c.DoubtDevice, decide=devices.doubt_device, in_a_hold=True),
    command(c.FetchSpooled, decide=devices.fetch_spooled, in_a_hold=True),
    command(c.TakeUp, decide=devices.take_up),
    command(c.ConfirmKeyed, decide=devices.confirm_keyed),
    command(c.DoubtKeyed, decide=devices.doubt_keyed),
    command(c.SeeHeld, decide=devices.see_held, who=DEALING, filled_in=("opened",), in_a_hold=True),
)
EVENTS = (
    event(e.CameMeanwhile, fold=applied_devices.came_meanwhile, lane="device", of_the_round=False),
    event(e.SpoolFetched, fold=applied_devices.spool_fetched, lane="device", of_the_round=False),
    event(e.MeanwhileTakenUp, fold=applied_devices.meanwhile_taken_up, lane="device", of_the_round=False),
    event(e.KeyedConfirmed, fold=applied_devices.keyed_confirmed, lane="device", of_the_round=False),
    event(e.KeyedCorrected, fold=applied_devices.keyed_corrected, lane="device", of_the_round=False),
    event(e.HeldCardSeen, fold=applied_devices.held_card_seen, lane="device"),
)
