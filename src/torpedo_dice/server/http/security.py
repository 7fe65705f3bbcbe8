"""What every answer carries and every request must meet: headers, hosts, origins, sizes."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from torpedo_dice.server.config import Config

# No inline script or style, and nothing from any other host.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # A table's address is a key to it: no other host may learn it.
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

Headers = Iterable[tuple[bytes, bytes]]


def header(headers: Headers, name: bytes) -> str | None:
    """Return a request's header; None if it has none."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return None


def is_host_allowed(config: Config, headers: Headers) -> bool:
    """Whether a request names a host that this server goes by."""
    if not config.hosts:
        return True
    return _host_name(header(headers, b"host") or "") in config.hosts


def is_origin_allowed(config: Config, headers: Headers) -> bool:
    """Whether a page that asks for something is ours; a program that is no browser names none."""
    origin = header(headers, b"origin")
    if origin is None or origin in config.origins:
        return True
    host = header(headers, b"host") or ""
    try:
        return host != "" and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
