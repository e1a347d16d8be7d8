"""Over which lines simulated devices are reached: pseudo-terminals and ports of this machine, which no house allows."""

from app.device_lines import DeviceLines, lines_of

HOSTS, PSEUDO_TERMINALS = "127.0.0.0/8 localhost ::1", "/dev/pts/:/dev/shm/:/tmp/"
SIMULATED: DeviceLines = lines_of(HOSTS, "1-65535", None, PSEUDO_TERMINALS)
# The same for a server that is a process of its own.
ENVIRONMENT = {
    "TABLEKEEPER_DEVICE_HOSTS": HOSTS,
    "TABLEKEEPER_DEVICE_PORTS": "1-65535",
    "TABLEKEEPER_DEVICE_PSEUDO_TERMINALS": PSEUDO_TERMINALS,
}
