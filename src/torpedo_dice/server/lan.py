"""This machine on the local network: its address there, and a QR code for the terminal."""

from __future__ import annotations

import io
import ipaddress
import socket

# Nothing is sent there: this only determines which local address the system would use.
_SOMEWHERE = ("192.0.2.1", 9)


def lan_address() -> str | None:
    """Return the IPv4 address at which others on the local network can reach this machine."""
    found = _addresses()
    preferred = _outgoing_address()
    return preferred if preferred in found else next(iter(found), None)


def lan_names() -> tuple[str, ...]:
    """Return this machine's host names on the local network."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")


def _addresses() -> list[str]:
    import ifaddr

    addresses = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return [str(one) for one in addresses if _is_reachable(str(one))]


def _is_reachable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _outgoing_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def terminal_qr_code(link: str) -> str:
    """Return a link as a QR code of block characters."""
    import segno

    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()
