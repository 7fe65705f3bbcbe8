"""Provably fair dice: every roll is derived from a secret seed and one nonce per player.

The seed's SHA-256 (the commitment) is published before the first roll and the seed itself after the
game, so that anyone can recompute every roll. In scheme 1 a host could choose the nonces it draws
itself; in scheme 2 each person commits to a nonce before any is known, and bots have none.
`docs/dice.md` explains what this guarantees, and how to recompute the dice in ten lines.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torpedo_dice.rules import (
    FACES,
    Chance,
    ChanceMove,
    Face,
    Game,
    Reroll,
    Roll,
    Seat,
    Sentence,
    Start,
)

# For simulations and local games.
SCHEME_1 = "hmac-sha256/1"
# For games on a server that the players don't have to trust.
SCHEME_2 = "hmac-sha256/2"
SCHEMES = (SCHEME_1, SCHEME_2)
SEED_BYTES = 32
NONCE_BYTES = 16
# The shortest nonce of each scheme and the longest of both, in hexadecimal digits.
MIN_NONCE = {SCHEME_1: 2, SCHEME_2: 32}
MAX_NONCE = 128
_FACES = len(FACES)

_HEX = re.compile(r"[0-9a-f]*")


@dataclass(frozen=True)
class FairDice:
    """The dice of one game."""

    seed: bytes
    # By seat. In scheme 2, that of a bot is empty.
    nonces: tuple[str, ...]
    scheme: str = SCHEME_1

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            count = len(self.seed)
            raise ValueError(
                Sentence("a seed must have {size} bytes, not {count}", size=SEED_BYTES, count=count)
            )
        for nonce in self.nonces:
            if not is_nonce(nonce, self.scheme) and (nonce or self.scheme == SCHEME_1):
                raise ValueError(
                    Sentence(
                        "nonce {nonce!r} must be {least} to {most} lowercase hex digits",
                        nonce=nonce,
                        least=MIN_NONCE[self.scheme],
                        most=MAX_NONCE,
                    )
                )

    @classmethod
    def secret(cls, players: int) -> FairDice:
        """Make unpredictable dice."""
        return cls(
            secrets.token_bytes(SEED_BYTES),
            tuple(secrets.token_hex(NONCE_BYTES) for _ in range(players)),
        )

    @classmethod
    def repeatable(cls, name: str, players: int) -> FairDice:
        """Make dice determined by a name: for simulations, not for real games."""

        def derive(what: str) -> bytes:
            return hashlib.sha256(f"{what}/{name}".encode()).digest()

        nonces = tuple(derive(f"nonce {seat}").hex()[: 2 * NONCE_BYTES] for seat in range(players))
        return cls(derive("seed"), nonces)

    @cached_property
    def commitment(self) -> str:
        """The commitment to the seed, published before the first roll."""
        return commitment_of(self.seed)

    @cached_property
    def nonce_commitments(self) -> tuple[str | None, ...]:
        """The commitments to the nonces; None for a bot, which has no nonce in scheme 2."""
        return tuple(nonce_commitment_of(nonce) if nonce else None for nonce in self.nonces)

    def to_data(self, *, is_over: bool) -> dict[str, Any]:
        """Return the dice's entry in a record; the seed stays secret until the game is over."""
        data: dict[str, Any] = {
            "scheme": self.scheme,
            "commitment": self.commitment,
            "seed": self.seed.hex() if is_over else None,
            "nonces": list(self.nonces),
        }
        if self.scheme == SCHEME_2:
            data["nonce_commitments"] = list(self.nonce_commitments)
        return data

    def first(self, players: int) -> Seat:
        """Draw the first start player."""
        return next(self._numbers("first", players))

    def roll(self, round_number: int, count: int) -> tuple[Face, ...]:
        """Roll the dice of a round; rounds are counted from 1."""
        numbers = self._numbers(f"round/{round_number}/dice", _FACES)
        return tuple(1 + next(numbers) for _ in range(count))

    def propeller(self, round_number: int, seat: Seat) -> Face:
        """Roll the die of a propeller."""
        return 1 + next(self._numbers(f"round/{round_number}/propeller/{seat}", _FACES))

    def answer(self, game: Game, chance: Chance) -> ChanceMove:
        """Return the move that resolves a chance event."""
        if chance.move is Start:
            return Start(self.first(chance.count))
        if chance.move is Roll:
            return Roll(self.roll(game.round + 1, chance.count))
        seat = chance.seat or 0
        return Reroll(seat, self.propeller(game.round, seat))

    def _numbers(self, label: str, sides: int) -> Iterator[int]:
        """Yield uniformly distributed numbers from 0 to sides − 1.

        Bytes beyond the largest multiple of `sides` are skipped, to avoid modulo bias.
        """
        limit = 256 - 256 % sides
        block = 0
        while True:
            message = f"{self.scheme}|{','.join(self.nonces)}|{label}|{block}"
            for byte in hmac.digest(self.seed, message.encode("ascii"), "sha256"):
                if byte < limit:
                    yield byte % sides
            block += 1


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a seed."""
    return hashlib.sha256(seed).hexdigest()


def nonce_commitment_of(nonce: str) -> str:
    """Return the commitment to a nonce: the SHA-256 of its text."""
    return hashlib.sha256(nonce.encode("ascii")).hexdigest()


def is_nonce(text: object, scheme: str) -> bool:
    """Whether a text is a valid nonce of a scheme."""
    return (
        isinstance(text, str)
        and MIN_NONCE[scheme] <= len(text) <= MAX_NONCE
        and _HEX.fullmatch(text) is not None
    )
