"""HTTP beside the line, on this machine only: the truth about a device, hands on it, and faults."""
