"""The route of the WebSocket."""

from __future__ import annotations

import asyncio

import pytest
import websockets

from tests.server.players import Server


def test_other_addresses_are_refused(server: Server) -> None:
    """403, before any message."""

    async def main() -> int:
        with pytest.raises(websockets.InvalidStatus) as refused:
            await websockets.connect(f"ws://127.0.0.1:{server.port}/api/elsewhere")
        return refused.value.response.status_code

    assert asyncio.run(main()) == 403
