"""Counting what clients ask for: buckets that fill again with time."""

from __future__ import annotations

import ipaddress
import time


def asker(address: str) -> str:
    """Return who is counted: an address; of IPv6 its network, which one home has whole."""
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
    """Lets a number a second through, and some at once after a pause."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = now

    def take(self, now: float) -> bool:
        """Take one; False if none is left. A rate of 0 has no limit."""
        if self._rate == 0:
            return True
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether nobody has taken anything for long enough to forget it."""
        return self._left + (now - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    _FORGET_ABOVE = 1000

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._by_address: dict[str, Bucket] = {}
        self._forget_above = self._FORGET_ABOVE

    def take(self, address: str) -> bool:
        """Take one for an address; False if none is left."""
        if self._rate == 0:
            return True
        now = time.monotonic()
        bucket = self._by_address.get(address)
        if bucket is None:
            if len(self._by_address) > self._forget_above:
                self._forget(now)
                # Where many stay, they are not looked through for every newcomer.
                self._forget_above = max(self._FORGET_ABOVE, 2 * len(self._by_address))
            bucket = self._by_address[address] = Bucket(self._rate, self._most, now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        full = [address for address, bucket in self._by_address.items() if bucket.is_full(now)]
        for address in full:
            del self._by_address[address]
