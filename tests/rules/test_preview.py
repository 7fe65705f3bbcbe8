"""Previews of a choice, and of the automaton's shot with the die that is left."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, destroy, new_solo, play
from torpedo_dice.rules import (
    AutomatonFired,
    Effect,
    Fire,
    Fired,
    Game,
    IllegalMoveError,
    Modify,
    System,
    preview,
    threats,
)


def test_a_preview_is_what_then_happens() -> None:
    """The preview matches the event of the reveal, and the game itself doesn't change."""
    game = acting(4, 1, 1)
    before = game.to_text()
    choice = Fire(0, ((0, 5), (0, 7), (2, 5), (2, 7)))
    seen = preview(game, choice)
    assert game.to_text() == before
    events = play(game, "0 fire A6 A8 C6 C8", "1 fire D1")
    assert seen.fired in events
    assert seen.destroyed == (System.TOWER, System.FINS)
    assert seen.reserve == game.players[0].reserve
    assert not seen.sinks


def test_a_modification_can_be_previewed_with_its_shot() -> None:
    """Neither the modification nor the shot is actually made."""
    game = acting(3, 1, 1)
    seen = preview(game, Fire(0, ((0, 0), (2, 2))), Modify(0, System.TOWER, step=-1))
    assert seen.face == 2
    assert isinstance(seen.fired, Fired)
    assert game.players[0].modify is None


def test_what_may_not_be_chosen_has_no_preview() -> None:
    """The error is the one that the rules would raise."""
    with pytest.raises(IllegalMoveError):
        preview(acting(3, 1, 1), Fire(0, ((0, 0),)))


def test_the_automatons_shot_is_previewed_as_it_then_happens() -> None:
    """Whether it hits, destroys, or follows the arrows from the system that it has destroyed."""
    game = new_solo()
    effects = []
    for _ in range(3):
        play(game, "roll 1 3", "0 take 0")
        shot = preview(game, Fire(0, ((0, 0),))).automaton
        assert shot in play(game, "0 fire A1")
        assert shot is not None
        effects.append((shot.system, shot.effect))
    assert effects == [
        (System.TOWER, Effect.HIT),
        (System.TOWER, Effect.DESTROYED),
        (System.FINS, Effect.HIT),
    ]


def rolled(*, lost: tuple[System, ...]) -> Game:
    """Return a solo game with a 4 and a 2 on the table and these systems destroyed."""
    game = new_solo()
    destroy(game, 0, *lost)
    play(game, "roll 4 2")
    return game


def test_the_die_left_hits_the_system_of_its_number() -> None:
    """Whether or not an enemy system is destroyed in this round."""
    for threat, system in zip(
        threats(rolled(lost=())), (System.FINS, System.ARTILLERY), strict=True
    ):
        assert threat.shot == AutomatonFired(int(system), system, system, Effect.HIT)
        assert threat.after_explosion == threat.shot


def test_the_arrows_lead_on_from_a_destroyed_system() -> None:
    """Unless an explosion makes the automaton miss."""
    fins, artillery = threats(rolled(lost=(System.FINS, System.ENGINE)))
    assert fins.shot == AutomatonFired(4, System.FINS, System.PORTHOLES, Effect.HIT)
    assert fins.after_explosion == AutomatonFired(4, System.FINS, System.FINS, Effect.MISSED)
    assert artillery.shot.system is System.ARTILLERY


def test_there_is_no_threat_with_other_players() -> None:
    """Only the solo game has an automaton."""
    assert threats(acting(3, 1, 1)) == ()
