"""The judges against the exact values of solo ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import mean

from benchmarks.goals import Figure, show
from torpedo_dice.lab.parallel import ordered_map
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
_PLAYED = "Playouts of the deep judge alone"
# The judges: their names, the most that they may be off by, and the least share of good choices.
GOALS: dict[str, tuple[float | None, float | None]] = {
    "Quick judge": (2.0, None),
    "Deep judge": (1.0, LEAST_GOOD),
    _PLAYED: (None, None),
}
# Playing solvable ends on takes long: one in so many is enough.
PLAYED_EVERY = 10


def run(games: int | None = None) -> bool:
    """Print the distances of the quick and the deep judge, and of the playouts alone."""
    wanted = games or ENDS
    found: dict[str, list[_Compared]] = {name: [] for name in GOALS}
    ends = ordered_map(_compared, range(10 * wanted))
    for compared in ends:
        for name, each in compared.items():
            found[name].append(each)
        if len(found["Quick judge"]) == wanted:
            break
    getattr(ends, "close", lambda: None)()
    reached = [_show(name, each) for name, each in found.items() if each]
    return all(reached)


@dataclass(frozen=True)
class _Compared:
    """How far a judge is from the truth in one end, and what each of its choices loses."""

    distance: float
    losses: list[float]


def _compared(number: int) -> dict[str, _Compared]:
    """Play a solo game of a lieutenant, and compare the judges in its last round, if solvable."""
    found = _last_round(number)
    if found is None:
        return {}
    game, roll = found
    exact = ExactJudge(game, size=TABLE_SIZE)
    try:
        exact.value(game)
    except CannotJudgeError:
        return {}
    return {
        name: _compare(judge, exact, game, roll)
        for name, judge in _judges().items()
        if name != _PLAYED or number % PLAYED_EVERY == 0
    }


@cache
def _judges() -> dict[str, Judge]:
    return dict(zip(GOALS, (QuickJudge(), DeepJudge(), DeepJudge(solved=(0, 1))), strict=True))


def _last_round(number: int) -> tuple[Game, Move] | None:
    """Return a position before a roll with few targets left, and the roll; None without one."""
    sheet = load_sheet(DEFAULT_SHEETS[Mode.SOLO])
    record = play_game(sheet, Mode.SOLO, ["lieutenant"], f"end {number}").record()
    for each in Replay(record).moves():
        if isinstance(each.move, Roll) and each.before.free_targets(0).bit_count() <= MOST_FREE:
            return each.before, each.move
    return None


def _compare(judge: Judge, exact: ExactJudge, game: Game, roll: Move) -> _Compared:
    distance = abs(_value(judge, game) - exact.value(game)[WIN])
    losses = []
    rolled = game.copy()
    rolled.apply(roll)
    while rolled.stage is not Stage.ACT:
        losses.append(_loss(judge, exact, rolled))
        rolled.apply(exact.options(rolled, 0)[0].move)
    losses.append(_loss(judge, exact, rolled))
    return _Compared(distance, losses)


def _show(name: str, ends: list[_Compared]) -> bool:
    most, least = GOALS[name]
    distances = [each.distance for each in ends]
    losses = [loss for each in ends for loss in each.losses]
    good = mean(loss <= GOOD for loss in losses)
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
