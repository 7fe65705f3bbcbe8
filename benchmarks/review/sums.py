"""Reviews add up: luck, choices and the judge's error are the result, for every seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.goals import Figure, show
from tests.fast.random_sheets import random_sheet as odd_sheet
from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import SETUPS, Setup
from torpedo_dice.record import RecordData
from torpedo_dice.review import Review, review

GAMES = 2000


def run(games: int | None = None) -> bool:
    """Print the largest gap over random games of every kind, on random sheets too."""
    count = games or GAMES
    judge = MadeUpJudge()
    gaps = [gap(review(record, judge)) for record in _random_records(count)]
    return show(
        f"Reviews add up ({count} random games of every kind, made-up judge)",
        [Figure("largest gap of any seat", max(gaps), None, 1e-9)],
    )


def gap(reviewed: Review) -> float:
    """Return by how much the sum of any seat misses its result."""
    gaps = [0.0]
    for seat in range(len(reviewed.players)):
        columns = slice(None) if reviewed.is_solo else slice(seat, seat + 1)
        totals = reviewed.totals(seat)
        ends = zip(reviewed.start[columns], reviewed.end[columns], strict=True)
        parts = zip(totals.luck, totals.own, totals.others, totals.error, strict=True)
        gaps += [abs(b - a - sum(part)) for (a, b), part in zip(ends, parts, strict=True)]
    return max(gaps)


def _random_records(count: int) -> Iterator[RecordData]:
    """Yield records; every fourth one is on a random sheet."""
    for number in range(count):
        chance = Random(f"review {number}")
        if number % 4:
            yield random_record(SETUPS[number % len(SETUPS)], chance)
            continue
        sheet = odd_sheet(chance)
        mode = "training" if not sheet.is_mission else "solo" if sheet.solo else "mission"
        setup = Setup(mode, 1 if mode == "solo" else chance.randint(2, 4), sheet.reserve)
        yield random_record(setup, chance, sheet=sheet, rounds=6)
