"""What is generated from the message types is up to date, and error codes are documented."""

from __future__ import annotations

import inspect
import re
from typing import get_args

import msgspec
import pytest

from tools import protocol
from torpedo_dice.server.http import api, errors, guards, replay_jobs
from torpedo_dice.server.live import connection, lobby, room
from torpedo_dice.server.messages.commands import ClientMessage
from torpedo_dice.server.table import commands

DOCUMENT = protocol.DOCUMENT.read_text(encoding="utf-8")


def test_the_documentation_is_up_to_date() -> None:
    """Run `make protocol` after changing a message type."""
    assert protocol.document() == DOCUMENT


def test_the_pages_types_are_up_to_date() -> None:
    """Run `make protocol` after changing a message type."""
    assert protocol.types_js() == protocol.TYPES.read_text(encoding="utf-8")


def test_every_type_says_what_it_is_for() -> None:
    """Its docstring is its description in the documentation, OpenAPI and the page's types."""
    assert all(struct.__doc__ for struct in protocol.structs_of(*protocol.MODULES))


def test_every_error_code_is_documented() -> None:
    """Each code in the source is in the documentation."""
    patterns = (
        r'refuse\(\s*"\w+",\s*"(\w+)"',
        r'Problem\(\s*"\w+",\s*"(\w+)"',
        r'RequestRefused\(\s*\d+,\s*"(\w+)"',
        r'refusal\(\s*request,\s*\d+,\s*"(\w+)"',
        r'_end\(\s*"\w+",\s*"(\w+)"',
    )
    codes: set[str] = set()
    for module in (commands, lobby, api, errors, guards, replay_jobs, room, connection):
        source = inspect.getsource(module)
        for pattern in patterns:
            codes.update(re.findall(pattern, source))
    assert len(codes) > 25
    assert not {code for code in codes if f"`{code}`" not in DOCUMENT}


def test_patterns_match_whole_texts() -> None:
    """A line break at the end, before which `$` matches in Python, is not part of any name."""
    schemas = [protocol.openapi(), *map(msgspec.json.schema, get_args(ClientMessage))]
    patterns = set(re.findall(r"'pattern': '(.*?)'", str(schemas)))
    assert len(patterns) >= 3
    assert all(pattern.endswith(r"$(?!\\n)") for pattern in patterns)


@pytest.mark.parametrize("schema", ["View", "FiredEvent", "Facts", "RecordMessage", "NewTable"])
def test_openapi_describes_every_type(schema: str) -> None:
    """Derived from the same types as the messages themselves."""
    assert schema in protocol.openapi()["components"]["schemas"]
