"""Secrets: what opens a seat, and what is stored of it."""

from __future__ import annotations

from torpedo_dice.server.table.keys import (
    hash_of,
    is_among,
    is_table_id,
    new_secret,
    new_table_id,
)


def test_secrets_and_table_ids_are_new_each_time() -> None:
    """And a table's id can be told from other texts."""
    assert len({new_secret() for _ in range(50)}) == 50
    ids = {new_table_id() for _ in range(50)}
    assert len(ids) == 50
    assert all(map(is_table_id, ids))
    assert not any(map(is_table_id, ("", "../../etc", "O" * 12, "a" * 13)))


def test_only_the_hash_of_a_secret_is_compared() -> None:
    """Whatever text a client sends has a hash, also a lone surrogate."""
    secret = new_secret()
    assert secret not in hash_of(secret)
    assert is_among(hash_of(secret), [hash_of("other"), hash_of(secret)])
    assert not is_among(hash_of(secret), [hash_of("other")])
    assert len(hash_of("\ud800")) == 64
