"""Previews as they are sent: what a choice would do, or the rules' own refusal."""

from __future__ import annotations

import pytest

from tests.server.table.sitting import Sitting, two
from torpedo_dice.rules import Fire, MalformedMoveError, NotYourMoveError
from torpedo_dice.server.messages.events import FiredEvent
from torpedo_dice.server.messages.rest import HumanSeat
from torpedo_dice.server.table.preview import preview_choice


def test_a_preview_is_what_then_happens() -> None:
    """Struck fields, losses and reserve are those of the shot's event."""
    sitting = two()
    sitting.play_to_act()
    game = sitting.table.game
    assert game is not None
    fields = list(game.shots(0).best[0][1])
    seen = preview_choice(game, 0, None, fields, None)
    assert sitting.move(str(Fire(0, tuple(fields)))).answer.ok
    while sitting.view(0)["stage"] == "act":
        sitting.play()
    shots = (event for event in sitting.table.events if isinstance(event, FiredEvent))
    (fired,) = (shot for shot in shots if shot.seat == 0)
    assert (seen.fields, seen.struck, seen.reserve) == (fired.fields, fired.struck, fired.reserve)
    assert seen.automaton is None


def test_the_automaton_is_foreseen_in_solo() -> None:
    """With the die that is left."""
    sitting = Sitting(HumanSeat("Ada"), mode="solo")
    sitting.play_to_act()
    game = sitting.table.game
    assert game is not None
    seen = preview_choice(game, 0, None, None, "engine")
    assert seen.automaton is not None
    assert seen.automaton.die == game.die_left


@pytest.mark.parametrize(
    ("modify", "activate", "error"),
    [
        ("0 take 1", "engine", MalformedMoveError),
        ("1 use engine", "engine", NotYourMoveError),
        (None, "galley", MalformedMoveError),
    ],
)
def test_malformed_previews_are_refused(
    modify: str | None, activate: str, error: type[Exception]
) -> None:
    """Before the rules are asked."""
    sitting = two()
    sitting.play_to_act()
    assert sitting.table.game is not None
    with pytest.raises(error):
        preview_choice(sitting.table.game, 0, modify, None, activate)
