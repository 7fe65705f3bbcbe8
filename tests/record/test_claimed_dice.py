"""The dice that a record claims must fit their commitments, seat by seat."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from torpedo_dice.record import RecordData, digest_of, nonce_commitment_of, verify

Dice = dict[str, Any]


def _recommitted(seat: int, nonce: str) -> Callable[[Dice], None]:
    """Return a change of a nonce together with its commitment."""

    def change(dice: Dice) -> None:
        dice["nonces"][seat] = nonce
        dice["nonce_commitments"][seat] = nonce_commitment_of(nonce)

    return change


FORGERIES: dict[str, tuple[Callable[[Dice], None], str]] = {
    "another nonce": (lambda d: d["nonces"].__setitem__(0, "c3" * 16), "nonce_commitments[0]"),
    "another commitment": (
        lambda d: d["nonce_commitments"].__setitem__(2, "0" * 64),
        "nonce_commitments[2]",
    ),
    "no commitment": (
        lambda d: d["nonce_commitments"].__setitem__(0, None),
        "nonce_commitments[0]",
    ),
    "no list of commitments": (lambda d: d.pop("nonce_commitments"), "nonce_commitments"),
    "a list too short": (lambda d: d["nonce_commitments"].pop(), "nonce_commitments"),
    "a person without a nonce": (_recommitted(0, ""), "nonces[0]"),
    "a short nonce": (_recommitted(0, "ab"), "nonces[0]"),
    "a line break": (_recommitted(0, "ab" * 16 + "\n"), "nonces[0]"),
    "a bot with a nonce": (_recommitted(1, "ab" * 16), "nonces[1]"),
    "a bot with a commitment": (
        lambda d: d["nonce_commitments"].__setitem__(1, "0" * 64),
        "nonce_commitments[1]",
    ),
    "another nonce, committed": (_recommitted(0, "c3" * 16), "first"),
    "scheme 1": (lambda d: d.update(scheme="hmac-sha256/1"), "nonces[1]"),
    "an unknown scheme": (lambda d: d.update(scheme="hmac-sha256/3"), "scheme"),
}


def forged(record: RecordData, name: str) -> RecordData:
    """Return a record with one of the forgeries, and a digest that fits."""
    other = copy.deepcopy(record)
    FORGERIES[name][0](other["dice"])
    other["digest"] = digest_of(other)
    return other


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_dice_are_found(name: str, scheme_2_record: RecordData) -> None:
    """Each forgery is found where it is, although the digest fits."""
    where = FORGERIES[name][1]
    finding = verify(forged(scheme_2_record, name))
    assert finding is not None
    if where == "first":
        assert finding.where.startswith(("first", "rounds[0].dice"))
    else:
        assert finding.where == f"dice.{where}"
