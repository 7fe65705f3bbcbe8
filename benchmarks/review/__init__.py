"""Reviews: sums, speed, other tables meanwhile, the judges against the truth, luck, and ranks."""

from __future__ import annotations

from benchmarks.review import ends, luck, ranks, responsive, speed, sums


def run(games: int | None = None) -> bool:
    """Measure everything; `games` replaces the number of games, ends or positions of each part."""
    reached = [part.run(games) for part in (sums, speed, responsive, ends, ranks, luck)]
    return all(reached)
