"""Guards: who may call at all. Litestar asks them before it reads a body or opens a WebSocket."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.types import Guard

from torpedo_dice.rules import Sentence
from torpedo_dice.server.hosts import host_name, is_ip_address
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.rate_limit import Buckets, rate_limit_key

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


def client_key(connection: Connection) -> str:
    """Return the key under which a client's calls and connections are counted."""
    return rate_limit_key(connection.client.host if connection.client is not None else "")


def host_guard(hosts: Collection[str]) -> Guard:
    """Refuse requests that name an unknown host; with no hosts given, all are known.

    A page of another site can point its own name at this server and then use it as its own (DNS
    rebinding). It cannot do that with an IP address, so these are always known.
    """

    async def check(connection: Connection, _handler: BaseRouteHandler) -> None:
        name = host_name(connection.headers.get("host", ""))
        if hosts and name not in hosts and not is_ip_address(name):
            facts = {"host": name[:80]}
            why = Sentence(
                "unknown host {host!r}: the server’s operator can allow it with --allowed-host",
                **facts,
            )
            raise RequestRefused(400, "host", why)

    return check


class OriginGuard:
    """Refuses what a page of another origin must not do: POST, and open a WebSocket."""

    def __init__(self, origins: Collection[str]) -> None:
        """`origins` are allowed besides the server's own."""
        self._origins = origins

    async def __call__(self, connection: Connection, _handler: BaseRouteHandler) -> None:
        """Check a request."""
        # A foreign page cannot read our answers, but it could make tables.
        is_risky = connection.scope.get("method") in (None, "POST")
        headers = connection.headers
        if is_risky and not self.is_allowed(headers.get("origin"), headers.get("host", "")):
            why = Sentence("requests from other origins aren’t allowed")
            raise RequestRefused(403, "origin", why)

    def is_allowed(self, origin: str | None, host: str) -> bool:
        """Whether a page of this origin may use this host; programs name no origin."""
        if origin is None or origin in self._origins:
            return True
        try:
            return host != "" and urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False


def rate_limit_guard(calls: Buckets) -> Guard:
    """Limit the calls per second of each client."""

    async def check(connection: Connection, _handler: BaseRouteHandler) -> None:
        if not calls.take(client_key(connection)):
            why = Sentence("too many requests: wait a moment")
            raise RequestRefused(429, "too_fast", why)

    return check


def count_table(lobby: Lobby, connection: Connection) -> None:
    """Count a new table of a client; refuse it if there were too many."""
    if not lobby.count_table(client_key(connection)):
        why = Sentence("too many new tables: try again later")
        raise RequestRefused(429, "too_many_tables", why)
