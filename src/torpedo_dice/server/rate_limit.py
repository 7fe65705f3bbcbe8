"""Rate limits: token buckets, one per client."""

from __future__ import annotations

import ipaddress
import time


def rate_limit_key(address: str) -> str:
    """Return the key for a client's rate limits: its address, or its /64 network in IPv6."""
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
    """A token bucket: a rate per second, and a burst after a pause."""

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
        """Take tokens, even more than are left; return the seconds until the debt is repaid."""
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
        """Whether the bucket is full again, so that it can be dropped."""
        return self._left + (now - self._at) * self._rate >= self._most


class Buckets:
    """A bucket per client; full ones are dropped."""

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

    def spend(self, key: str) -> None:
        """Take a client's token, even if none is left."""
        self.charge(key, 1, time.monotonic())

    def charge(self, key: str, amount: float, now: float) -> float:
        """Take a client's tokens, even more than are left; see `Bucket.charge`."""
        return 0.0 if self._rate == 0 else self._bucket(key, now).charge(amount, now)

    def _bucket(self, key: str, now: float) -> Bucket:
        bucket = self._by_key.get(key)
        if bucket is None:
            if len(self._by_key) > self._forget_above:
                used = {k: b for k, b in self._by_key.items() if not b.is_full(now)}
                self._by_key = used
                # If many remain, don't search them again for every new client.
                self._forget_above = max(self._FORGET_ABOVE, 2 * len(self._by_key))
            bucket = self._by_key[key] = Bucket(self._rate, self._most, now)
        return bucket
