"""Where people sign in from, as far as that tells one place from another."""

from ipaddress import IPv6Address, ip_address, ip_network

# Whoever has an IPv6 address has as many as they like of the same network, of this length.
PREFIX = 64


def place_of(where: str) -> str:
    """The place that an address stands for: an IPv4 address, the /64 network of an IPv6 address, or the text itself."""
    try:
        address = ip_address(where.partition("%")[0])
    except ValueError:
        return where
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, PREFIX), strict=False))


def is_this_machine(where: str) -> bool:
    """Whether the address is one at which a machine reaches itself."""
    try:
        address = ip_address(where)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
