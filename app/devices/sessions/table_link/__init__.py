"""The host's end of a Table Link line."""

from app.devices.sessions.table_link.device_commands import Family
from app.devices.sessions.table_link.session import TableLinkSession

__all__ = ["Family", "TableLinkSession"]
