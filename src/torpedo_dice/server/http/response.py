"""What every response gets on its way out: security headers, and 304 for an unchanged page."""

from __future__ import annotations

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

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
    """Adds the security headers, and answers 304 where the client has the current version."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Serve a request."""
        known = Headers.from_scope(scope).get("if-none-match", "").split(",")
        is_known = False

        async def send_response(message: Message) -> None:
            nonlocal is_known
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders(message)
                headers.update(SECURITY_HEADERS)
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
