"""Dispute packs: all that the record has of one round in one signed file, which anybody verifies without a server."""

from app.surveillance.dispute.making import Pack, PackTooLarge, dispute_pack

__all__ = ["Pack", "PackTooLarge", "dispute_pack"]
