"""The WebSocket of a table."""

from __future__ import annotations

from typing import Any, cast

from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.params import FromPath

from torpedo_dice.server.http.guards import client_key
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.live.connection import Connections
from torpedo_dice.server.transport.websocket import SCOPE_KEY, WebSocketProtocol


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table: FromPath[str],
    connections: NamedDependency[Connections],
) -> None:
    """Serve a player or a spectator until the connection ends."""
    protocol = cast("WebSocketProtocol", socket.scope[SCOPE_KEY])  # type: ignore[literal-required]
    connections.serve(client_key(socket), table, language_of(socket), protocol)
