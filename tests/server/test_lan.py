"""This machine on the local network."""

from __future__ import annotations

from types import SimpleNamespace

import ifaddr
import pytest

from torpedo_dice.server import lan


def _machine(monkeypatch: pytest.MonkeyPatch, *addresses: str, outgoing: str | None) -> None:
    ips = [SimpleNamespace(ip=address, is_IPv4=":" not in address) for address in addresses]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [SimpleNamespace(ips=ips)])
    monkeypatch.setattr(lan, "_outgoing_address", lambda: outgoing)


def test_the_address_with_which_it_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine may have more networks than the one it shares with others."""
    _machine(monkeypatch, "127.0.0.1", "172.17.0.1", "192.168.1.5", outgoing="192.168.1.5")
    assert lan.lan_address() == "192.168.1.5"


def test_without_a_way_out_the_first_that_others_can_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not its own loopback, nor an address that it gave itself."""
    _machine(monkeypatch, "127.0.0.1", "169.254.3.4", "fd00::1", "10.0.0.7", outgoing=None)
    assert lan.lan_address() == "10.0.0.7"
    _machine(monkeypatch, "127.0.0.1", outgoing=None)
    assert lan.lan_address() is None


def test_it_asks_the_system() -> None:
    """Without an error on any machine, connected or not."""
    assert lan.lan_address() != "127.0.0.1"
    assert all(name == name.lower() for name in lan.lan_names())


def test_the_code_in_the_terminal() -> None:
    """Block characters in a square: two rows of modules a line."""
    lines = lan.terminal_qr_code("http://192.168.1.5:8000/").splitlines()
    assert len(lines) > 12
    assert any("█" in line for line in lines)
