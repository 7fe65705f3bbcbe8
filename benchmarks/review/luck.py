"""Luck-adjusted results: unbiased, and how much sharper than raw ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev, variance

from benchmarks.goals import Figure, show
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.play import play_game
from torpedo_dice.review.luck import luck_judge, total_luck
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

# For the ratios, of each pairing; to show that there is no bias, of all together.
GAMES = 40
ALL_GAMES = 20_000
# What part of all games each pairing plays: one between admirals takes as long as a hundred between
# lieutenants.
PARTS = {
    ("admiral", "admiral"): 0.005,
    ("admiral", "captain"): 0.0075,
    ("admiral", "lieutenant"): 0.0075,
    ("captain", "captain"): 0.1,
    ("captain", "lieutenant"): 0.13,
    ("lieutenant", "lieutenant"): 0.75,
}
# Ratios of variances in two-player Mission.
RATIOS = {("admiral", "admiral"): 5.0, ("admiral", "captain"): 3.0}
# Six figures exceed this many standard errors by chance in 5 % of all runs.
Z = 2.64
Z95 = 1.96


@dataclass(frozen=True)
class _Game:
    bots: tuple[str, str]
    number: int
    is_quick: bool


def run(games: int | None = None) -> bool:
    """Compare raw and luck-adjusted shares of each pairing; `games` is for all of them.

    That luck has no bias is shown with a quick judge, because it holds for any.
    """
    count = max(4, games // len(PARTS)) if games else GAMES
    reached = [_sharp(bots, count) for bots in PARTS]
    total = games or ALL_GAMES
    reached += [_unbiased(bots, max(4, round(part * total))) for bots, part in PARTS.items()]
    return all(reached)


def _sharp(bots: tuple[str, str], count: int) -> bool:
    raw, lucks = _played(bots, count, is_quick=False)
    adjusted = _without(raw, lucks)
    ratio = Figure(
        "ratio of raw to adjusted variance", variance(raw) / variance(adjusted), RATIOS.get(bots)
    )
    return show(f"{bots[0]} against {bots[1]}, mission ({count} games)", [ratio])


def _unbiased(bots: tuple[str, str], count: int) -> bool:
    raw, lucks = _played(bots, count, is_quick=True)
    adjusted = _without(raw, lucks)
    error = stdev(lucks) / sqrt(count)
    return show(
        f"{bots[0]} against {bots[1]}, mission, judged quickly ({count} games)",
        [
            Figure(f"share as played, ± {100 * _half(raw):.1f}", 100 * mean(raw), unit="%"),
            Figure(
                f"share without luck, ± {100 * _half(adjusted):.1f}", 100 * mean(adjusted), unit="%"
            ),
            Figure("mean luck of a game, in standard errors", abs(mean(lucks)) / error, None, Z),
            Figure("ratio of raw to adjusted variance", variance(raw) / variance(adjusted)),
        ],
    )


def _played(
    bots: tuple[str, str], count: int, *, is_quick: bool
) -> tuple[list[float], list[float]]:
    """Return the first bot's shares of the win in some games, and what the dice gave it."""
    games = [_Game(bots, number, is_quick) for number in range(count)]
    raw, lucks = zip(*ordered_map(_play, games), strict=True)
    return list(raw), list(lucks)


def _without(raw: list[float], lucks: list[float]) -> list[float]:
    return [won - luck for won, luck in zip(raw, lucks, strict=True)]


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
    return won, total_luck(record, luck_judge(bots, is_quick=game.is_quick))[seat]
