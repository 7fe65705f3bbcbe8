"""The lesson as data: each step's position as a view, and what an attempt leads to.

Nothing is stored: the learner sends all moves of a step each time.
"""

from __future__ import annotations

from functools import cache

from msgspec import Raw

from torpedo_dice.lesson import LEARNER, STEPS, Attempt, attempt
from torpedo_dice.rules import Fired, Sentence, parse_move
from torpedo_dice.server.live.lobby import RequestRefused
from torpedo_dice.server.messages.events import event_data, is_private, struck_fields
from torpedo_dice.server.messages.rest import LessonPlan, LessonResult, LessonStep, LessonTry
from torpedo_dice.server.table.preview import preview_data
from torpedo_dice.server.table.screen import Screen
from torpedo_dice.server.table.seat import SeatState

# The learner and the other player, under names that are the same in every language.
_NAMES = (("human", "Ned", None), ("bot", "Nemo", "ensign"))
_STEPS = {step.name: step for step in STEPS}


@cache
def lesson_plan() -> LessonPlan:
    """Return every step in its order, with the view at its start."""
    return LessonPlan([LessonStep(step.name, Raw(_view(attempt(step, ())))) for step in STEPS])


def lesson_result(name: str, tried: LessonTry) -> LessonResult:
    """Return what the learner's moves lead to; a MoveError if one is not allowed."""
    if name not in _STEPS:
        why = Sentence("the lesson has no step {name!r}", name=name[:40])
        raise RequestRefused(404, "no_such_step", why)
    wish, preview = tried.preview, None
    made = attempt(_STEPS[name], map(parse_move, tried.moves))
    if wish is not None:
        preview = preview_data(made.game, LEARNER, wish.modify, wish.fields, wish.activate)
    hits = [player.hits for player in made.before.players]
    return LessonResult(
        view=Raw(_view(made)),
        events=[
            event_data(event, made.game, hits)
            for event in made.events[made.last :]
            if not is_private(event)
        ],
        reached=made.is_reached,
        hint=made.hint,
        preview=preview,
    )


def _view(made: Attempt) -> bytes:
    """Write the learner's view."""
    game = made.game
    seats = [SeatState(kind, name, bot, None, []) for kind, name, bot in _NAMES]
    screen = Screen(game, seats[: len(game.players)])
    for event in made.events:
        if isinstance(event, Fired):
            struck = struck_fields(game.sheet, event.fields, made.before.players[event.seat].hits)
            screen.misses_at[event.seat] += [f for f in event.fields if f not in struck]
    return screen.show(game, LEARNER)
