"""How long reviews take."""

from __future__ import annotations

import time
from statistics import mean, median

from benchmarks.goals import Figure, show
from benchmarks.review.sums import gap
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import RecordData
from torpedo_dice.review import Judge, Review, review
from torpedo_dice.review.deep import DeepJudge
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

# Games of bots: mode and bots, and how many of them are reviewed.
QUICK = [
    (Mode.MISSION, ["admiral", "captain"], 40),
    (Mode.TRAINING, ["captain", "lieutenant"], 40),
    (Mode.MISSION, ["captain", "lieutenant", "ensign"], 8),
    (Mode.TRAINING, ["captain", "lieutenant", "ensign", "lieutenant"], 2),
    (Mode.SOLO, ["lieutenant"], 40),
]
DEEP = [(Mode.MISSION, ["admiral", "captain"], 3), (Mode.TRAINING, ["captain", "lieutenant"], 2)]
CORES = 2
# A thousand records in ten minutes, on two cores.
QUICK_SECONDS = 600 * CORES / 1000


def run(games: int | None = None) -> bool:
    """Print CPU times, which don't depend on what else the machine does."""
    return all(
        [
            *(_measure(QuickJudge(), *kind, games, 1.0) for kind in QUICK),
            *(_measure(DeepJudge(), *kind, games, 60.0 * CORES) for kind in DEEP),
        ]
    )


def _measure(
    judge: Judge, mode: Mode, bots: list[str], usual: int, games: int | None, most: float
) -> bool:
    records = _records(mode, bots, min(games or usual, usual))
    # The first review compiles.
    review(records[0], judge)
    times: list[float] = []
    reviews: list[Review] = []
    for record in records:
        begun = time.process_time()
        reviews.append(review(record, judge))
        times.append(time.process_time() - begun)
    changes = [abs(each.error[0]) for reviewed in reviews for each in reviewed.rounds]
    has_goal = len(bots) < 3
    figures = [
        Figure("CPU time per game, median", median(times), None, most if has_goal else None, "s"),
        Figure("largest gap of any seat", max(map(gap, reviews)), None, 1e-9),
        Figure("judge's error per round (seat 0), mean size", 100 * mean(changes), unit="points"),
    ]
    if judge.name == "quick" and has_goal:
        figures.append(Figure("CPU time per game, mean", mean(times), None, QUICK_SECONDS, "s"))
    errors = [
        option.error for each in reviews for _, d in each.decisions() for option in d.candidates[:2]
    ]
    if any(errors):
        name = "standard error of the two best choices, mean"
        figures.append(Figure(name, 100 * mean(errors), unit="points"))
    title = f"{judge.name} judge, {mode}: {', '.join(bots)} ({len(records)} games)"
    return show(title.capitalize(), figures)


def _records(mode: Mode, bots: list[str], games: int) -> list[RecordData]:
    sheet = load_sheet(DEFAULT_SHEETS[mode])
    return [play_game(sheet, mode, bots, f"reviewed {n}").record() for n in range(games)]
