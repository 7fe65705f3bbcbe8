"""Admission: connections and requests are counted by address, except those of trusted proxies."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from torpedo_dice.server.config import Limits
from torpedo_dice.server.transport.admission import Admission


class Peer(asyncio.BaseTransport):
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._peer = (address, 1234)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return the address."""
        return self._peer if name == "peername" else default


def test_connections_of_one_address_are_limited() -> None:
    """Others are admitted, and so is the next one after one has ended."""
    admission = Admission(Limits(tcp_connections=2))
    first = Peer("192.0.2.1")
    assert admission.open(first)
    assert admission.open(Peer("192.0.2.1"))
    refused = Peer("192.0.2.1")
    assert not admission.open(refused)
    assert admission.open(Peer("192.0.2.2"))
    admission.close(refused)
    admission.close(first)
    assert admission.open(Peer("192.0.2.1"))


def test_all_connections_are_limited() -> None:
    """However many addresses there are."""
    admission = Admission(Limits(all_connections=3))
    assert [admission.open(Peer(f"192.0.2.{n}")) for n in range(4)] == [True] * 3 + [False]


@pytest.mark.parametrize("proxies", ["192.0.2.1", "198.51.100.7, 192.0.2.0/24", "*"])
def test_a_trusted_proxy_is_exempt(proxies: str) -> None:
    """It forwards many clients."""
    admission = Admission(Limits(tcp_connections=1, requests=1, requests_at_once=1), proxies)
    peers = [Peer("192.0.2.1") for _ in range(5)]
    assert all(admission.open(peer) for peer in peers)
    assert admission.charge(peers[0], 100) == 0


def test_requests_beyond_the_burst_must_wait() -> None:
    """By as long as it takes until they are within the rate."""
    admission = Admission(Limits(requests=10, requests_at_once=5))
    peer, other = Peer("192.0.2.1"), Peer("192.0.2.2")
    admission.open(peer)
    admission.open(other)
    assert admission.charge(peer, 5) == 0
    assert admission.charge(peer, 10) == pytest.approx(1.0, abs=0.1)
    assert admission.charge(other, 5) == 0
