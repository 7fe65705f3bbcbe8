"""The steps of the lesson in order, and how each one judges the learner's attempt."""

from __future__ import annotations

from typing import Final

from torpedo_dice.lesson import positions
from torpedo_dice.lesson.step import GOAL, LEARNER, Step
from torpedo_dice.rules import (
    Activated,
    Event,
    Field,
    Fire,
    Fired,
    Game,
    RoundEnded,
    Seat,
    System,
    Take,
    Taken,
)
from torpedo_dice.rules.formations import FORMATIONS


def _shot(events: list[Event]) -> Fired | None:
    """Return the learner's shot, once it is revealed."""
    return next((e for e in events if isinstance(e, Fired) and e.seat == LEARNER), None)


def _has_ended(events: list[Event]) -> bool:
    return any(isinstance(event, RoundEnded) for event in events)


def _look(before: Game, after: Game, events: list[Event]) -> str | None:
    """Hit the tower."""
    if not _has_ended(events):
        return None
    new = after.players[LEARNER].hits & ~before.players[LEARNER].hits
    if new & before.sheet.system_targets[System.TOWER]:
        return GOAL
    return "other" if new else "miss"


def _take(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Take the die with the most torpedoes."""
    taken = next((e for e in events if isinstance(e, Taken) and e.seat == LEARNER), None)
    if taken is None:
        return None
    return GOAL if taken.die == max(before.dice) else "fewer"


def _formations(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Hit with every torpedo of a 3, which must be turned first."""
    shot = _shot(events)
    if shot is None:
        return None
    if shot.hits == before.die_of(LEARNER) and not shot.misses:
        return GOAL
    return "place" if _is_turned(before, shot) else "turn"


def _is_turned(game: Game, shot: Fired) -> bool:
    """Whether the shot's formation differs from the die's initial orientation."""
    first = next(iter(FORMATIONS[game.die_of(LEARNER), None].shapes))
    top, left = min(row for row, _ in shot.fields), min(column for _, column in shot.fields)
    return tuple((row - top, column - left) for row, column in shot.fields) != first


def _hits(before: Game, _after: Game, events: list[Event]) -> str | None:
    """Miss with at most one torpedo of a 4."""
    shot = _shot(events)
    if shot is None:
        return None
    if shot.hits >= before.die_of(LEARNER) - 1:
        return GOAL
    marked = before.sheet.fields_of(before.players[LEARNER].hits)
    return "again" if set(shot.fields) & set(marked) else "misses"


def _system(_before: Game, after: Game, events: list[Event]) -> str | None:
    """Destroy the tower without a miss."""
    shot = _shot(events)
    if shot is None:
        return None
    is_down = bool(after.enemy_destroyed(LEARNER) & System.TOWER.bit)
    if is_down and not shot.misses:
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
    """Whether a player has an unmodified shot that wins, according to the rules."""
    shots = game.sheet.placements(game.die_of(seat)).best
    return any(_wins(game, seat, shot) for _, shot in shots)


def _wins(game: Game, seat: Seat, shot: tuple[Field, ...]) -> bool:
    end = game.copy()
    end.apply(Fire(LEARNER, next(iter(end.shots(LEARNER)))))
    end.apply(Fire(seat, shot))
    return end.outcome is not None and seat in end.outcome.winners


def _finish(_before: Game, after: Game, events: list[Event]) -> str | None:
    """Sink the submarine without a miss that would mark the skull."""
    shot = _shot(events)
    if shot is None:
        return None
    if after.outcome is not None and after.outcome.winners == (LEARNER,):
        return GOAL
    return "plain" if shot.modify is None else "skull"


def _solo(before: Game, after: Game, events: list[Event]) -> str | None:
    """Lose no system to the automaton in this round."""
    if _has_ended(events):
        lost = after.players[LEARNER].destroyed & ~before.players[LEARNER].destroyed
        return "lost" if lost or after.players[LEARNER].skull else GOAL
    if not any(isinstance(event, Taken) for event in events):
        return None
    return "left" if _loses(after) else "fire"


def _loses(game: Game) -> bool:
    """Whether the automaton will destroy a system, no matter where the learner fires."""
    end = game.copy()
    end.apply(Fire(LEARNER, next(iter(end.shots(LEARNER)))))
    return end.players[LEARNER].destroyed != game.players[LEARNER].destroyed


STEPS: Final = (
    Step("look", positions.look, _look, ("miss", "other")),
    Step("take", positions.take, _take, ("fewer",)),
    Step("formations", positions.formations, _formations, ("turn", "place")),
    Step("hits", positions.hits, _hits, ("again", "misses")),
    Step("system", positions.system, _system, ("plain", "place", "other")),
    Step("switches", positions.switches, _switches, ("fired", "other")),
    Step("draft", positions.draft, _draft, ("left",)),
    Step("finish", positions.finish, _finish, ("plain", "skull")),
    Step("solo", positions.solo, _solo, ("fire", "left", "lost")),
)
