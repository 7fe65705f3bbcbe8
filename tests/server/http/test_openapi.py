"""The OpenAPI document is derived from the types."""

from __future__ import annotations

import re
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient


def document(client: TestClient[Litestar]) -> Any:
    """What is served."""
    return client.get("/api/openapi.json").json()


def test_schemas_are_strict(client: TestClient[Litestar]) -> None:
    """Unknown fields, lengths and ranges are in it, as the decoder sees them."""
    schemas = document(client)["components"]["schemas"]
    assert schemas["NewTable"]["additionalProperties"] is False
    assert schemas["TakeSeat"]["properties"]["name"]["maxLength"] == 24
    assert schemas["HumanSeat"]["properties"]["kind"] == {"enum": ["human"]}
    assert "required" not in schemas["LessonPreview"] or not schemas["LessonPreview"]["required"]


def test_every_call_has_typed_answers(client: TestClient[Litestar]) -> None:
    """A schema for what is answered, and one for every error."""
    for path, calls in document(client)["paths"].items():
        for call in calls.values():
            assert call["operationId"]
            assert {"400", "403", "404", "409", "413", "422", "429", "503"} < set(call["responses"])
            for status, answer in call["responses"].items():
                schema = answer["content"]["application/json"]["schema"]
                if int(status) >= 400:
                    assert schema == {"$ref": "#/components/schemas/Refusal"}, path


def test_every_reference_leads_to_a_schema(client: TestClient[Litestar]) -> None:
    """The record's did not."""
    document = client.get("/api/openapi.json")
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', document.text))
    assert named <= set(document.json()["components"]["schemas"])
    assert "RecordMessage" in named
