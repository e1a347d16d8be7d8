"""What a simulated device is plugged into: a pseudo-terminal, a TCP port, an RFC 2217 port."""
