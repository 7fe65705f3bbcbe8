"""The host names that a server accepts."""

from __future__ import annotations

import pytest

from torpedo_dice.server.hosts import LOOPBACK_HOSTS, allowed_hosts, host_name, is_ip_address


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("Example.org:8000", "example.org"),
        ("example.org.", "example.org"),
        ("https://example.org/x", "example.org"),
        ("[::1]:80", "::1"),
        ("[::1", ""),
        ("", ""),
    ],
)
def test_the_name_in_an_address(host: str, name: str) -> None:
    """Without its port, in lower case."""
    assert host_name(host) == name


def test_allowed_hosts() -> None:
    """Those of this machine, the one that is listened on, those given and those of pages."""
    assert allowed_hosts("127.0.0.1", (), ()) == LOOPBACK_HOSTS
    found = allowed_hosts("box.lan", ["A.example:443"], ["https://b.example"])
    assert found == (*LOOPBACK_HOSTS, "box.lan", "a.example", "b.example")
    assert allowed_hosts("0.0.0.0", ["a.example", "*"], ()) == ()  # noqa: S104


def test_ip_addresses() -> None:
    """Only an address, not a name that contains one."""
    assert is_ip_address("192.168.1.5")
    assert is_ip_address("::1")
    assert not is_ip_address("127.0.0.1.evil.example")
    assert not is_ip_address("")
