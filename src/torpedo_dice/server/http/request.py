"""Requests whose bodies are decoded strictly, straight into the type that a handler declares.

By default Litestar decodes JSON first and converts it afterwards, which accepts "3" for a number.
"""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import InternalServerException

from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.codec import MalformedError, decode_body


class StrictRequest(Request[Any, Any, Any]):
    """A request with a typed body."""

    async def body(self) -> bytes:
        """Return the body; MalformedError if it is missing, or the client disconnected midway."""
        try:
            body = await super().body()
        except InternalServerException:
            raise MalformedError(Sentence("the request body is incomplete")) from None
        # Litestar's own error for this is in English only.
        if not body and self.route_handler.parsed_data_field is not None:
            raise MalformedError(Sentence("the request body is missing"))
        return body

    async def json(self) -> Any:
        """Return the body as what the handler declares."""
        declared = self.route_handler.parsed_data_field
        kind = Any if declared is None else declared.annotation
        return decode_body(await self.body(), kind)
