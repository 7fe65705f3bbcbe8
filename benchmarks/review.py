"""Reviews: that they add up, how long they take, and how far the quick judge is from the truth."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from statistics import mean, median

from benchmarks.goals import Figure, show
from tests.fast.random_sheets import random_sheet as odd_sheet
from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import SETUPS, Setup
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review import Luck, Review, review
from torpedo_dice.review.exact import ExactJudge
from torpedo_dice.review.judge import (
    WIN,
    CannotJudgeError,
    Judge,
    mean_after_rolls,
    option_key,
    worth,
)
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import Game, Mode, Move, Roll, Seat, Stage
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 2000
# Games of bots: mode and bots, and how many of them are reviewed.
KINDS = [
    (Mode.MISSION, ["admiral", "captain"], 40),
    (Mode.MISSION, ["lieutenant", "ensign"], 40),
    (Mode.TRAINING, ["captain", "lieutenant"], 40),
    (Mode.MISSION, ["captain", "lieutenant", "ensign"], 8),
    (Mode.TRAINING, ["captain", "lieutenant", "ensign", "lieutenant"], 2),
    (Mode.SOLO, ["lieutenant"], 40),
]
ENDS = 500
MOST_FREE = 4
# Ends that need a larger table than this are left out.
TABLE_SIZE = 1 << 17


def run() -> bool:
    """Print the figures of reviews."""
    return all([_sums(), _bots(), _ends()])


def _gap(reviewed: Review) -> float:
    """Return by how much the sum of any seat misses its result."""
    gaps = [0.0]
    for seat in range(len(reviewed.players)):
        columns = slice(None) if reviewed.is_solo else slice(seat, seat + 1)
        totals = reviewed.totals(seat)
        ends = zip(reviewed.start[columns], reviewed.end[columns], strict=True)
        parts = zip(totals.luck, totals.own, totals.others, totals.error, strict=True)
        gaps += [abs(b - a - sum(part)) for (a, b), part in zip(ends, parts, strict=True)]
    return max(gaps)


def _random_records() -> Iterator[RecordData]:
    for number in range(GAMES):
        chance = Random(f"review {number}")
        if number % 4:
            yield random_record(SETUPS[number % len(SETUPS)], chance)
            continue
        sheet = odd_sheet(chance)
        mode = "training" if not sheet.is_mission else "solo" if sheet.solo else "mission"
        setup = Setup(mode, 1 if mode == "solo" else chance.randint(2, 4), sheet.reserve)
        yield random_record(setup, chance, sheet=sheet, rounds=6)


def _sums() -> bool:
    judge = MadeUpJudge()
    gaps = [_gap(review(record, judge)) for record in _random_records()]
    return show(
        f"Reviews add up ({GAMES} random games of every kind, made-up judge)",
        [Figure("largest gap of any seat", max(gaps), None, 1e-9)],
    )


def _bots() -> bool:
    reached = []
    judge = QuickJudge()
    for mode, bots, games in KINDS:
        sheet = load_sheet(DEFAULT_SHEETS[mode])
        records = [play_game(sheet, mode, bots, f"reviewed {n}").record() for n in range(games)]
        review(records[0], judge)
        times, reviews = [], []
        for record in records:
            begun = time.process_time()
            reviews.append(review(record, judge))
            times.append(time.process_time() - begun)
        lucks = [
            step.change[0] for each in reviews for _, step in each.steps() if isinstance(step, Luck)
        ]
        errors = [abs(each.error[0]) for reviewed in reviews for each in reviewed.rounds]
        figures = [
            Figure(
                "CPU time per game, median", median(times), None, 1.0 if len(bots) < 3 else None
            ),
            Figure("largest gap of any seat", max(map(_gap, reviews)), None, 1e-9),
            Figure("judge's calls per game", mean(each.calls for each in reviews)),
            Figure("mean luck of a roll (seat 0), points", 100 * mean(lucks)),
            Figure("judge's error per round (seat 0), mean size, points", 100 * mean(errors)),
        ]
        for seat, bot in enumerate(bots):
            totals = [each.totals(seat) for each in reviews]
            cost = sum(t.loss for t in totals) / max(1, sum(t.decisions for t in totals))
            figures.append(Figure(f"cost per choice of {bot}, points", 100 * cost))
        reached.append(show(f"Quick judge, {mode}: {', '.join(bots)} ({games} games)", figures))
    return all(reached)


# --------------------------------------------------------------------- solo ends


def _solo_ends() -> Iterator[tuple[Game, Seat, Move]]:
    """Yield the last few decisions of solo games by lieutenants, with positions before rolls."""
    sheet = load_sheet(DEFAULT_SHEETS[Mode.SOLO])
    for number in range(10 * ENDS):
        record = play_game(sheet, Mode.SOLO, ["lieutenant"], f"end {number}").record()
        for each in Replay(record).moves():
            free = each.before.free_targets(0).bit_count()
            if isinstance(each.move, Roll) and free <= MOST_FREE:
                yield each.before, 0, each.move
                break


def _value(judge: Judge, game: Game) -> float:
    return mean_after_rolls(judge.after_rolls(game), game.dice_count)[WIN]


def _ends() -> bool:
    quick = QuickJudge()
    distances, losses = [], []
    for game, seat, roll in _solo_ends():
        try:
            exact = ExactJudge(game, size=TABLE_SIZE)
            distances.append(abs(_value(quick, game) - _value(exact, game)))
        except CannotJudgeError:
            continue
        rolled = game.copy()
        rolled.apply(roll)
        while rolled.stage is not Stage.ACT:
            losses.append(_loss(quick, exact, rolled, seat))
            rolled.apply(exact.options(rolled, seat)[0].move)
        losses.append(_loss(quick, exact, rolled, seat))
        if len(distances) == ENDS:
            break
    good = sum(loss <= 0.005 for loss in losses) / len(losses)
    return show(
        f"Quick judge against the exact one ({len(distances)} solo ends, {len(losses)} decisions)",
        [
            Figure("distance of win chances, mean, points", 100 * mean(distances), None, 2.0),
            Figure("distance of win chances, largest, points", 100 * max(distances)),
            Figure("choices that are exactly best or lose up to 0.5 points", 100 * good, unit="%"),
        ],
    )


def _loss(quick: Judge, exact: Judge, view: Game, seat: Seat) -> float:
    """Return what the quick judge's best option loses, as a share of worth."""
    chosen = max(quick.options(view, seat), key=lambda o: worth(o.outlook, seat, is_solo=True))
    options = {option_key(view, each.move): each for each in exact.options(view, seat)}
    worths = [worth(each.outlook, seat, is_solo=True) for each in options.values()]
    taken = options[option_key(view, chosen.move)]
    return max(worths) - worth(taken.outlook, seat, is_solo=True)
