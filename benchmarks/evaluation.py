"""The evaluation: calibrated for every pairing of ranks, consistent over a roll, and one only."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.goals import Figure, show
from torpedo_dice.bots import BOTS, make_bot, opinions_of
from torpedo_dice.bots.brain.forecast import Forecast
from torpedo_dice.bots.brain.ranks import ADMIRAL, rank_code
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.convert import from_game
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.review.judge import mean_after_rolls
from torpedo_dice.review.luck import LuckJudge
from torpedo_dice.rules import Fire, Game, Mode, Move, Seat, Stage
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

Values: TypeAlias = NDArray[np.float64]
# Seeds that training does not use.
SEED = 777
POSITIONS = 20_000
DECISIONS = 10_000
ROLLED = 400
_BINS = 10
_GOAL = 0.03
# A bin of fewer values says nothing.
_FEWEST = 200
# So many times as many positions without an admiral, because these games take little time: a result
# is known better by more games, not by more positions of each.
_OTHERS = 4
_GAMES_A_TASK = 100
# One in this many positions is measured: forecasts take longer than games, and the positions of a
# game have the same result, so that all of them would tell little more. The same number from each
# game would be wrong: a position that leads to a short game would be measured more often than one
# that promises a long game, and short games are those in which the leader stays ahead.
_POSITIONS_EVERY = 3


def run(games: int | None = None) -> bool:
    """Measure calibration, consistency and agreement; `games` limits the positions of each."""
    reached = [
        _calibration(mode, players, games or POSITIONS)
        for mode in (Mode.MISSION, Mode.TRAINING)
        for players in (2, 3, 4)
    ]
    reached += [_consistency(mode, games or ROLLED) for mode in (Mode.MISSION, Mode.TRAINING)]
    reached.append(_agreement(games or DECISIONS))
    return all(reached)


# --------------------------------------------------------------------------------- calibration


@dataclass(frozen=True)
class _Task:
    mode: Mode
    one: str
    many: str
    players: int
    number: int


def _calibration(mode: Mode, players: int, positions: int) -> bool:
    """Compare the values of positions before a roll with how the games ended, in ten bins."""
    figures = []
    for one, many in itertools.combinations_with_replacement(BOTS, 2):
        wanted = positions if "admiral" in (one, many) else _OTHERS * positions
        values, shares, games = _positions(mode, one, many, players, wanted)
        bins = _bins_off(values, shares, games)
        worst, error = max(bins)
        certain = sum(off > _GOAL + 2 * error for off, error in bins)
        base = _brier(np.full_like(shares, shares.mean()), shares)
        name = f"{one} among {many}s: bins off by at most ({len(values) // players:,} positions)"
        figures.append(Figure(name, 100 * worst, None, 100 * _GOAL, "points"))
        figures.append(Figure("  standard error of that", 100 * error, unit="points"))
        figures.append(Figure("  bins off by two standard errors more than the goal", certain))
        figures.append(Figure(f"  Brier score (base rate {base:.3f})", _brier(values, shares)))
    return show(f"{mode}, {players} players: calibration", figures)


def _positions(
    mode: Mode, one: str, many: str, players: int, wanted: int
) -> tuple[Values, Values, NDArray[np.intp]]:
    """Return the values of positions for all seats, the shares of the win, and the games."""
    values: list[Values] = []
    shares: list[Values] = []
    games: list[NDArray[np.intp]] = []
    tasks = [_Task(mode, one, many, players, number) for number in range(wanted)]
    played = ordered_map(_play, tasks)
    for number, (some_values, some_shares, some_games) in enumerate(played):
        values.append(some_values)
        shares.append(some_shares)
        games.append(np.repeat(some_games + number * _GAMES_A_TASK, players))
        if sum(map(len, values)) >= wanted:
            break
    getattr(played, "close", lambda: None)()
    return np.concatenate(values).ravel(), np.concatenate(shares).ravel(), np.concatenate(games)


def _play(task: _Task) -> tuple[Values, Values, NDArray[np.intp]]:
    sheet, players = load_sheet(DEFAULT_SHEETS[task.mode]), task.players
    league = League(sheet, task.mode, players, load_network(task.mode))
    ranks = (rank_code(task.one), *[rank_code(task.many)] * (players - 1))
    lineups = lineups_of(ranks, _GAMES_A_TASK)
    played = league.play(lineups, seed=SEED, stream=task.number)
    random = np.random.default_rng((SEED, task.number))
    measured = random.integers(_POSITIONS_EVERY, size=len(played.rows)) == 0
    game, rows = played.game_of[measured], played.rows[measured]
    values = np.zeros((len(game), players))
    # The line-ups repeat after as many games as there are players.
    for number, lineup in enumerate(lineups[:players]):
        chosen = game % players == number
        chances = Forecast(sheet, task.mode, lineup[:players]).chances(rows[chosen])
        values[chosen] = chances[:, :players]
    return values, played.shares[game][:, :players], game


def _bins_off(values: Values, shares: Values, games: NDArray[np.intp]) -> list[tuple[float, float]]:
    """Return how far each bin is off, and the standard error of that.

    The positions of a game share its result, so only games count as independent.
    """
    bins = np.minimum((values * _BINS).astype(int), _BINS - 1)
    found = [(0.0, 0.0)]
    for number in range(_BINS):
        chosen = bins == number
        if chosen.sum() >= _FEWEST:
            off = values[chosen] - shares[chosen]
            by_game = np.bincount(games[chosen], weights=off - off.mean())
            found.append((abs(off.mean()), float(np.sqrt((by_game**2).sum())) / len(off)))
    return found


def _brier(values: Values, shares: Values) -> float:
    return float(np.mean((values - shares) ** 2))


# --------------------------------------------------------------------------------- consistency


def _consistency(mode: Mode, wanted: int) -> bool:
    """Compare the value of a position with the exact mean over the next rolls.

    After each roll, admirals play the round, and the position after it is forecast.
    """
    numbers = range(wanted)
    differences = np.array(list(ordered_map(_Rolled(mode), numbers)))
    error = float(np.sqrt(np.mean(differences**2)))
    return show(
        f"{mode}, two admirals: a position's value and its mean over the next rolls",
        [
            Figure(f"root mean square of {wanted} differences", error, None, 0.04),
            Figure("mean difference", float(differences.mean())),
        ],
    )


@dataclass(frozen=True)
class _Rolled:
    mode: Mode

    def __call__(self, number: int) -> float:
        """Return the difference for a random position of a game between admirals."""
        game, ranks = self._position(number), (ADMIRAL,) * 2
        forecast = Forecast(game.sheet, game.mode, ranks).chances(np.array([from_game(game)]))
        mean = mean_after_rolls(LuckJudge(ranks).after_rolls(game), game.dice_count)
        return float(forecast[0, 0]) - mean[0]

    def _position(self, number: int) -> Game:
        """Play a few rounds of a game, and return the position before the next roll."""
        random = np.random.default_rng((SEED, number))
        sheet = load_sheet(DEFAULT_SHEETS[self.mode])
        while True:
            rounds = int(random.integers(0, 14))
            game = Game.new(sheet, self.mode, 2)
            dice = FairDice.repeatable(f"rolled {number} {rounds}", 2)
            bots = [make_bot("admiral", f"{number} {seat}") for seat in range(2)]
            while not game.is_over and not (game.stage is Stage.ROLL and game.round == rounds):
                for chance in game.chances():
                    game.apply(dice.answer(game, chance))
                for seat in game.seats_to_move():
                    game.apply(bots[seat].choose(game.view(seat), seat))
            if not game.is_over:
                return game


# ----------------------------------------------------------------------------------- agreement


def _agreement(wanted: int) -> bool:
    """Count the decisions in which a bot chooses something other than the best by its opinions."""
    figures = [
        Figure(f"{bot}: choices unlike its opinions, of {wanted:,}", _disagreements(bot, wanted))
        for bot in BOTS
    ]
    goals = [Figure(figure.name, figure.value, None, 0) for figure in figures]
    return show("choices and opinions", goals)


def _disagreements(bot: str, wanted: int) -> int:
    counts = ordered_map(_Decided(bot), range(-(-wanted // _GAMES_A_TASK)))
    return sum(counts)


@dataclass(frozen=True)
class _Decided:
    bot: str

    def __call__(self, number: int) -> int:
        """Return how many of a hundred decisions disagree; games of every mode take turns."""
        mode = list(Mode)[number % len(Mode)]
        players = 1 if mode is Mode.SOLO else 2 + number % 3
        unlike = 0
        for view, seat, mind in itertools.islice(self._decisions(mode, players, number), 100):
            opinions = opinions_of(mind, view, seat)
            best = max(opinion.worth(seat) for opinion in opinions)
            chosen = _option(view, seat, mind.choose(view, seat))
            worth = max(o.worth(seat) for o in opinions if _option(view, seat, o.move) == chosen)
            unlike += worth < best - 1e-5
        return unlike

    def _decisions(self, mode: Mode, players: int, number: int):  # type: ignore[no-untyped-def]
        for game in itertools.count():
            names = [PlayerInfo("x")] * players
            dice = FairDice.repeatable(f"agreement {number} {game}", players)
            table = RecordedGame(load_sheet(DEFAULT_SHEETS[mode]), mode, names, dice)
            table.begin()
            minds = [make_bot(self.bot, f"{number} {game} {seat}") for seat in range(players)]
            while not table.game.is_over:
                for seat in table.game.seats_to_move():
                    view = table.game.view(seat)
                    yield view, seat, minds[seat]
                    table.apply(minds[seat].choose(view, seat))


def _option(view: Game, seat: Seat, move: Move) -> object:
    """Return what makes a move an option of its own: a shot is what it hits."""
    if not isinstance(move, Fire):
        return move
    return view.sheet.mask_of(move.fields) & view.free_targets(seat)
