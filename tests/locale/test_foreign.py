"""Messages of Python's parsers, of msgspec and of the operating system become sentences of ours."""

from __future__ import annotations

import errno
import json
import os
import tomllib
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from tools.protocol import structs_of
from torpedo_dice.locale import told
from torpedo_dice.locale.foreign import OS_ERRORS, in_our_words
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages import commands, rest

MALFORMED_JSON = ["", "{", '{"a"', '{"a":1', "[1,]", '"a', '"\x01"', '"\\q"', '"\\u12"', "1 2"]
MALFORMED_TOML = [
    *("a", "a =", "a = [1", "a = {b=1", "a = 1 2", 'a = "x', "a = 'x", 'a = "\\q"', "[a", "[[a]"),
    *('a = "\\ud800"', 'a = "\\u12"', "a=1\na=2", "[a]\n[a]", "a = {b=1,b=2}", "= 1", "# \x01"),
    *('a = "\x01"', "a=[1]\n[[a]]", "a = {b=1,}", "a.b=1\na.b.c=2", "a = " + "1" * 5000),
]
# Each kind of bound in our types, with what breaks it and what we say.
MALFORMED_VALUES: list[tuple[Any, bytes, str]] = [
    (int, b'"a"', "must be a whole number, not a string"),
    (int | None, b"true", "must be a whole number or null, not true or false"),
    (list[int], b"[1,2.5]", "[1]: must be a whole number, not a number"),
    (dict[str, int], b"[]", "must be an object, not a list"),
    (tuple[int, int], b"[1]", "must have 2 entries"),
    (Literal["solo"], b'"x"', "'x' isn’t allowed here"),
    (Annotated[int, Meta(ge=0)], b"-1", "must be 0 or more"),
    (Annotated[int, Meta(lt=4)], b"4", "must be 3 or less"),
    (Annotated[float, Meta(ge=0.5)], b"0.1", "must be 0.5 or more"),
    (Annotated[float, Meta(le=2.0)], b"3.0", "must be 2.0 or less"),
    (Annotated[str, Meta(min_length=1)], b'""', "must not be empty"),
    (Annotated[str, Meta(min_length=2)], b'"a"', "must have at least 2 characters"),
    (Annotated[str, Meta(max_length=1)], b'"ab"', "has more than 1 characters"),
    (Annotated[str, Meta(pattern="^a$")], b'"b"', "must have the form '^a$'"),
    (Annotated[list[int], Meta(min_length=1)], b"[]", "must not be empty"),
    (Annotated[list[int], Meta(min_length=2)], b"[]", "must have at least 2 entries"),
    (Annotated[list[int], Meta(max_length=1)], b"[1,2]", "has more than 1 entries"),
    (int, b"1e999", "a number is malformed or too large"),
    (str, b'"\xff"', "it isn’t UTF-8 text"),
    (str, b'"\\q"', "invalid JSON: a string contains an invalid character"),
    (str, b'"\\u12zz"', "invalid JSON: a string contains an invalid character"),
    (str, b'"a', "it’s incomplete"),
    (list[int], b"[1 2]", "invalid JSON: a comma or a closing bracket is missing"),
    (list[int], b"[1,]", "invalid JSON: there’s a comma too many"),
    (dict[str, int], b"{1:2}", "invalid JSON: a key is missing or malformed"),
    (dict[str, int], b'{"a" 1}', "invalid JSON: a colon is missing"),
    (int, b"1 2", "invalid JSON: there’s something after the end"),
    (int, b"x", "invalid JSON: a value is missing or malformed"),
]

# Of every type, too small and too large, with tags that are wrong, unknown or of an empty seat.
ANY_VALUES: list[Any] = [
    *(None, True, -1, 0, 1.5, 10**9, 10**30, 1e300, "", "x", "x" * 70_000),
    *([], [None], [3] * 60, [[1]], [[1, 1000]], [[1, 2, 3]], [""], ["x" * 300]),
    *({}, {"a": 1}, [{}], [{"kind": 1}], [{"kind": "x"}], [{"kind": "human"}]),
    *([{"kind": "human", "name": ""}], [{"kind": "bot", "bot": 3}], [{"kind": "open", "a": 1}]),
]


class _Strict(msgspec.Struct, forbid_unknown_fields=True):
    a: int


def _known(message: object) -> bool:
    """Whether a message is a sentence of ours, with everything inside it."""
    if not isinstance(message, Sentence):
        return False
    # What else a sentence names, such as a field or a number, is the same in every language.
    names = {"why", "kind", "first", "last"} | ({"value"} if "kind" in message.values else set())
    return all(_known(message.values[name]) for name in names & message.values.keys())


@pytest.mark.parametrize("text", MALFORMED_JSON)
def test_json(text: str) -> None:
    """Every fault is known, and its place is told."""
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert _known(in_our_words(caught.value)), caught.value
    assert told(caught.value).startswith("line 1, column ")


@pytest.mark.parametrize("text", MALFORMED_TOML, ids=lambda text: text[:12])
def test_toml(text: str) -> None:
    """Every fault of Python's parser is known."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # of several types
        tomllib.loads(text)
    assert _known(in_our_words(caught.value)), caught.value


@pytest.mark.parametrize(("kind", "data", "sentence"), MALFORMED_VALUES)
def test_messages(kind: Any, data: bytes, sentence: str) -> None:
    """Every bound that our messages use has its sentence."""
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as caught:
        msgspec.json.decode(data, type=kind)
    assert _known(in_our_words(caught.value)), caught.value
    assert told(caught.value) == sentence


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"[{}]", "[0]: a is missing"),
        (b'[{"a":1,"b":2}]', "[0]: b is unknown"),
        (b'[{"a":"x"}]', "[0].a: must be a whole number, not a string"),
    ],
)
def test_fields_of_messages(data: bytes, sentence: str) -> None:
    """A field that is missing, unknown or of another type, with its place."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(data, type=list[_Strict])
    assert told(caught.value) == sentence


@pytest.mark.parametrize("struct", structs_of(commands, rest), ids=lambda struct: struct.__name__)
def test_everything_that_our_messages_refuse(struct: type[msgspec.Struct]) -> None:
    """Whatever a client puts into a field of a real message, we can say what is wrong."""
    config = struct.__struct_config__
    tag = {} if config.tag_field is None else {config.tag_field: config.tag}
    errors = []
    for field in msgspec.structs.fields(struct):
        for value in ANY_VALUES:
            data = msgspec.json.encode(tag | {field.encode_name: value})
            try:
                msgspec.json.decode(data, type=struct)
            except msgspec.ValidationError as error:
                errors.append(error)
    assert errors or not msgspec.structs.fields(struct)
    assert [str(error) for error in errors if not _known(in_our_words(error))] == []


@pytest.mark.parametrize("number", OS_ERRORS)
def test_errors_of_the_operating_system(number: int) -> None:
    """By their numbers; the file's name is not repeated."""
    error = OSError(number, os.strerror(number), "a file")
    assert told(error) == OS_ERRORS[number]


def test_what_is_not_known_stays() -> None:
    """An unusual error is shown as it is, rather than not at all."""
    assert told(OSError(errno.EIO, "Input/output error")) == "Input/output error"
    assert told(RuntimeError("something else")) == "something else"
