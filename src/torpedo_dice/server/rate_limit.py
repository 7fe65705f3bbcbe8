"""Rate limits: token buckets, one per client."""

from __future__ import annotations

import ipaddress
import time


def rate_limit_key(address: str) -> str:
    """Return what a client is counted by: its address, or its /64 network in IPv6."""
    if ":" not in address:
        return address
    try:
        six = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if six.ipv4_mapped is not None:
        return str(six.ipv4_mapped)
    return str(ipaddress.IPv6Network((six, 64), strict=False))


class Bucket:
    """Lets a number per second through, and a burst after a pause."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token; False if none is left. A rate of 0 means no limit."""
        if self._rate == 0:
            return True
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, amount: float, now: float) -> float:
        """Take tokens, even more than are left; returns the seconds until none are owed."""
        if self._rate == 0:
            return 0.0
        self._refill(now)
        self._left -= amount
        return 0.0 if self._left >= 0 else -self._left / self._rate

    def _refill(self, now: float) -> None:
        left = self._left + (now - self._at) * self._rate
        self._left = left if left < self._most else self._most
        self._at = now

    def is_full(self, now: float) -> bool:
        """Whether it has not been used for so long that it can be forgotten."""
        return self._left + (now - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each client; those that are full again are forgotten."""

    _FORGET_ABOVE = 1000

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._by_key: dict[str, Bucket] = {}
        self._forget_above = self._FORGET_ABOVE

    def take(self, key: str) -> bool:
        """Take a client's token; False if none is left."""
        if self._rate == 0:
            return True
        now = time.monotonic()
        return self._bucket(key, now).take(now)

    def charge(self, key: str, amount: float, now: float) -> float:
        """Take a client's tokens, even more than are left; see `Bucket.charge`."""
        return 0.0 if self._rate == 0 else self._bucket(key, now).charge(amount, now)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) > self._forget_above:
                used = {k: b for k, b in self._by_key.items() if not b.is_full(now)}
                self._by_key = used
                # If many remain, they are not searched again for every new client.
                self._forget_above = max(self._FORGET_ABOVE, 2 * len(self._by_key))
            bucket = self._by_key[key] = Bucket(self._rate, self._most, now)
        return bucket
