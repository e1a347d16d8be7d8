"""What an insurance brings to the layout."""

from app.game.core.accounts import Postings, stake
from app.game.core.state import Table
from app.game.subjects.offers.events import InsurancePlaced


def insurance_placed(_table: Table, event: InsurancePlaced) -> Postings:
    return stake(event.box, event.player, event.cents)
