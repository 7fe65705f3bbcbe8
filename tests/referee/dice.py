"""The dice of a record, recomputed from its seed by the schemes `hmac-sha256/1` and `/2`."""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import count, islice
from typing import Any


def commitment_of(seed: str) -> str:
    """Return the SHA-256 of a seed's bytes."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def nonce_objections(record: dict[str, Any]) -> Iterator[str]:
    """Object to a nonce that its form, its commitment or its player rules out."""
    dice = record["dice"]
    if dice["scheme"] == "hmac-sha256/1":
        for seat, nonce in enumerate(dice["nonces"]):
            if not nonce:
                yield f"dice.nonces[{seat}]: is empty."
        return
    for seat, player in enumerate(record["players"]):
        nonce, promise = dice["nonces"][seat], dice["nonce_commitments"][seat]
        if player["kind"] == "bot":
            if nonce or promise is not None:
                yield f"dice.nonces[{seat}]: a bot has neither a nonce nor a commitment."
        elif not 32 <= len(nonce) <= 128:
            yield f"dice.nonces[{seat}]: has {len(nonce)} digits."
        elif promise != hashlib.sha256(nonce.encode("ascii")).hexdigest():
            yield f"dice.nonces[{seat}]: is not what was committed to."


def drawn(dice: dict[str, Any], label: str, below: int) -> Iterator[int]:
    """Yield the numbers of one roll, without end."""
    fair = 256 - 256 % below
    for block in count():
        text = f"{dice['scheme']}|{','.join(dice['nonces'])}|{label}|{block}"
        roll = hmac.digest(bytes.fromhex(dice["seed"]), text.encode("ascii"), "sha256")
        yield from (byte % below for byte in roll if byte < fair)


def first_seat(dice: dict[str, Any], players: int) -> int:
    """Return the seat drawn to start the game."""
    return next(drawn(dice, "first", players))


def round_dice(dice: dict[str, Any], number: int, size: int) -> list[int]:
    """Return the faces rolled at the start of a round; rounds count from 1."""
    return [1 + pips for pips in islice(drawn(dice, f"round/{number}/dice", 6), size)]


def propeller_roll(dice: dict[str, Any], number: int, seat: int) -> int:
    """Return the new face that the propeller rolls."""
    return 1 + next(drawn(dice, f"round/{number}/propeller/{seat}", 6))
