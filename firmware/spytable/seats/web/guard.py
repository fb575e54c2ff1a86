"""Who may speak to the server: the page that it served itself, called by an address of this machine.

Two attacks come through a player's own browser. A foreign page may open our WebSocket: its Origin gives it
away. And a foreign name may be made to point at this machine (DNS rebinding), so that the browser takes a
foreign page for ours: the Host gives that away, since a name that anyone can register is none of ours.
Programs that are no browsers send no Origin.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

_HOME_ENDINGS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Endings under which nobody can register a name (RFC 6762, RFC 8375, and what home routers use)."""


def host_is_ours(host: str, *, loopback: bool, names: Collection[str]) -> bool:
    """Whether the Host header *host* calls this machine. *loopback*: it is served to this machine alone.

    *names*: this machine's own names, without a domain or with one.

    >>> host_is_ours("127.0.0.1:8737", loopback=True, names=())
    True
    >>> host_is_ours("evil.example", loopback=True, names=())
    False
    """
    name = _name(host)
    if name is None:
        return False
    if name == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        if loopback:
            return False
        known = {known.lower() for known in names}
        first, dot, rest = name.partition(".")
        return name in known or (first in known and dot + rest in _HOME_ENDINGS)
    return address.is_loopback or not loopback


def origin_is_ours(origin: str | None, host: str) -> bool:
    """Whether a request with these headers comes from our own page, or from no page at all."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _name(host: str) -> str | None:
    """The name or address in a Host header, without port and brackets; None where it is no such thing."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where it is no number
    except ValueError:
        return None
    if parts.netloc != host or parts.username is not None or parts.hostname is None:
        return None
    return parts.hostname.rstrip(".")
