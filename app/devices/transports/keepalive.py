"""A TCP line whose other end has vanished without a word is noticed in some ten seconds."""

import socket

QUIET_S = 5
BETWEEN_PROBES_S = 2
PROBES = 3
UNACKNOWLEDGED_MS = 10_000


def notice_half_open(line: socket.socket) -> None:
    """Probe the line while it is quiet, and give it up when what was written is not acknowledged."""
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, QUIET_S)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, BETWEEN_PROBES_S)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, PROBES)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
