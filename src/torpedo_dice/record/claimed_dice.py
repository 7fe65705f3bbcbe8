"""The dice that a record claims: their seed and nonces, checked against their commitments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torpedo_dice.record.dice import (
    MAX_NONCE,
    MIN_NONCE,
    SCHEME_1,
    SCHEMES,
    SEED_BYTES,
    FairDice,
    commitment_of,
    is_nonce,
    nonce_commitment_of,
)
from torpedo_dice.record.finding import Finding, check_one_each, read
from torpedo_dice.record.format import RecordData
from torpedo_dice.record.recorder import PlayerInfo
from torpedo_dice.rules import Sentence

_HEX_DIGITS = frozenset("0123456789abcdef")


def claimed_dice(
    record: RecordData, players: Sequence[PlayerInfo], *, is_finished: bool
) -> FairDice | None:
    """Return the dice of a finished game; None while the seed is still secret."""
    dice = read(record, "dice", dict)
    scheme = read(dice, "scheme", str, "dice")
    if scheme not in SCHEMES:
        known = ", ".join(SCHEMES)
        why = Sentence("{value} is unknown (known: {known})", value=repr(scheme), known=known)
        raise Finding("dice.scheme", why)
    commitment = _hex(read(dice, "commitment", str, "dice"), "dice.commitment")
    nonces = read(dice, "nonces", list, "dice")
    check_one_each(nonces, len(players), "dice.nonces")
    if scheme == SCHEME_1:
        for seat, nonce in enumerate(nonces):
            _check_nonce(nonce, scheme, seat)
    else:
        _check_committed(dice, nonces, players)
    if not is_finished:
        if dice.get("seed") is not None:
            raise Finding("dice.seed", Sentence("must be null while the game is unfinished"))
        return None
    seed = bytes.fromhex(_hex(read(dice, "seed", str, "dice"), "dice.seed"))
    if commitment_of(seed) != commitment:
        raise Finding("dice.commitment", Sentence("isn’t the SHA-256 of the seed"))
    return FairDice(seed, tuple(nonces), scheme)


def _check_committed(
    dice: dict[str, Any], nonces: list[Any], players: Sequence[PlayerInfo]
) -> None:
    """Check the nonces of scheme 2: each person's against its commitment; bots have none."""
    scheme, commitments = dice["scheme"], read(dice, "nonce_commitments", list, "dice")
    check_one_each(commitments, len(players), "dice.nonce_commitments")
    for seat, player in enumerate(players):
        nonce, where = nonces[seat], f"dice.nonce_commitments[{seat}]"
        if player.kind == "bot":
            if nonce != "":
                raise Finding(f"dice.nonces[{seat}]", Sentence("must be empty for a bot"))
            if commitments[seat] is not None:
                raise Finding(where, Sentence("must be null for a bot"))
            continue
        _check_nonce(nonce, scheme, seat)
        if commitments[seat] != nonce_commitment_of(nonce):
            raise Finding(where, Sentence("isn’t the SHA-256 of the nonce"))


def _check_nonce(nonce: object, scheme: str, seat: int) -> None:
    if not is_nonce(nonce, scheme):
        why = Sentence(
            "must be {least} to {most} lowercase hex digits",
            least=MIN_NONCE[scheme],
            most=MAX_NONCE,
        )
        raise Finding(f"dice.nonces[{seat}]", why)


def _hex(text: str, where: str) -> str:
    if len(text) != 2 * SEED_BYTES or not _HEX_DIGITS.issuperset(text):
        raise Finding(where, Sentence("must be {count} lowercase hex digits", count=2 * SEED_BYTES))
    return text
