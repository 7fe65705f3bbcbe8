"""Ranks: loss per decision tells them apart, and the estimated rank is nearly right."""

from __future__ import annotations

import itertools
from collections import defaultdict
from statistics import mean

from benchmarks.goals import Figure, show
from tools.ranks import Task, costs_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.review.rank import RANKS, estimate_from
from torpedo_dice.rules import Mode

GAMES = 400
# Not the seed of the calibration.
SEED = 2
TEN = 10


def run(games: int | None = None) -> bool:
    """Review fresh games of two players in Mission, Training and solo games."""
    count = games or GAMES
    kinds = ((Mode.MISSION, 2), (Mode.TRAINING, 2), (Mode.SOLO, 1))
    tasks = [Task(*kinds[n % len(kinds)], n // len(kinds), SEED) for n in range(count)]
    costs: dict[tuple[str, str], list[float]] = defaultdict(list)
    for found in ordered_map(costs_of, tasks):
        for kind, bot, cost in found:
            costs[kind, bot].append(cost)
    kinds_found = sorted({kind for kind, _ in costs})
    return all([_discriminating(kinds_found, costs), _estimated(costs, count)])


def _discriminating(kinds: list[str], costs: dict[tuple[str, str], list[float]]) -> bool:
    """Compare players of different ranks: the lower rank should lose more per decision."""
    single, tens = [], []
    for kind in kinds:
        for low, high in itertools.combinations(RANKS, 2):
            pairs = itertools.product(costs[kind, low], costs[kind, high])
            single += [float(a > b) for a, b in pairs]
            pairs = itertools.product(_tens(costs[kind, low]), _tens(costs[kind, high]))
            tens += [float(a > b) for a, b in pairs]
    figures = [Figure("pairs in the right order from a single game", 100 * mean(single), unit="%")]
    if tens:
        name = f"pairs in the right order from ten games ({len(tens)} pairs)"
        figures.append(Figure(name, 100 * mean(tens), 95.0, unit="%"))
    return show(f"Loss per decision of {', '.join(RANKS)}", figures)


def _tens(costs: list[float]) -> list[float]:
    """Return the means of groups of ten games."""
    return [mean(costs[n : n + TEN]) for n in range(0, len(costs) - TEN + 1, TEN)]


def _estimated(costs: dict[tuple[str, str], list[float]], games: int) -> bool:
    right, near, inside = [], [], []
    for (kind, bot), values in costs.items():
        for cost in values:
            estimate = estimate_from([(kind, cost)])
            if estimate is None:
                continue
            rank = RANKS.index(bot)
            right.append(estimate.rank == bot)
            near.append(abs(RANKS.index(estimate.rank) - rank) <= 1)
            inside.append(RANKS.index(estimate.low) <= rank <= RANKS.index(estimate.high))
    return show(
        f"Estimated rank from a single game ({games} fresh games, {len(right)} players)",
        [
            Figure("exactly right", 100 * mean(right), unit="%"),
            Figure("right within one rank", 100 * mean(near), 90.0, unit="%"),
            Figure("within the range shown", 100 * mean(inside), unit="%"),
        ],
    )
