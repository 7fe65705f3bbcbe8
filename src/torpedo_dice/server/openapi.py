"""The OpenAPI description, from the same types that read the bodies."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from torpedo_dice.server import protocol

_TEMPLATE = "#/components/schemas/{name}"
_BODIES = (
    protocol.NewTable,
    protocol.TakeSeat,
    protocol.WithSecret,
    protocol.Rematch,
    protocol.Handover,
    protocol.Mine,
    protocol.SheetText,
)
# The keys of each answer; what is in them docs/protocol.md tells.
_ANSWERS: dict[str, tuple[str, ...]] = {
    "commitment": ("commitment",),
    "table": ("table", "seats"),
    "facts": ("table", "mode", "seats", "stage", "round", "over"),
    "seat": ("seat", "secret"),
    "token": ("token",),
    "games": ("games",),
    "record": ("format", "version", "rounds", "result", "dice"),
    "sheets": ("sheets",),
    "sheet": ("sheet",),
    "replay": ("steps",),
    "bots": ("bots",),
    "health": ("status",),
}
_ERRORS = {
    400: "A request that is none",
    403: "Not yours",
    404: "Not there",
    409: "Not possible now",
    413: "Too large",
    422: "Malformed, with the place",
    429: "Too much at once",
    503: "The storage failed",
}


def describe(name: str, body: type | None = None, status: int = 200) -> dict[str, Any]:
    """Return what FastAPI is told of a call: its body, its answer, its errors."""
    if name == "commitment":
        status = 201
    about: dict[str, Any] = {
        "status_code": status,
        "response_class": _no_class(),
        "responses": {
            status: {"description": "Done", **_content(_object(_ANSWERS[name]))},
            **{
                code: {"description": why, **_content({"$ref": _TEMPLATE.format(name="Refusal")})}
                for code, why in _ERRORS.items()
            },
        },
    }
    if body is not None:
        schema = {"type": "object"} if body is dict else {"$ref": _ref(body)}
        about["openapi_extra"] = {"requestBody": {"required": True, **_content(schema)}}
    return about


def add_path_parameters(path: str, about: dict[str, Any]) -> dict[str, Any]:
    """Return what FastAPI is told of a call, with the parameters that its path names."""
    names = re.findall(r"{(\w+)}", path)
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]
    extra = {**about.get("openapi_extra", {}), "parameters": parameters}
    return {**about, "openapi_extra": extra} if parameters else about


def _no_class() -> Any:
    from fastapi import Response

    return Response


def _ref(body: type) -> str:
    return _TEMPLATE.format(name=body.__name__)


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _object(keys: tuple[str, ...]) -> dict[str, Any]:
    return {"type": "object", "required": list(keys), "properties": {key: {} for key in keys}}


def components() -> dict[str, Any]:
    """Return the schemas of all bodies, and of an error."""
    _, schemas = msgspec.json.schema_components(_BODIES, ref_template=_TEMPLATE)
    error = _object(("code", "message"))
    error["properties"] = {"code": {"type": "string"}, "message": {"type": "string"}}
    refusal = {"type": "object", "required": ["error"], "properties": {"error": error}}
    return {**schemas, "Refusal": refusal}
