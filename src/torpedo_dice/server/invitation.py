"""Invitations: the link to a table that works for friends, and its QR code.

The player's own address may work only on their machine. The link is based on the origin that the
host configured, on the address that the player used, or on the machine's address on the local
network, in this order.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from torpedo_dice.server.hosts import LOOPBACK_HOSTS, host_name, is_ip_address
from torpedo_dice.server.messages.rest import Invitation, QrCode

Reach: TypeAlias = Literal["anyone", "network", "machine"]
# Maximum length of a link with a QR code: a longer one takes too long to draw and scan.
MAX_LINK = 120


def invite(link_path: str, origin: str, origins: Sequence[str], lan: str | None) -> Invitation:
    """Return the invitation to a page of this server for a player who opened it at `origin`.

    `origins` are those that the host configured, `lan` is the server's on the local network.
    """
    chosen = _origin_for_others(origin, origins, lan)
    link, reach = chosen + link_path, reach_of(chosen)
    has_code = reach != "machine" and len(link) <= MAX_LINK
    return Invitation(link, reach, qr_code(link) if has_code else None)


def _origin_for_others(origin: str, origins: Sequence[str], lan: str | None) -> str:
    if origins:
        return origin if origin in origins else origins[0]
    return lan if lan is not None and reach_of(origin) == "machine" else origin


def reach_of(origin: str) -> Reach:
    """Return who can reach an address."""
    name = host_name(origin)
    if name in LOOPBACK_HOSTS or name.endswith(".localhost"):
        return "machine"
    if not is_ip_address(name):
        return "network" if "." not in name or name.endswith(".local") else "anyone"
    address = ipaddress.ip_address(name)
    if address.is_loopback or address.is_unspecified:
        return "machine"
    return "network" if address.is_private or address.is_link_local else "anyone"


@lru_cache(maxsize=256)
def qr_code(link: str) -> QrCode:
    """Return a link as a QR code."""
    import segno

    rows = [bytes(row) for row in segno.make(link, error="m", micro=False).matrix]
    return QrCode(len(rows), "".join(_bars(y, row) for y, row in enumerate(rows)))


def _bars(y: int, row: bytes) -> str:
    """Return the dark runs of a row as parts of an SVG path."""
    path, x = "", 0
    while (start := row.find(1, x)) >= 0:
        x = row.find(0, start)
        x = len(row) if x < 0 else x
        path += f"M{start} {y}h{x - start}v1h{start - x}z"
    return path
