"""The ensign: plays at random, like a beginner who knows the rules but has no plan."""

from __future__ import annotations

from random import Random

from torpedo_dice.bots.opinion import Opinion, even_chances, telling_shots
from torpedo_dice.rules import Activate, Fire, Game, Modify, Move, Seat, Stage, System, Take


class Ensign:
    """Takes any die, uses any system or none, then fires a shot that hits or activates a system.

    Even a beginner avoids a shot that misses completely. Some shot always hits, except when the
    engine removes the only pip of a 1, so that modification is excluded.
    """

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return a random move that makes some sense."""
        options = view.options(seat)
        if view.stage is Stage.TAKE:
            return Take(seat, self._random.choice(options.picks))
        ways: list[Modify | None] = [None, *options.modifications]
        if view.die_of(seat) == 1:
            ways = [way for way in ways if way is None or way.system is not System.ENGINE]
        modify = self._random.choice(ways)
        if modify is not None:
            return modify
        if options.activations and self._random.random() < 1 / 2:
            return Activate(seat, self._random.choice(options.activations))
        return self._fire(view, seat)

    def _fire(self, view: Game, seat: Seat) -> Fire:
        shots = view.shots(seat)
        free = view.free_targets(seat)
        hitting = [index for index, mask in enumerate(shots.masks) if mask & free]
        return Fire(seat, shots[self._random.choice(hitting)])

    def opinions(self, view: Game, seat: Seat) -> list[Opinion]:
        """Rate everything the same: all options are equal, and so are all players."""
        options = view.options(seat)
        moves: list[Move] = [
            *(Take(seat, pick) for pick in options.picks),
            *options.modifications,
            *(Activate(seat, system) for system in options.activations),
        ]
        if options.shots is not None:
            moves += [shot for _, shot in telling_shots(view, seat)]
        return [Opinion(move, even_chances(len(view.players))) for move in moves]
