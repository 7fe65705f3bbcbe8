"""The host names that a server accepts."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "::1")


def host_name(host: str) -> str:
    """Return the name in a `Host` header or an address, without a port; empty if there is none."""
    try:
        name = urlsplit(host if "//" in host else f"//{host}").hostname or ""
    except ValueError:
        return ""
    return name.removesuffix(".")


def is_ip_address(name: str) -> bool:
    """Whether a host is given as an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def allowed_hosts(bound: str, named: Iterable[str], origins: Iterable[str]) -> tuple[str, ...]:
    """Return the host names that a server accepts; empty if it accepts any (`*`).

    These are the names of this machine, the host it is bound to, the hosts of its origins and those
    given.
    """
    given = tuple(named)
    if "*" in given:
        return ()
    names = map(host_name, (*given, *origins))
    # IPv6 addresses have no brackets here.
    return tuple(dict.fromkeys((*LOOPBACK_HOSTS, bound.lower(), *filter(None, names))))
