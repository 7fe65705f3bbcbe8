"""The lieutenant: greedy, one round deep.

For each die it finds the best shot, plain or with any usable system, and checks whether activating
a system is worth more. It watches its reserve and, in solo, the die it leaves to the automaton. All
worths are measured in hits: one hit is worth 1.
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

DESTROYS = 0.7  # finishing off an enemy system, in addition to its last hits
SKULL = -100.0  # marking the skull
NEARLY = 0.1  # having hit a system that has few fields left
MISS = 0.5  # a miss, while the reserve is in proportion to the targets left
MISSES_PER_HIT = 0.45  # roughly what it costs to sink a submarine
LEAST_NEED, MOST_NEED = 0.5, 3.0  # how far that proportion changes the cost of a miss
LIMITED_USE = 0.3  # using up one of a limited number of uses

# Activating a system at the start of the game; worth less as fewer targets are left.
SWITCH = {
    System.PERISCOPE: 3.1,
    System.TOWER: 3.2,
    System.FINS: 2.2,
    System.ENGINE: 2.5,
    System.PROPELLER: 2.1,
}
SCREEN_COMPLETE = 1.0  # bonus for the switch that makes artillery or portholes active

# Cost of the automaton's marks: a first one, and the one that destroys the system.
MARKED = 0.4
LOST = 1.6

# From hits to a win chance: a turn of average worth gives a player its fair share, and each hit
# above or below shifts the log-odds by this much. Roughly fitted to games between lieutenants.
USUAL_WORTH = 3.5
ODDS_PER_HIT = 0.2


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for a die: an optional modification, then fire or activate; and its worth."""

    worth: float
    modify: Modify | None = None
    fields: tuple[Field, ...] | None = None
    activate: System | None = None
    destroys: bool = False


class Lieutenant:
    """Plays whatever looks best in this round."""

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
        """Return the worth of each option in this round as win chances; it looks no further ahead.

        The move that `choose` would return has the highest chance for its player.
        """
        if seat not in view.seats_to_move():
            return []
        # Use a copy of the random state: opinions must match `choose` without affecting later
        # choices.
        random = Random()
        random.setstate(self._random.getstate())
        players = len(view.players)
        return [
            Opinion(move, _chances(worth, seat, players))
            for move, worth in _Thought(view, seat, random).worths()
        ]


def _chances(worth: float, seat: Seat, players: int) -> tuple[float, ...]:
    """Turn a worth into win chances: logistic around the fair share; the others split the rest."""
    fair = even_chances(players)[seat]
    odds = math.log(fair / (1 - fair)) + ODDS_PER_HIT * (worth - USUAL_WORTH)
    own = 1 / (1 + math.exp(-odds))
    rest = (1 - own) / max(1, players - 1)
    return tuple(own if other == seat else rest for other in range(players))


class _Thought:
    """A single decision. The free targets are fixed, so each formation is searched only once."""

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
        """Return the cost of a miss: the scarcer the reserve for the targets left, the higher."""
        needed = MISSES_PER_HIT * self.free.bit_count()
        return MISS * min(MOST_NEED, max(LEAST_NEED, needed / max(1, self.player.reserve)))

    def best_pick(self) -> int:
        """Return the die with the best plan."""
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
        """Yield the shots of the current die, none rated above the one the bot would fire.

        The bot maximises hits first, so a shot with fewer hits that destroys more must not outrank
        it.
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
        """Return the cost of the automaton's shot with the die that is left."""
        aimed = System(after.die_left)
        if self.player.destroyed & aimed.bit:
            # It moves on to another system, or misses because of an explosion.
            return 0.0 if destroys else MARKED
        marks = self.player.boxes[self.sheet.systems.index(aimed)]
        panel = self.sheet.solo
        return LOST if panel is not None and marks + 1 == panel.boxes else MARKED

    def best_plan(self, game: Game) -> Plan:
        """Return the best plan for the die the seat holds."""
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
        """Return the propeller's plan: the mean, over all faces, of the best follow-up."""
        worths = [
            max(plan.worth for plan in [self._best_shot(self.sheet.placements(face)), *switches])
            for face in FACES
        ]
        return Plan(sum(worths) / len(worths), modify)

    def _switch_on(self, system: System) -> Plan:
        """Return the plan of activating a system."""
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
        """Find the shot with the most hits; ties go to the one closest to destroying a system."""
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
        """Return a shot's worth beyond its hits: systems destroyed, or nearly so."""
        worth = 0.0
        for mask in self.sheet.system_targets.values():
            if mask & struck:
                left = (mask & self.free & ~struck).bit_count()
                worth += DESTROYS if left == 0 else NEARLY / (left + 1)
        return worth
