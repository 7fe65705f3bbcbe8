"""What every response gets on its way out: security headers, and 304 for an unchanged page."""

from __future__ import annotations

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import Message, Scope

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
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    # A table's address is the key to it: no other host may learn it.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_NOT_MODIFIED = "torpedo_not_modified"


async def add_security_headers(message: Message, _scope: Scope) -> None:
    """Add the headers to a response."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        for name, value in SECURITY_HEADERS.items():
            headers[name] = value


async def answer_not_modified(message: Message, scope: Scope) -> None:
    """Turn a response into a 304 if the client already has this version of it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders(message)
        etag = headers.get("etag", "")
        if etag and "content-encoding" in headers:
            # Not the same bytes as the file's.
            headers["etag"] = f"W/{etag}"
        known = Headers.from_scope(scope).get("if-none-match", "").split(",")
        if etag and etag in (tag.strip().removeprefix("W/") for tag in known):
            message["status"] = 304
            for name in ("content-length", "content-encoding", "content-type"):
                headers.pop(name, None)
            scope["state"][_NOT_MODIFIED] = True
    elif message["type"] == "http.response.body" and scope["state"].get(_NOT_MODIFIED):
        message["body"] = b""


BEFORE_SEND = [add_security_headers, answer_not_modified]
