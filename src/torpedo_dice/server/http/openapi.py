"""The OpenAPI description, from the same types that read the bodies."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from torpedo_dice.server.messages import protocol

_TEMPLATE = "#/components/schemas/{name}"
_BODIES = (
    protocol.NewTable,
    protocol.TakeSeat,
    protocol.WithSecret,
    protocol.Rematch,
    protocol.Handover,
    protocol.Mine,
    protocol.SheetText,
    protocol.LessonTry,
)
# What each answer holds, as far as a program needs it; docs/protocol.md tells the rest.
_TEXT = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 0}
_OBJECT = {"type": "object"}
_OBJECTS = {"type": "array", "items": _OBJECT}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


_SEATS = {"type": "array", "items": _object(seat=_NUMBER, secret=_TEXT)}
_ANSWERS: dict[str, dict[str, Any]] = {
    "commitment": _object(commitment=_TEXT),
    "table": _object(table=_TEXT, commitment=_TEXT, seats=_SEATS),
    "facts": _object(
        table=_TEXT,
        made={"type": "number"},
        mode=_TEXT,
        sheet=_TEXT,
        commitment=_TEXT,
        seats={"type": "array", "items": _object(seat=_NUMBER, kind=_TEXT, name=_TEXT)},
        stage=_TEXT,
        round=_NUMBER,
        over={"type": "boolean"},
        rematch=_or_null(_TEXT),
    ),
    "seat": _object(seat=_NUMBER, secret=_TEXT),
    "token": _object(token=_TEXT),
    "device": _object(table=_TEXT, seat=_NUMBER, secret=_TEXT),
    "rematch": _object(table=_TEXT, seats=_SEATS),
    "games": _object(games={"type": "array", "items": _object(table=_TEXT)}),
    "record": _object(
        format=_TEXT,
        version=_NUMBER,
        rounds=_OBJECTS,
        result=_or_null(_OBJECT),
        dice=_OBJECT,
    ),
    "sheets": _object(sheets=_OBJECTS),
    "sheet": _object(sheet=_object(name=_TEXT, grid={"type": "array", "items": _TEXT})),
    "replay": _object(mode=_TEXT, sheet=_OBJECT, players=_OBJECTS, dice=_OBJECT, steps=_OBJECTS),
    "lesson": _object(
        steps={"type": "array", "items": _object(step=_TEXT, view=_OBJECT)},
    ),
    "lesson_try": _object(
        view=_OBJECT,
        events=_OBJECTS,
        reached={"type": "boolean"},
        hint=_or_null(_TEXT),
        preview=_or_null(_OBJECT),
    ),
    "bots": _object(bots={"type": "array", "items": _TEXT}),
    "health": _object(status=_TEXT, tables=_NUMBER),
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
            status: {"description": "Done", **_content(_ANSWERS[name])},
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


def components() -> dict[str, Any]:
    """Return the schemas of all bodies, and of an error."""
    _, schemas = msgspec.json.schema_components(_BODIES, ref_template=_TEMPLATE)
    return {**schemas, "Refusal": _object(error=_object(code=_TEXT, message=_TEXT))}
