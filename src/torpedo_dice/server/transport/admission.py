"""Admission: limits on connections and requests per address, before anything is parsed.

A trusted proxy is exempt: it forwards many clients, which it can count better than we can here.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from ipaddress import ip_address, ip_network

from torpedo_dice.server.config import Limits
from torpedo_dice.server.rate_limit import Buckets, rate_limit_key


class Admission:
    """The open connections of all addresses, and how fast they send requests."""

    def __init__(self, limits: Limits, proxies: str | None = None) -> None:
        """`proxies` are addresses and networks, separated by commas; `*` is every address."""
        self._limits = limits
        self._requests = Buckets(limits.requests, limits.requests_at_once)
        self._proxies = [one.strip() for one in (proxies or "").split(",") if one.strip()]
        self._open: dict[asyncio.BaseTransport, str | None] = {}
        self._by_address: Counter[str] = Counter()

    def open(self, transport: asyncio.BaseTransport) -> bool:
        """Register a connection; return whether it is within the limits."""
        key = self._key(transport)
        self._open[transport] = key
        if key is not None:
            self._by_address[key] += 1
            if self._by_address[key] > self._limits.tcp_connections:
                return False
        return len(self._open) <= self._limits.all_connections

    def close(self, transport: asyncio.BaseTransport) -> None:
        """Remove a connection."""
        key = self._open.pop(transport, None)
        if key is not None:
            self._by_address[key] -= 1
            if not self._by_address[key]:
                del self._by_address[key]

    def charge(self, transport: asyncio.BaseTransport, requests: int) -> float:
        """Count requests; return how many seconds to pause reading from the connection."""
        key = self._open.get(transport)
        return 0.0 if key is None else self._requests.charge(key, requests, time.monotonic())

    def _key(self, transport: asyncio.BaseTransport) -> str | None:
        """Return the key for a connection's limits; None if it is exempt."""
        peer = transport.get_extra_info("peername")
        if not isinstance(peer, tuple) or self._is_proxy(str(peer[0])):
            return None
        return rate_limit_key(str(peer[0]))

    def _is_proxy(self, address: str) -> bool:
        return any(proxy in ("*", address) or _is_in(address, proxy) for proxy in self._proxies)


def _is_in(address: str, network: str) -> bool:
    try:
        return ip_address(address) in ip_network(network, strict=False)
    except ValueError:
        return False
