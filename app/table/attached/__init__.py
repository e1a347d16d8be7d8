"""The devices that are attached to the tables of this process: which they are is the house's to say."""

from app.table.attached.attachments import Devices

__all__ = ["Devices"]
