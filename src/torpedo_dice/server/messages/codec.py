"""Encoding messages: typed values in, JSON out, with sentences in the reader's language."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from torpedo_dice.locale import told
from torpedo_dice.rules import Sentence

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
