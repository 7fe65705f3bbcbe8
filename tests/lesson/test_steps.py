"""The lesson: real positions, reachable goals, and a hint for each kind of attempt."""

from __future__ import annotations

import pytest

from tests.lesson.tries import BY_NAME, tried
from torpedo_dice.lesson import GOAL, LEARNER, STEPS, Step, attempt
from torpedo_dice.rules import FORMATIONS, Fire

# What a learner may try in each step, and the judge's verdict.
TRIES: dict[str, list[tuple[list[str], str | None]]] = {
    "look": [
        (["0 fire C8"], GOAL),
        (["0 fire A1"], "miss"),
        (["0 fire D2"], "miss"),
        (["0 fire F5"], "other"),
        (["0 use periscope"], None),
    ],
    "take": [(["0 take 1"], GOAL), (["0 take 0"], "fewer"), (["0 take 2"], "fewer")],
    "formations": [
        (["0 fire D6 E5 F4"], GOAL),
        (["0 fire D3 E4 F5"], "turn"),
        (["0 fire E6 F5 G4"], "place"),
    ],
    "hits": [
        (["0 fire D4 D6 F4 F6"], GOAL),
        (["0 fire E6 E8 G6 G8"], "again"),
        (["0 fire F3 F5 H3 H5"], "misses"),
    ],
    "system": [
        (["0 use periscope", "0 fire C8"], GOAL),
        (["0 use periscope", "0 fire F5"], "place"),
        (["0 use artillery", "0 fire F3 F5 G3 G4 G5 H3 H5"], "other"),
        (["0 fire A6 A7 A8 C6 C7 C8"], "plain"),
    ],
    "switches": [
        (["0 activate tower"], GOAL),
        (["0 use periscope", "0 activate tower"], GOAL),
        (["0 activate fins"], "other"),
        (["0 fire D6"], "fired"),
    ],
    "draft": [
        (["0 take 1"], GOAL),
        (["0 take 0"], "left"),
        (["0 take 2"], "left"),
        # The verdict doesn't change when the round is played to its end.
        (["0 take 0", "0 fire D3 D4 D5 F3 F4 F5"], "left"),
    ],
    "finish": [
        (["0 use tower -1", "0 fire B8 D6"], GOAL),
        (["0 use engine", "0 fire B8 D6"], GOAL),
        (["0 use fins 1", "0 fire B8 D6"], GOAL),
        (["0 fire B8 C7 D6"], "plain"),
        (["0 use portholes", "0 fire B8 C7 D6"], "skull"),
    ],
    "solo": [
        (["0 take 1"], "fire"),
        (["0 take 1", "0 fire D6"], GOAL),
        (["0 take 0"], "left"),
        (["0 take 0", "0 fire D4 D6 F4 F6"], "lost"),
    ],
}
ALL = [(step, moves, verdict) for step, tries in TRIES.items() for moves, verdict in tries]


def test_the_course() -> None:
    """Eight to ten steps, each with a unique name and with attempts in this file."""
    assert 8 <= len(STEPS) <= 10
    assert list(TRIES) == [step.name for step in STEPS]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_step_begins_with_the_learner(step: Step) -> None:
    """It is the learner's move, not too late in a game, and no move is no attempt."""
    game = step.position.game()
    assert game.seats_to_move()[0] == LEARNER
    assert game.round <= 10
    start = attempt(step, ())
    assert (start.verdict, start.events, start.is_reached, start.hint) == (None, [], False, None)


@pytest.mark.parametrize(("step", "moves", "verdict"), ALL)
def test_what_a_try_comes_to(step: str, moves: list[str], verdict: str | None) -> None:
    """The goal for an attempt that reaches it, otherwise the matching hint."""
    made = tried(step, moves)
    assert made.verdict == verdict
    assert made.is_reached == (verdict == GOAL)
    assert made.hint == (None if verdict == GOAL else verdict)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_every_goal_and_hint_has_a_try(step: Step) -> None:
    """Every step's goal can be reached, and every hint can be triggered."""
    given = {verdict for _, verdict in TRIES[step.name]} - {None}
    assert given == {GOAL, *step.hints}


def test_the_three_has_to_be_turned() -> None:
    """In its initial orientation, it can't hit with all torpedoes anywhere."""
    step = BY_NAME["formations"]
    game = step.position.game()
    first = next(iter(FORMATIONS[game.die_of(LEARNER), None].shapes))
    shots = [shot for shot in game.shots(LEARNER) if shot[1][1] - shot[0][1] == first[1][1]]
    assert len(shots) > 50
    assert not any(attempt(step, [Fire(LEARNER, shot)]).is_reached for shot in shots)
