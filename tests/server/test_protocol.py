"""The protocol: strict, and documented to the last field."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.server.test_table import two
from torpedo_dice.rules import Verdict
from torpedo_dice.server.config import Config
from torpedo_dice.server.http import api as rest
from torpedo_dice.server.http.app import App
from torpedo_dice.server.live import connection as sockets
from torpedo_dice.server.live import lobby as house
from torpedo_dice.server.live import room
from torpedo_dice.server.messages import protocol
from torpedo_dice.server.messages.events import PRIVATE_EVENTS, PUBLIC_EVENTS
from torpedo_dice.server.messages.protocol import MalformedError, Ping, checked_name, decode_message
from torpedo_dice.server.table import commands
from torpedo_dice.server.table.table import Table
from torpedo_dice.server.table.views import view_bytes

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def is_named(word: str) -> bool:
    """Whether the document names a word as code."""
    return f"`{word}`" in DOCUMENT or f'"{word}"' in DOCUMENT


def structs() -> list[type[msgspec.Struct]]:
    """Every public type of the protocol."""
    found = [value for name, value in vars(protocol).items() if not name.startswith("_")]
    return [v for v in found if inspect.isclass(v) and issubclass(v, msgspec.Struct)]


@pytest.mark.parametrize("kind", [s for s in structs() if s is not msgspec.Struct])
def test_every_message_and_field_is_documented(kind: type[msgspec.Struct]) -> None:
    """A type's tag and all its fields stand in docs/protocol.md."""
    tag = kind.__struct_config__.tag
    assert tag is None or is_named(str(tag))
    for field in msgspec.structs.fields(kind):
        assert is_named(field.encode_name), field.encode_name


def test_every_command_is_among_them() -> None:
    """The commands of the document are those of the code."""
    known = {str(kind.__struct_config__.tag) for kind in get_args(protocol.Command)}
    table = DOCUMENT.partition("| `command` | fields | meaning |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, flags=re.M)) == known


def test_every_event_is_documented() -> None:
    """With all its fields, in the table of events; private ones in the paragraph after it."""
    table = DOCUMENT.partition("| `event` | fields |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, flags=re.M))
    assert set(rows) == set(PUBLIC_EVENTS)
    for event, fields in PUBLIC_EVENTS.items():
        assert re.findall(r"`(\w+)`", rows[event]) == list(fields)
    for event in PRIVATE_EVENTS:
        assert is_named(event)


def test_every_error_code_is_documented() -> None:
    """Whatever code stands in the source stands in the document."""
    patterns = (
        r'refuse\(\s*"\w+",\s*"(\w+)"',
        r'Problem\(\s*"\w+",\s*"(\w+)"',
        r'HouseError\(\s*\d+,\s*"(\w+)"',
        r'problem\(\s*\d+,\s*"(\w+)"',
        r'_end\(\s*"\w+",\s*"(\w+)"',
    )
    codes = set(Verdict)
    for module in (commands, house, rest, room, sockets):
        source = inspect.getsource(module)
        for pattern in patterns:
            codes.update(re.findall(pattern, source))
    assert len(codes) > 35
    assert not {code for code in codes if not is_named(code)}


def test_every_call_is_documented(tmp_path: Path) -> None:
    """Each path of the OpenAPI description stands in the document, and the other way round."""
    app = App(Config(data=str(tmp_path / "x.sqlite")))
    paths = app._http.openapi()["paths"]
    known = {f"{method.upper()} {path}" for path, calls in paths.items() for method in calls}
    known |= {"GET /metrics", "GET /api/openapi.json"}
    assert set(re.findall(r"`((?:GET|POST) [^`]+)`", DOCUMENT)) == known


def test_every_field_of_a_view_and_of_the_facts_is_documented() -> None:
    """Real views of a whole game name no field that the document does not."""
    sitting = two()
    keys: set[str] = set()
    while not sitting.table.is_over:
        for seat in (0, None):
            view = json.loads(view_bytes(sitting.table, seat))
            # A sheet and a round are those of a record.
            keys |= keys_of({**view, "sheet": None, "last_round": None})
        sitting.play()
    keys |= keys_of(json.loads(view_bytes(sitting.table, None))["over"])
    keys |= keys_of(json.loads(msgspec.json.encode(facts_of(sitting.table))))
    assert not {key for key in keys if not is_named(key)}


def facts_of(table: Table) -> dict[str, Any]:
    """What anybody may know of a table."""
    return table.facts()


def keys_of(value: object) -> set[str]:
    """All keys in some JSON."""
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def test_the_view_of_the_document_is_json() -> None:
    """Its example can be read."""
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT, flags=re.S)
    assert json.loads(example)["stage"] == "act"


@pytest.mark.parametrize(
    ("text", "words", "id_"),
    [
        ("", "truncated", None),
        ("nonsense", "malformed", None),
        ("[]", "object", None),
        ('{"type":"dance"}', "dance", None),
        ('{"type":"ping","n":"1"}', "int", None),
        ('{"type":"ping","n":1,"m":2}', "m", None),
        ('{"type":"hello","protocol":1,"secrets":"s"}', "array", None),
        ('{"type":"command","id":"a","command":"steal","seat":0}', "steal", "a"),
        ('{"type":"command","id":"a","command":"move"}', "move", "a"),
        ('{"type":"command","id":"a","command":"move","move":"x","y":1}', "y", "a"),
        ('{"type":"command","id":"a","command":"take_back","seat":4}', "seat", "a"),
        ('{"type":"command","id":"","command":"take_back","seat":0}', "id", None),
        ('{"type":"command","id":1,"command":"take_back","seat":0}', "str", None),
        ("[" * 100_000, "", None),
    ],
)
def test_what_is_no_message_is_refused(text: str, words: str, id_: str | None) -> None:
    """With a sentence that names the fault, and the command's id where it has one."""
    with pytest.raises(MalformedError) as refused:
        decode_message(text)
    assert words in str(refused.value)
    assert refused.value.id == id_


def test_messages_are_read() -> None:
    """What is right is taken."""
    assert decode_message('{"type":"ping","n":5}') == Ping(5)
    command = decode_message('{"type":"command","id":"c","command":"return","seat":1}')
    assert isinstance(command, protocol.ReturnCommand)


@pytest.mark.parametrize("name", ["", "   ", "a" * 25, "a\nb", "\u202eevil", "tab\t!"])
def test_names_that_are_none(name: str) -> None:
    """1 to 24 printable characters."""
    with pytest.raises(MalformedError):
        checked_name(name)


def test_names_are_kept_as_they_are() -> None:
    """Without the spaces around them."""
    assert checked_name("  Zoë 🚢 <i> ") == "Zoë 🚢 <i>"
