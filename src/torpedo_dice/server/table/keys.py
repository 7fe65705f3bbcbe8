"""Secrets: a device presents one to prove that it holds a seat. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable

SECRET_BYTES = 32
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_TABLE_LETTERS = 12


def new_secret() -> str:
    """Draw a secret."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_table_id() -> str:
    """Draw a table's name, which can't be guessed but can be read aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_TABLE_LETTERS))


def is_table_id(text: str) -> bool:
    """Whether a text can be a table's name at all."""
    return len(text) == _TABLE_LETTERS and all(letter in _ALPHABET for letter in text)


def hash_of(secret: str) -> str:
    """Return the hash of a secret, which is all that is stored."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def is_among(secret_hash: str, hashes: Iterable[str]) -> bool:
    """Whether a hash is one of these, compared in constant time."""
    return sum(hmac.compare_digest(secret_hash, other) for other in hashes) > 0
