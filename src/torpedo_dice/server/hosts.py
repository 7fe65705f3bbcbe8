"""The names under which a server may be reached."""

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
    """Whether a host is named by its address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def allowed_hosts(bound: str, named: Iterable[str], origins: Iterable[str]) -> tuple[str, ...]:
    """Return the names that a server answers to; empty if it answers to any, which `*` asks for.

    Those are the names of this machine, the one it is bound to, those of its pages and those given.
    """
    given = tuple(named)
    if "*" in given:
        return ()
    names = map(host_name, (*given, *origins))
    # An IPv6 address is not bracketed here.
    return tuple(dict.fromkeys((*LOOPBACK_HOSTS, bound.lower(), *filter(None, names))))
