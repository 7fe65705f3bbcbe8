"""Invitations: the address that friends can open, and its QR code."""

from __future__ import annotations

import re

import pytest
import segno

from torpedo_dice.server.invitation import MAX_LINK, Reach, invite, qr_code, reach_of

LAN = "http://192.168.1.5:8000"
PUBLIC = "https://dice.example"


@pytest.mark.parametrize(
    ("at", "origins", "lan", "origin", "reach"),
    [
        # At home: only this machine, unless it is on the local network.
        ("http://127.0.0.1:8000", [], None, "http://127.0.0.1:8000", "machine"),
        ("http://localhost:8000", [], LAN, LAN, "network"),
        ("http://[::1]:8000", [], LAN, LAN, "network"),
        # A guest on the local network passes on what works there.
        ("http://10.0.0.7:8000", [], LAN, "http://10.0.0.7:8000", "network"),
        ("http://den.local:8000", [], LAN, "http://den.local:8000", "network"),
        # A public server, directly and behind a proxy that doesn't forward the host.
        ("https://dice.example", [], None, PUBLIC, "anyone"),
        ("http://127.0.0.1:8000", [PUBLIC], None, PUBLIC, "anyone"),
        ("https://b.example", [PUBLIC, "https://b.example"], None, "https://b.example", "anyone"),
    ],
)
def test_the_address_for_others(
    at: str, origins: list[str], lan: str | None, origin: str, reach: Reach
) -> None:
    """What the host configured, then where the player is, then the local network."""
    invitation = invite("/t/abc", at, origins, lan)
    assert (invitation.link, invitation.reach) == (f"{origin}/t/abc", reach)
    assert (invitation.qr is None) == (reach == "machine")


@pytest.mark.parametrize("origin", ["http://", "http://[", "http://0.0.0.0:1", "http://x y"])
def test_an_odd_address_is_no_failure(origin: str) -> None:
    """Whatever a client calls this server."""
    assert reach_of(origin) in ("machine", "network", "anyone")


def _drawn(path: str, size: int) -> list[list[int]]:
    """Draw a path's bars."""
    rows = [[0] * size for _ in range(size)]
    for bar in re.finditer(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        x, y, width, back = map(int, bar.groups())
        assert width == back
        rows[y][x : x + width] = [1] * width
    return rows


def test_the_code_is_that_of_the_link() -> None:
    """Module for module."""
    link = f"{LAN}/t/abcdefghjkmn"
    code = qr_code(link)
    expected = [list(row) for row in segno.make(link, error="m", micro=False).matrix]
    assert _drawn(code.path, code.size) == expected
    assert len(code.path) < 12_000


def test_a_link_has_a_limit() -> None:
    """A QR code of a long text takes long to draw; the link itself is enough."""
    name = "x" * (MAX_LINK - len("http://.example/t/abc"))
    assert invite("/t/abc", f"http://{name}.example", [], None).qr is not None
    assert invite("/t/abc", f"http://{name}x.example", [], None).qr is None
