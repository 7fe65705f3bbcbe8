"""The evaluation: calibrated for every pairing of ranks, consistent over a roll, and one only."""

from __future__ import annotations

from benchmarks.evaluation import agreement, calibration, consistency


def run(games: int | None = None) -> bool:
    """Measure everything; `games` replaces the number of positions or decisions of each part."""
    reached = [part.run(games) for part in (calibration, consistency, agreement)]
    return all(reached)
