"""The lieutenant: greedy, one round deep.

For each die it asks what the best shot would be, plain or with each system it can use, and
whether switching a system on is worth more. It minds its reserve, and in solo also the die that
it leaves to the automaton. All worths are in hits: a hit is worth 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from torpedo_dice.bots.opinion import Opinion, even_chances, telling_shots
from torpedo_dice.rules import (
    FACES,
    Activate,
    Fire,
    Game,
    Modify,
    Move,
    Placements,
    Seat,
    Stage,
    System,
    Take,
)
from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.systems import SWITCHLESS

DESTROYS = 0.7  # finishing off an enemy system, on top of its last hits
SKULL = -100.0  # marking the skull
NEARLY = 0.1  # having hit a system that has few fields left
MISS = 0.5  # a miss, as long as the reserve is in step with what is left to hit
MISSES_PER_HIT = 0.45  # about what sinking a submarine costs
LIMITED_USE = 0.3  # spending one of a few uses

# Switching a system on, at the beginning of the game; it counts less as fewer targets are left.
SWITCH = {
    System.PERISCOPE: 3.1,
    System.TOWER: 3.2,
    System.FINS: 2.2,
    System.ENGINE: 2.5,
    System.PROPELLER: 2.1,
}
SCREEN_COMPLETE = 1.0  # the switch that makes artillery or portholes active, on top

# What the automaton's marks cost: a first one, and the one that destroys the system.
MARKED = 0.4
LOST = 1.6

# From hits to a win chance: a turn of the usual worth leaves a player with its fair share, and
# each hit more or less moves the odds by this much. Fitted roughly to games between lieutenants.
USUAL_WORTH = 3.5
ODDS_PER_HIT = 0.2


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with a die: modify it or not, then fire or activate; and what that is worth."""

    worth: float
    modify: Modify | None = None
    fields: tuple[Field, ...] | None = None
    activate: System | None = None
    destroys: bool = False


class Lieutenant:
    """Does what looks best in this round."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return the next move of the best plan."""
        thought = _Thought(view, seat, self._random)
        if view.stage is Stage.TAKE:
            return Take(seat, thought.best_pick())
        plan = thought.best_plan(view)
        if plan.modify is not None:
            return plan.modify
        if plan.activate is not None:
            return Activate(seat, plan.activate)
        return Fire(seat, plan.fields or ())

    def opinions(self, view: Game, seat: Seat) -> list[Opinion]:
        """Return what each option is worth in this round, as chances; it sees no further.

        The move that `choose` would return has the highest chance of its player.
        """
        if seat not in view.seats_to_move():
            return []
        # Thinks with a copy of its own chance, so that it thinks what it would choose by.
        random = Random()
        random.setstate(self._random.getstate())
        players = len(view.players)
        return [
            Opinion(move, _chances(worth, seat, players))
            for move, worth in _Thought(view, seat, random).worths()
        ]


def _chances(worth: float, seat: Seat, players: int) -> tuple[float, ...]:
    """Turn a worth into win chances: a logistic around the fair share; the others are even."""
    fair = even_chances(players)[seat]
    odds = math.log(fair / (1 - fair)) + ODDS_PER_HIT * (worth - USUAL_WORTH)
    own = 1 / (1 + math.exp(-odds))
    rest = (1 - own) / max(1, players - 1)
    return tuple(own if other == seat else rest for other in range(players))


class _Thought:
    """One decision. The free targets do not change in it, so a formation is searched only once."""

    def __init__(self, view: Game, seat: Seat, random: Random) -> None:
        self.view = view
        self.seat = seat
        self.random = random
        self.sheet = view.sheet
        self.player = view.players[seat]
        self.free = view.free_targets(seat)
        self.miss_cost = self._miss_cost()
        self._searched: dict[int, Plan] = {}

    def _miss_cost(self) -> float:
        """Make a miss cost more, the fewer torpedoes are left for the targets that remain."""
        needed = MISSES_PER_HIT * self.free.bit_count()
        return MISS * min(3.0, max(0.5, needed / max(1, self.player.reserve)))

    def best_pick(self) -> int:
        """Return the die whose best plan is worth most."""
        worths = list(self._worths_of_dice())
        best = max(worth for _, worth in worths)
        return self.random.choice([take.pick for take, worth in worths if worth == best])

    def worths(self) -> Iterator[tuple[Move, float]]:
        """Yield every option with its worth."""
        if self.view.stage is Stage.TAKE:
            yield from self._worths_of_dice()
            return
        for plan in self._plans(self.view):
            if plan.modify is not None:
                yield plan.modify, plan.worth
            elif plan.activate is not None:
                yield Activate(self.seat, plan.activate), plan.worth
            else:
                yield from self._worths_of_shots(plan)

    def _worths_of_shots(self, best: Plan) -> Iterator[tuple[Move, float]]:
        """Yield the shots of the die in hand. None is thought better than the one it would fire.

        It looks for hits first, so a shot with fewer that destroys more does not count above it.
        """
        count = self.view.shots(self.seat).formation.count
        for hits, shot in telling_shots(self.view, self.seat):
            worth = self._worth_of_hits(hits.bit_count(), count) + self._progress(hits)
            yield shot, min(worth, best.worth)

    def _worths_of_dice(self) -> Iterator[tuple[Take, float]]:
        for pick in self.view.options(self.seat).picks:
            yield Take(self.seat, pick), self._worth_of_die(pick)

    def _worth_of_die(self, pick: int) -> float:
        after = self.view.copy()
        after.apply(Take(self.seat, pick))
        while after.stage is Stage.TAKE:
            (other,) = after.seats_to_move()
            after.apply(Take(other, after.options(other).picks[0]))
        plan = self.best_plan(after)
        if not after.is_solo:
            return plan.worth
        return plan.worth - self._threat(after, destroys=plan.destroys)

    def _threat(self, after: Game, *, destroys: bool) -> float:
        """Return what the automaton's shot with the die that is left will cost."""
        aimed = System(after.die_left)
        if self.player.destroyed & aimed.bit:
            # It goes to a system further on, or misses because of an explosion.
            return 0.0 if destroys else MARKED
        marks = self.player.boxes[self.sheet.systems.index(aimed)]
        panel = self.sheet.solo
        return LOST if panel is not None and marks + 1 == panel.boxes else MARKED

    def best_plan(self, game: Game) -> Plan:
        """Return the best plan for the die that the seat holds."""
        plans = list(self._plans(game))
        best = max(plan.worth for plan in plans)
        return self.random.choice([plan for plan in plans if plan.worth == best])

    def _plans(self, game: Game) -> Iterator[Plan]:
        options = game.options(self.seat)
        yield self._best_shot(game.shots(self.seat))
        switches = [self._switch_on(system) for system in options.activations]
        yield from switches
        for modify in options.modifications:
            if modify.system is System.PROPELLER:
                yield self._reroll(modify, switches)
            else:
                shot = self._best_shot(game.shots_with(self.seat, modify))
                cost = LIMITED_USE if modify.system in self.sheet.limit else 0.0
                yield Plan(shot.worth - cost, modify, shot.fields, destroys=shot.destroys)

    def _reroll(self, modify: Modify, switches: list[Plan]) -> Plan:
        """Return the propeller's plan: the mean over the faces of the best thing to do then."""
        worths = [
            max(plan.worth for plan in [self._best_shot(self.sheet.placements(face)), *switches])
            for face in FACES
        ]
        return Plan(sum(worths) / len(worths), modify)

    def _switch_on(self, system: System) -> Plan:
        """Return the plan to switch a system on."""
        worth = SWITCH[system]
        mates = self.sheet.screen_mates[system]
        ready = self.player.switched | self.player.destroyed
        for mate in SWITCHLESS:
            if mates & mate.bit and not self.player.destroyed & mate.bit:
                others = self.sheet.screen_mates[mate] & ~system.bit
                worth += SCREEN_COMPLETE if others & ready == others else 0.0
        left = self.free.bit_count() / len(self.sheet.targets)
        return Plan(worth * left, activate=system)

    def _best_shot(self, shots: Placements) -> Plan:
        key = id(shots)
        if key not in self._searched:
            self._searched[key] = self._search(shots)
        return self._searched[key]

    def _search(self, shots: Placements) -> Plan:
        """Find the shot with the most hits and, among those, the one nearest to destroying."""
        free = self.free
        hits = [(mask & free).bit_count() for mask, _ in shots.best]
        most = max(hits)
        worth = self._worth_of_hits(most, shots.formation.count)
        progress = [
            (self._progress(mask & free), fields)
            for (mask, fields), count in zip(shots.best, hits, strict=True)
            if count == most
        ]
        best = max(worth for worth, _ in progress)
        fields = self.random.choice([fields for worth, fields in progress if worth == best])
        return Plan(worth + best, fields=fields, destroys=best >= DESTROYS)

    def _worth_of_hits(self, hits: int, count: int) -> float:
        misses = count - hits
        worth = hits - misses * self.miss_cost
        return worth + SKULL if misses > self.player.reserve else worth

    def _progress(self, struck: int) -> float:
        """Return what a shot is worth beyond its hits: systems destroyed, or nearly so."""
        worth = 0.0
        for mask in self.sheet.system_targets.values():
            if mask & struck:
                left = (mask & self.free & ~struck).bit_count()
                worth += DESTROYS if left == 0 else NEARLY / (left + 1)
        return worth
