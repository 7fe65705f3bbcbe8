"""The judges against the exact values of solo ends."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from benchmarks.goals import Figure, show
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import Replay
from torpedo_dice.review.deep import DeepJudge
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
from torpedo_dice.rules import Game, Mode, Move, Roll, Stage
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

ENDS = 500
MOST_FREE = 4
# Ends that need a larger table than this are left out.
TABLE_SIZE = 1 << 17
# What a choice may lose and still count as good, and the share of choices that should be good.
GOOD = 0.005
LEAST_GOOD = 95.0


def run(games: int | None = None) -> bool:
    """Print the distances of the quick and the deep judge, and of the playouts alone."""
    ends = list(_exact_ends(games or ENDS))
    few = ends[: max(1, len(ends) // 10)]
    return all(
        [
            _compare("Quick judge", QuickJudge(), ends, 2.0, None),
            _compare("Deep judge", DeepJudge(), ends, 1.0, LEAST_GOOD),
            _compare("Playouts of the deep judge alone", DeepJudge(solved=(0, 1)), few, None, None),
        ]
    )


# A position before a roll, its roll, and the judge that has solved it.
End = tuple[Game, Move, ExactJudge]


def _exact_ends(count: int) -> Iterator[End]:
    """Yield the last rounds of solo games by lieutenants, solved."""
    sheet = load_sheet(DEFAULT_SHEETS[Mode.SOLO])
    found = 0
    for number in range(10 * count):
        record = play_game(sheet, Mode.SOLO, ["lieutenant"], f"end {number}").record()
        for each in Replay(record).moves():
            free = each.before.free_targets(0).bit_count()
            if isinstance(each.move, Roll) and free <= MOST_FREE:
                exact = _solved(each.before)
                if exact is not None:
                    found += 1
                    yield each.before, each.move, exact
                break
        if found == count:
            return


def _solved(game: Game) -> ExactJudge | None:
    exact = ExactJudge(game, size=TABLE_SIZE)
    try:
        exact.value(game)
    except CannotJudgeError:
        return None
    return exact


def _compare(
    name: str, judge: Judge, ends: list[End], most: float | None, least: float | None
) -> bool:
    distances, losses = [], []
    for game, roll, exact in ends:
        distances.append(abs(_value(judge, game) - exact.value(game)[WIN]))
        rolled = game.copy()
        rolled.apply(roll)
        while rolled.stage is not Stage.ACT:
            losses.append(_loss(judge, exact, rolled))
            rolled.apply(exact.options(rolled, 0)[0].move)
        losses.append(_loss(judge, exact, rolled))
    good = sum(loss <= GOOD for loss in losses) / len(losses)
    return show(
        f"{name} against the exact one ({len(ends)} solo ends, {len(losses)} decisions)",
        [
            Figure("distance of win chances, mean", 100 * mean(distances), None, most, "points"),
            Figure("distance of win chances, largest", 100 * max(distances), unit="points"),
            Figure("choices that lose at most 0.5 points", 100 * good, least, unit="%"),
        ],
    )


def _value(judge: Judge, game: Game) -> float:
    return mean_after_rolls(judge.after_rolls(game), game.dice_count)[WIN]


def _loss(judge: Judge, exact: ExactJudge, view: Game) -> float:
    """Return what a judge's best option loses, as a share of worth."""
    chosen = max(judge.options(view, 0), key=lambda o: worth(o.outlook, 0, is_solo=True))
    options = {option_key(view, each.move): each for each in exact.options(view, 0)}
    worths = [worth(each.outlook, 0, is_solo=True) for each in options.values()]
    taken = options[option_key(view, chosen.move)]
    return max(worths) - worth(taken.outlook, 0, is_solo=True)
