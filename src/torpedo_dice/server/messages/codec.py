"""Encoding and decoding messages: typed values on one side, JSON on the other."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from torpedo_dice.locale import told
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.commands import ClientMessage, Command, Hello, Ping, Speak
from torpedo_dice.server.messages.values import MAX_ID

T = TypeVar("T")


def _translate(value: object) -> str:
    """Say a sentence in the language of its reader."""
    if not isinstance(value, Sentence):
        raise TypeError(f"{type(value).__name__} has no JSON form")
    return told(value)


encode = msgspec.json.Encoder(enc_hook=_translate).encode


def preencoded(value: T) -> T:
    """Encode a part of messages once, for those that go out again and again.

    The result can stand in a message where the value could, and nowhere else: its type is kept so
    that messages stay typed.
    """
    return cast("T", msgspec.Raw(encode(value)))


# --------------------------------------------------------------------- decoding

_first: msgspec.json.Decoder[Hello | Ping | Speak] = msgspec.json.Decoder(Hello | Ping | Speak)
_command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class _Kind(Struct):
    """Just enough of a message to know what it is meant to be."""

    type: str
    id: str | None = None


_kind = msgspec.json.Decoder(_Kind)


class MalformedError(ValueError):
    """A malformed message or body; `id` is the command's, if it has one."""

    code = "malformed"

    def __init__(self, why: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(why)
        self.id = id


def decode_message(text: str | bytes) -> ClientMessage:
    """Decode a client's message; MalformedError says what is wrong and where."""
    known = None
    try:
        kind = _kind.decode(text)
        if kind.type != "command":
            return _first.decode(text)
        if kind.id is not None and 1 <= len(kind.id) <= MAX_ID:
            known = kind.id
        return _command.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MalformedError(malformed_sentence(error), id=known) from None


def decode_body(data: bytes, kind: type[T]) -> T:
    """Decode a body; MalformedError says what is wrong and where."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise MalformedError(malformed_sentence(error)) from None


def malformed_sentence(error: Exception) -> str:
    """Return what is wrong with a text that could not be decoded."""
    if isinstance(error, RecursionError):
        return Sentence("malformed: {why}", why=Sentence("it’s nested too deeply"))
    return Sentence("malformed: {why}", why=error)
