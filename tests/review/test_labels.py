"""Moves and changes in words."""

from __future__ import annotations

import pytest

from torpedo_dice.locale import speaking
from torpedo_dice.review import ChoiceKind, Review
from torpedo_dice.review.labels import change_label, option_label, percent, signed, system_label
from torpedo_dice.rules import Fire, Modify, System


@pytest.mark.parametrize(
    ("number", "text"), [(1.25, "+1.2"), (-3, "−3.0"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_signed_numbers(number: float, text: str) -> None:
    """A change has its sign, but nothing rounded to 0 has one."""
    assert signed(number) == text


def test_numbers_follow_the_language() -> None:
    """The decimal separator is that of the language."""
    with speaking("de"):
        assert percent(0.125) == "12,5"
        assert change_label((-0.125, 0.1), 0, is_solo=False) == "Gewinnchance −12,5\u00a0%"


def test_changes() -> None:
    """In solo a change is one of win chance and score."""
    assert change_label((-0.125, 0.1), 1, is_solo=False) == "win chance +10.0%"
    assert change_label((-0.125, 3.14), 0, is_solo=True) == "win chance −12.5%, score +3.1"


def test_systems() -> None:
    """The tower's step and the die that fins copy are part of the name."""
    assert system_label(Modify(0, System.TOWER, step=-1), []) == "tower −1"
    assert system_label(Modify(0, System.FINS, other=1), ["Ada", "Noor"]) == "fins (Noor)"
    assert system_label(Modify(0, System.ENGINE), []) == "engine"


def test_every_option_has_a_name(versus: Review) -> None:
    """A die by its face, a shot by its fields and hits; a plain shot is no system."""
    named = {kind: set() for kind in ChoiceKind}  # type: dict[ChoiceKind, set[str]]
    for _, decision in versus.decisions():
        for option in decision.candidates:
            label = option_label(decision, option.move, ["Ada", "Noor"])
            named[decision.kind].add(label)
            if decision.kind is ChoiceKind.SYSTEM and isinstance(option.move, Fire):
                assert label == "no system"
    assert named[ChoiceKind.DIE] <= {f"the {face}" for face in range(1, 7)}
    assert all("hit" in label or "switch on" in label for label in named[ChoiceKind.AIM])
    assert any(label.startswith("switch on: ") for label in named[ChoiceKind.SWITCH])
