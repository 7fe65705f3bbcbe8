"""What every response gets: an id, security headers, and 304 for an unchanged page."""

from __future__ import annotations

import re
import secrets

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from torpedo_dice.server.logs import request_id

# The header with the id of a request; a proxy may choose it.
REQUEST_ID = "x-request-id"
_VALID_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
# No inline script or style, and nothing from any other host.
_OURS = ("script", "style", "font", "media", "connect", "manifest", "worker")
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in _OURS),
        "img-src 'self' data:",
        *(f"{what} 'none'" for what in ("base-uri", "form-action", "frame-ancestors")),
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


class ResponseMiddleware(ASGIMiddleware):
    """Adds an id and the security headers, and answers 304 if the client is up to date."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Serve a request."""
        given = Headers.from_scope(scope)
        known = given.get("if-none-match", "").split(",")
        is_known = False
        chosen = given.get(REQUEST_ID, "")
        identifier = chosen if _VALID_ID.fullmatch(chosen) else secrets.token_hex(8)
        request_id.set(identifier)

        async def send_response(message: Message) -> None:
            nonlocal is_known
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders(message)
                headers.update(SECURITY_HEADERS)
                headers[REQUEST_ID] = identifier
                etag = headers.get("etag", "")
                if etag and "content-encoding" in headers:
                    # Not the bytes that the tag stands for, but equivalent.
                    headers["etag"] = f"W/{etag}"
                is_known = etag != "" and etag in (tag.strip().removeprefix("W/") for tag in known)
                if is_known:
                    message["status"] = 304
                    for name in ("content-length", "content-encoding", "content-type"):
                        headers.pop(name, None)
            elif message["type"] == "http.response.body" and is_known:
                message["body"] = b""
            await send(message)

        await next_app(scope, receive, send_response)
