"""The steps of the lesson in order, and how each one judges the learner's attempt."""

from __future__ import annotations

from typing import Final

from torpedo_dice.lesson import positions
from torpedo_dice.lesson.step import GOAL, LEARNER, Step
from torpedo_dice.rules import (
    Activated,
    Destroyed,
    Effect,
    Event,
    Fire,
    Fired,
    Game,
    RoundEnded,
    Seat,
    System,
    Take,
    Taken,
    preview,
    threats,
)
from torpedo_dice.rules.formations import FORMATIONS, shape_of


def _shot(events: list[Event]) -> Fired | None:
    """Return the learner's shot, once it is revealed."""
    return next((e for e in events if isinstance(e, Fired) and e.seat == LEARNER), None)


def _has_ended(events: list[Event]) -> bool:
    return any(isinstance(event, RoundEnded) for event in events)


def _look(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Hit the tower."""
    shot = _shot(events)
    if shot is None:
        return None
    systems = {before.sheet.system_at(spot) for spot in shot.struck}
    if System.TOWER in systems:
        return GOAL
    return "other" if systems else "miss"


def _take(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Take the die with the most torpedoes."""
    taken = next((e for e in events if isinstance(e, Taken) and e.seat == LEARNER), None)
    if taken is None:
        return None
    return GOAL if taken.die == max(before.dice) else "fewer"


def _formations(_before: Game, _after: Game, events: list[Event]) -> str | None:
    """Hit with every torpedo of a 3, which must be turned first."""
    shot = _shot(events)
    if shot is None:
        return None
    if shot.hits == shot.die and not shot.misses:
        return GOAL
    initial = next(iter(FORMATIONS[shot.die, None].shapes))
    return "turn" if shape_of(shot.fields) == initial else "place"


def _hits(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Miss with at most one torpedo of a 4."""
    shot = _shot(events)
    if shot is None:
        return None
    if shot.hits >= shot.die - 1:
        return GOAL
    # A torpedo misses a target only if it was hit before.
    return "again" if before.sheet.mask_of(shot.missed) else "misses"


def _system(_before: Game, _after: Game, events: list[Event]) -> str | None:
    """Destroy the tower without a miss."""
    shot = _shot(events)
    if shot is None:
        return None
    destroyed = {e.system for e in events if isinstance(e, Destroyed) and e.by == LEARNER}
    if System.TOWER in destroyed and not shot.misses:
        return GOAL
    if shot.modify is None:
        return "plain"
    return "place" if shot.modify.system is System.PERISCOPE else "other"


def _switches(_before: Game, after: Game, events: list[Event]) -> str | None:
    """Activate the artillery by completing its screen."""
    if not _has_ended(events):
        return None
    if after.status(LEARNER, System.ARTILLERY).is_active:
        return GOAL
    switched = any(isinstance(e, Activated) and e.seat == LEARNER for e in events)
    return "other" if switched else "fired"


def _draft(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Leave the other player no die that would sink the learner."""
    takes = [event for event in events if isinstance(event, Taken)]
    if len(takes) < len(before.players):
        return None
    drafted = before.copy()
    for taken in takes:
        drafted.apply(Take(taken.seat, taken.pick))
    return "left" if _can_sink(drafted, takes[-1].seat) else GOAL


def _can_sink(game: Game, seat: Seat) -> bool:
    """Whether a player can sink the target with an unmodified shot and without the skull."""
    shots = (shot for _, shot in game.sheet.placements(game.die_of(seat)).best)
    seen = (preview(game, Fire(seat, shot)) for shot in shots)
    return any(each.sinks and each.fired and not each.fired.skull for each in seen)


def _finish(_before: Game, after: Game, events: list[Event]) -> str | None:
    """Sink the submarine without a miss that would mark the skull."""
    shot = _shot(events)
    if shot is None:
        return None
    if after.outcome is not None and after.outcome.winners == (LEARNER,):
        return GOAL
    return "plain" if shot.modify is None else "skull"


def _solo(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Lose no system to the automaton in this round."""
    if _has_ended(events):
        shot = _shot(events)
        lost = any(isinstance(e, Destroyed) and e.seat == LEARNER for e in events)
        return "lost" if lost or (shot and shot.skull) else GOAL
    taken = next((e for e in events if isinstance(e, Taken)), None)
    if taken is None:
        return None
    (left,) = (threat for threat in threats(before) if threat.pick != taken.pick)
    return "left" if left.shot.effect is Effect.DESTROYED else "fire"


STEPS: Final = (
    Step("look", positions.LOOK, _look, ("miss", "other")),
    Step("take", positions.TAKE, _take, ("fewer",)),
    Step("formations", positions.FORMATIONS, _formations, ("turn", "place")),
    Step("hits", positions.HITS, _hits, ("again", "misses")),
    Step("system", positions.SYSTEM, _system, ("plain", "place", "other")),
    Step("switches", positions.SWITCHES, _switches, ("fired", "other")),
    Step("draft", positions.DRAFT, _draft, ("left",)),
    Step("finish", positions.FINISH, _finish, ("plain", "skull")),
    Step("solo", positions.SOLO, _solo, ("fire", "left", "lost")),
)
