"""Visitors by their address: how many connections, pages and requests one may have, so that it keeps no other out."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict

from spytable.seats.web.protocol import Meter

REQUESTS_A_SECOND = 16
REQUESTS_AT_ONCE = 256
"""A page asks for eight files. After a start sixteen may open together, and this is twice what they need."""

CONNECTIONS = 32
PAGES = 8
"""Of one address, half of those that there are. This machine itself may have them all."""

_REMEMBERED = 256
"""Addresses that are kept in mind; beyond them the one that was quiet for longest is forgotten, and has all it may."""


def address_of(peer: object) -> str:
    """Who a connection's other end is: its IPv4 address, or the network of its IPv6 address, of which one device has
    any number; "" for this machine itself.

    >>> address_of(("192.168.1.7", 50000)), address_of(("2001:db8::7", 50000, 0, 0)), address_of(("::1", 50000, 0, 0))
    ('192.168.1.7', '2001:db8::/64', '')
    """
    host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif not address.is_loopback:
            return str(ipaddress.IPv6Network((address, 64), strict=False))
    return "" if address.is_loopback else str(address)


class Visitors:
    """Counts the requests of each address. Times are seconds of any one clock."""

    def __init__(self) -> None:
        self._meters: OrderedDict[str, Meter] = OrderedDict()

    def admits(self, address: str, now: float) -> bool:
        """Whether one more request of *address* at *now* is within the rate; if so it is counted."""
        meter = self._meters.setdefault(address, Meter(REQUESTS_A_SECOND, REQUESTS_AT_ONCE))
        self._meters.move_to_end(address)
        if len(self._meters) > _REMEMBERED:
            self._meters.popitem(last=False)
        return meter.admits(now)
