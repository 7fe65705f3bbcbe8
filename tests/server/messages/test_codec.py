"""Decoding: strict, with a sentence that names the fault."""

from __future__ import annotations

import json

import msgspec
import pytest

from torpedo_dice.locale import speaking
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.codec import (
    MalformedError,
    decode_message,
    encode,
    preencoded,
)
from torpedo_dice.server.messages.commands import Ping, ReturnCommand
from torpedo_dice.server.messages.replies import ErrorMessage, Problem


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
        ('{"type":"speak","language":"en\\n"}', "regex", None),
        ("[" * 100_000, "", None),
    ],
)
def test_malformed_messages_are_refused(text: str, words: str, id_: str | None) -> None:
    """With a sentence that names the fault, and the command's id where it has one."""
    with pytest.raises(MalformedError) as refused:
        decode_message(text)
    assert words in str(refused.value)
    assert refused.value.id == id_


def test_messages_are_read() -> None:
    """Valid messages become typed values."""
    assert decode_message('{"type":"ping","n":5}') == Ping(5)
    command = decode_message('{"type":"command","id":"c","command":"return","seat":1}')
    assert isinstance(command, ReturnCommand)


def test_sentences_are_encoded_in_the_readers_language() -> None:
    """The same message, in two languages."""
    message = ErrorMessage(
        Problem("refused", "hello_first", Sentence("the first message must be hello"))
    )
    with speaking("en"):
        english = json.loads(encode(message))["error"]["why"]
    with speaking("de"):
        german = json.loads(encode(message))["error"]["why"]
    assert english == "the first message must be hello"
    assert german not in ("", english)


def test_a_preencoded_part_is_encoded_as_its_value() -> None:
    """Anywhere in a message."""
    value = [Ping(1), Ping(2)]
    assert encode({"a": preencoded(value)}) == encode({"a": value})
    assert isinstance(preencoded(value), msgspec.Raw)
