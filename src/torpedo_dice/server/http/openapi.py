"""The OpenAPI document: paths from the handlers, schemas from the types in `messages/`.

msgspec writes the schemas itself. Litestar's own lack what makes a body strict: which fields are
unknown, and how long a pair is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import litestar
import msgspec
from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema

from torpedo_dice import __version__
from torpedo_dice.server.messages import record, rest, review

# The errors that any call may be answered with.
REFUSALS = {
    status: ResponseSpec(rest.Refusal, description=description, generate_examples=False)
    for status, description in (
        (400, "Bad request"),
        (403, "Forbidden"),
        (404, "Not found"),
        (409, "Conflict with the current state"),
        (413, "Request body too large"),
        (422, "Malformed or invalid request body"),
        (429, "Rate limit exceeded"),
        (503, "Storage unavailable"),
    )
}

get = partial(litestar.get, responses=REFUSALS)
post = partial(litestar.post, responses=REFUSALS)


@dataclass
class WithUnreadBody(Operation):
    """The description of a call that reads its body itself, so that Litestar does not see it."""

    def __post_init__(self) -> None:
        """Describe the body as any JSON."""
        content = {"application/json": OpenAPIMediaType(schema=Schema())}
        self.request_body = RequestBody(content=content, required=True)


class _MsgspecSchemas(JsonRenderPlugin):
    """Serves the document with msgspec's schemas."""

    def render(
        self,
        request: Request[Any, Any, Any],  # noqa: ARG002  # the interface is Litestar's
        openapi_schema: dict[str, Any],
    ) -> bytes:
        """Write the document."""
        return msgspec.json.encode(openapi_document(openapi_schema))


def openapi_document(derived: dict[str, Any]) -> dict[str, Any]:
    """Return the document that Litestar derived, with msgspec's schemas in it."""
    structs = [
        value
        for value in (*vars(rest).values(), *vars(record).values(), *vars(review).values())
        if isinstance(value, type) and issubclass(value, msgspec.Struct)
    ]
    template = "#/components/schemas/{name}"
    _, schemas = msgspec.json.schema_components(structs, ref_template=template)
    return {**derived, "components": {"schemas": schemas}}


def openapi_config() -> OpenAPIConfig:
    """Return Litestar's settings."""
    return OpenAPIConfig(
        title="Torpedo Dice",
        version=__version__,
        path="/api/openapi.json",
        # Only the document: the usual viewers load scripts from another host.
        render_plugins=[_MsgspecSchemas(path=["/", "/openapi.json"])],
        operation_id_creator=lambda handler, _method, _path: handler.handler_name,
        use_handler_docstrings=True,
    )
