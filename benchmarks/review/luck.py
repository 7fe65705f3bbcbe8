"""Luck-adjusted results: unbiased, and how much sharper than raw ones."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev, variance

from benchmarks.goals import Figure, show
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.play import play_game
from torpedo_dice.review.luck import luck_judge, total_luck
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 20_000
RANKS = ("admiral", "captain", "lieutenant")
PAIRINGS = tuple(itertools.combinations_with_replacement(RANKS, 2))
# Ratios of variances in two-player Mission.
RATIOS = {("admiral", "admiral"): 5.0, ("admiral", "captain"): 3.0}
# Six figures exceed this many standard errors by chance in 5 % of all runs.
Z = 2.64
Z95 = 1.96


@dataclass(frozen=True)
class _Game:
    bots: tuple[str, str]
    number: int


def run(games: int | None = None) -> bool:
    """Compare raw and luck-adjusted shares of each pairing; `games` is for all of them."""
    count = max(4, (games or GAMES) // len(PAIRINGS))
    reached = [_pairing(bots, count) for bots in PAIRINGS]
    return all(reached)


def _pairing(bots: tuple[str, str], count: int) -> bool:
    played = list(ordered_map(_play, [_Game(bots, number) for number in range(count)]))
    raw = [won for won, _ in played]
    lucks = [luck for _, luck in played]
    adjusted = [won - luck for won, luck in played]
    error = stdev(lucks) / sqrt(count)
    ratio = variance(raw) / variance(adjusted)
    return show(
        f"{bots[0]} against {bots[1]}, mission ({count} games)",
        [
            Figure(f"share as played, ± {100 * _half(raw):.1f}", 100 * mean(raw), unit="%"),
            Figure(
                f"share without luck, ± {100 * _half(adjusted):.1f}", 100 * mean(adjusted), unit="%"
            ),
            Figure("mean luck of a game, in standard errors", abs(mean(lucks)) / error, None, Z),
            Figure("ratio of raw to adjusted variance", ratio, RATIOS.get(bots)),
        ],
    )


def _half(values: list[float]) -> float:
    """Return half of the 95 % interval of a mean."""
    return Z95 * stdev(values) / sqrt(len(values))


def _play(game: _Game) -> tuple[float, float]:
    """Return the first bot's share of the win, and what the dice gave it; seats take turns."""
    seat = game.number % 2
    bots = game.bots if seat == 0 else game.bots[::-1]
    sheet = load_sheet(DEFAULT_SHEETS[Mode.MISSION])
    record = play_game(sheet, Mode.MISSION, list(bots), f"luck {game.number}").record()
    winners = record["result"]["winners"]
    won = 1 / len(winners) if seat in winners else 0.0
    return won, total_luck(record, luck_judge(bots))[seat]
