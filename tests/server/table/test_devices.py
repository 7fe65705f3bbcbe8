"""The devices of a seat, and their tokens."""

from __future__ import annotations

from tests.server.table.sitting import NOW, same, two
from torpedo_dice.server.table.devices import TOKEN_SECONDS
from torpedo_dice.server.table.log import DeviceRevoked, TokenMade, TokenUsed


def test_a_revoked_device_opens_nothing() -> None:
    """Neither its secret nor a token of its seat is valid any more; other seats keep theirs."""
    sitting = two()
    sitting.apply(TokenMade(NOW, 1, "aa"))
    sitting.apply(TokenUsed(NOW + 5, 1, "aa", "f" * 64, "Firefox, Linux"))
    first, second = sitting.table.devices.of(1)
    assert (first.label, first.hash) == ("", "1" * 64)
    assert (second.label, second.since) == ("Firefox, Linux", NOW + 5)
    sitting.apply(TokenMade(NOW, 1, "bb"))
    sitting.apply(TokenMade(NOW, 0, "cc"))
    sitting.apply(DeviceRevoked(NOW, 1, "f" * 64))
    assert sitting.table.seats_of(["f" * 64]) == []
    assert sitting.table.seats_of(["1" * 64]) == [1]
    assert sitting.table.devices.of(1) == [first]
    assert list(sitting.table.devices.tokens) == ["cc"]
    same(sitting.table, sitting.rebuilt())


def test_expired_tokens_are_forgotten() -> None:
    """So a table does not collect them."""
    sitting = two()
    for number in range(100):
        sitting.apply(TokenMade(NOW + number * TOKEN_SECONDS, 0, str(number)))
    assert list(sitting.table.devices.tokens) == ["99"]
