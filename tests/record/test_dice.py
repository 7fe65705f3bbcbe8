"""The dice depend on the seed and nonces alone, are fair, and can be recomputed by anyone."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from torpedo_dice.record import SCHEME_1, SCHEME_2, FairDice, RecordData, nonce_commitment_of
from torpedo_dice.record.dice import is_nonce

DOCS = Path(__file__).parents[2] / "docs"


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    """The commitment published before the first roll binds the seed."""
    dice = FairDice(bytes(range(32)), ("00", "ff"))
    assert dice.commitment == hashlib.sha256(bytes(range(32))).hexdigest()


def test_known_rolls() -> None:
    """The scheme is frozen: a known seed produces known rolls."""
    dice = FairDice(bytes(32), ("00", "01"))
    assert dice.first(2) == 1
    assert dice.roll(1, 3) == (3, 6, 5)
    assert dice.roll(2, 3) == (4, 5, 3)
    assert dice.propeller(1, 0) == 2


def test_known_rolls_of_scheme_2() -> None:
    """The second scheme is frozen too; the empty nonce of a bot keeps its place."""
    dice = FairDice(bytes(32), ("ab" * 16, "", "cd" * 16), SCHEME_2)
    text = f"hmac-sha256/2|{'ab' * 16},,{'cd' * 16}|round/1/dice|0"
    drawn = [1 + byte % 6 for byte in hmac.digest(bytes(32), text.encode(), "sha256") if byte < 252]
    assert list(dice.roll(1, 4)) == drawn[:4]
    assert (dice.first(3), dice.roll(1, 4), dice.propeller(1, 2)) == (0, (6, 2, 1, 1), 6)


def test_a_nonce_commitment_is_the_sha256_of_its_text() -> None:
    """A bot has no nonce and no commitment; a record of scheme 1 does not mention them."""
    dice = FairDice(bytes(32), ("ab" * 16, ""), SCHEME_2)
    of_text = hashlib.sha256(b"ab" * 16).hexdigest()
    assert nonce_commitment_of("ab" * 16) == of_text
    assert dice.to_data(is_over=False)["nonce_commitments"] == [of_text, None]
    assert "nonce_commitments" not in FairDice(bytes(32), ("00",)).to_data(is_over=True)


@pytest.mark.parametrize(
    ("nonce", "schemes"),
    [
        ("ab" * 16, {SCHEME_1, SCHEME_2}),
        ("ab" * 64, {SCHEME_1, SCHEME_2}),
        ("ab", {SCHEME_1}),
        ("ab" * 64 + "a", set()),
        ("ab" * 16 + "\n", set()),
        ("ab\n", set()),
        ("AB" * 16, set()),
        ("", set()),
        (7, set()),
    ],
)
def test_the_form_of_a_nonce(nonce: object, schemes: set[str]) -> None:
    """Lower-case hexadecimal digits, nothing after them, and enough of them in scheme 2."""
    assert {scheme for scheme in (SCHEME_1, SCHEME_2) if is_nonce(nonce, scheme)} == schemes


def test_every_nonce_changes_the_dice() -> None:
    """Nobody can choose the dice alone."""
    seed = bytes(32)
    rolls = {
        nonces: tuple(FairDice(seed, nonces).roll(number, 5) for number in range(1, 9))
        for nonces in [("aa", "bb"), ("aa", "bc"), ("ab", "bb"), ("bb", "aa")]
    }
    assert len(set(rolls.values())) == len(rolls)


def test_every_roll_has_bytes_of_its_own() -> None:
    """Rounds, the start player and each seat's propeller use independent bytes."""
    dice = FairDice(bytes(32), ("00", "01"))
    labels = ["first", "round/1/dice", "round/2/dice", "round/1/propeller/0", "round/1/propeller/1"]
    streams = {tuple(islice(dice._numbers(label, 6), 40)) for label in labels}
    assert len(streams) == len(labels)


@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_each_number_is_as_likely_as_the_others(sides: int) -> None:
    """No modulo bias: counts over many draws stay within five standard errors of uniform."""
    dice = FairDice(bytes(range(32)), ("5eed",))
    count = 60_000
    counts = Counter(islice(dice._numbers("a long stream", sides), count))
    error = (count / sides * (1 - 1 / sides)) ** 0.5
    assert set(counts) == set(range(sides))
    assert all(abs(number - count / sides) < 5 * error for number in counts.values())


def test_secret_dice_differ_each_time() -> None:
    """Nobody can predict the dice of a game."""
    one, other = FairDice.secret(2), FairDice.secret(2)
    assert one.seed != other.seed
    assert len({*one.nonces, *other.nonces}) == 4


def test_repeatable_dice_repeat() -> None:
    """The same name gives the same dice, and another name different ones."""
    assert FairDice.repeatable("a", 2) == FairDice.repeatable("a", 2)
    assert FairDice.repeatable("a", 2) != FairDice.repeatable("b", 2)


@pytest.mark.parametrize(
    ("seed", "nonce", "scheme"),
    [
        (b"short", "00", SCHEME_1),
        (bytes(32), "XY", SCHEME_1),
        (bytes(32), "", SCHEME_1),
        (bytes(32), "00", SCHEME_2),
    ],
)
def test_a_bad_seed_or_nonce_is_refused(seed: bytes, nonce: str, scheme: str) -> None:
    """Dice require a seed of 32 bytes and hexadecimal nonces."""
    with pytest.raises(ValueError, match=r"seed must have 32 bytes|nonce"):
        FairDice(seed, (nonce,), scheme)


@pytest.mark.parametrize("sample", ["mission_record", "scheme_2_record"])
def test_the_ten_lines_of_the_docs_recompute_a_game(
    sample: str, request: pytest.FixtureRequest
) -> None:
    """The program in docs/dice.md recomputes the dice of a played game, in both schemes."""
    record: RecordData = request.getfixturevalue(sample)
    text = (DOCS / "dice.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(program, names)  # noqa: S102  # our own document
    for number, played in enumerate(record["rounds"], start=1):
        assert names["dice_of_round"](record, number) == played["dice"]
    assert next(names["numbers"](record, "first", 3)) == record["first"]
