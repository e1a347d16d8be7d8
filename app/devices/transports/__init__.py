"""The lines themselves: serial ports, TCP, RFC 2217."""
