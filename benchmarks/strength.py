"""Strength of the ladder, thinking time, and the cost of the first use."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import product
from statistics import mean, median, quantiles

from joblib import Parallel, delayed

from benchmarks.goals import Figure, show
from torpedo_dice.bots import make_bot
from torpedo_dice.lab.match import Match, play_match
from torpedo_dice.lab.play import play_game
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.lab.standings import Standings
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Mode, Sheet
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 4000
FEWER_GAMES = 2000
SEED = 3
# Seeds not used in training: the networks have never seen these submarines.
UNSEEN = [f"unseen {number}" for number in range(5)]

_FIRST_USE = """
import time
begin = time.perf_counter()
from torpedo_dice.bots import make_bot
from torpedo_dice.rules import Game, Roll, Start
from torpedo_dice.sheets import load_sheet
game = Game.new(load_sheet("mission"), "mission", 2)
game.apply(Start(0))
game.apply(Roll((5, 3, 1)))
bots = [make_bot("admiral", 1), make_bot("admiral", 2)]
while game.round < 2 and game.stage != "roll":
    for seat in game.seats_to_move():
        game.apply(bots[seat].choose(game.view(seat), seat))
print(time.perf_counter() - begin)
"""


def run(games: int | None = None) -> bool:
    """Print the figures of strength, time and first use, with those of version 1's bots."""
    most, fewer = games or GAMES, games or FEWER_GAMES
    reached = [_two_players(mode, most) for mode in (Mode.MISSION, Mode.TRAINING)]
    reached += [_against_version_1(mode, fewer) for mode in (Mode.MISSION, Mode.TRAINING)]
    reached += [_many_players(fewer), _solo(fewer), _unseen_sheets(fewer)]
    reached += [_thinking(), _first_use()]
    return all(reached)


def _standings(
    bots: list[str],
    mode: Mode,
    games: int,
    *,
    players: int | None = None,
    sheet: Sheet | None = None,
) -> Standings:
    match = Match(
        sheet or load_sheet(DEFAULT_SHEETS[mode]), mode, bots, games, SEED, players=players
    )
    standings = Standings(match)
    for game in play_match(match, jobs=os.cpu_count() or 1, has_records=False):
        standings.add(game)
    return standings


def _share(standings: Standings, one: str, many: str | None, least: float | None = None) -> Figure:
    share = standings.share((one, many))
    low, high = share.interval
    against = f" against {many}" if many else " alone"
    name = f"{one}{against} (95 %: {100 * low:.1f} to {100 * high:.1f})"
    return Figure(name, 100 * share.value, least, None, "%")


def _two_players(mode: Mode, games: int) -> bool:
    standings = _standings(["admiral", "captain", "lieutenant"], mode, games)
    before = _standings(["admiral@1", "captain@1", "lieutenant"], mode, games)
    return show(
        f"{mode}, two players, {games} games a pairing",
        [
            _share(standings, "captain", "lieutenant", 65),
            _share(before, "captain@1", "lieutenant"),
            _share(standings, "admiral", "captain", 60),
            _share(before, "admiral@1", "captain@1"),
            _share(standings, "admiral", "lieutenant", 80),
            _share(before, "admiral@1", "lieutenant"),
        ],
    )


def _against_version_1(mode: Mode, games: int) -> bool:
    """Compare the admiral with that of version 1, in strength and in time."""
    standings = _standings(["admiral", "admiral@1"], mode, games)
    seconds = {bot: mean(_decision_times(bot, mode, 2)) for bot in ("admiral", "admiral@1")}
    ratio = seconds["admiral"] / seconds["admiral@1"]
    return show(
        f"{mode}, two players, {games} games",
        [
            _share(standings, "admiral", "admiral@1", 58),
            Figure("time per decision, admiral to admiral@1", ratio, None, 2, "x"),
        ],
    )


def _many_players(games: int) -> bool:
    figures = []
    for players, (bot, least) in product((3, 4), (("admiral", 1.8), ("admiral@1", None))):
        jobs = (delayed(_share_of_one)(bot, players, number) for number in range(games))
        shares = [s for s in Parallel(n_jobs=os.cpu_count() or 1)(jobs) if s is not None]
        name = f"one {bot} among {players - 1} lieutenants, {len(shares)} decided games"
        figures.append(Figure(name, players * sum(shares) / len(shares), least, None, "x fair"))
    return show("mission, three and four players", figures)


def _share_of_one(bot: str, players: int, number: int) -> float | None:
    """Play one bot among lieutenants, rotating seats on the same dice; return its share."""
    seat = number % players
    bots = [bot if other == seat else "lieutenant" for other in range(players)]
    sheet = load_sheet(DEFAULT_SHEETS[Mode.MISSION])
    table = play_game(sheet, Mode.MISSION, bots, f"one of {players}, {number // players}")
    winners = table.game.outcome.winners if table.game.outcome else ()
    return (seat in winners) / len(winners) if winners else None


def _solo(games: int) -> bool:
    bots = ["admiral", "admiral@1", "captain", "captain@1", "lieutenant"]
    standings = _standings(bots, Mode.SOLO, games)
    figures = [
        _share(standings, "admiral", None, 92),
        _share(standings, "admiral@1", None),
    ]
    for bot in bots:
        least = 45 if bot == "admiral" else None
        figures.append(
            Figure(f"{bot}: winning score, median", median(standings.solo_scores[bot]), least)
        )
    return show(f"solo, {games} games", figures)


def _unseen_sheets(games: int) -> bool:
    figures = []
    for name in UNSEEN:
        sheet = random_sheet(name, mission=True)
        for bot, least in (("admiral", 70.0), ("admiral@1", None)):
            standings = _standings([bot, "lieutenant"], Mode.MISSION, games, sheet=sheet)
            figure = _share(standings, bot, "lieutenant", least)
            figures.append(replace(figure, name=f"{name}: {figure.name}"))
    return show(f"mission on submarines nobody trained on, {games} games each", figures)


def _thinking() -> bool:
    figures = []
    for bot, percentile, most in (("captain", 99, 5.0), ("admiral", 99, 100.0)):
        times = [
            t for mode in Mode for t in _decision_times(bot, mode, 1 if mode is Mode.SOLO else 4)
        ]
        cut = quantiles(times, n=100)[percentile - 1]
        figures.append(Figure(f"{bot}: 99 in 100 decisions take at most", cut, None, most, "ms"))
        figures.append(Figure(f"{bot}: median decision", median(times), unit="ms"))
    return show("time to decide, one core, all modes", figures)


def _decision_times(bot: str, mode: Mode, players: int) -> list[float]:
    names = [PlayerInfo(bot, "bot", bot)] * players
    times = []
    for number in range(6):
        dice = FairDice.repeatable(f"times {number}", players)
        table = RecordedGame(load_sheet(DEFAULT_SHEETS[mode]), mode, names, dice)
        table.begin()
        minds = [make_bot(bot, seat) for seat in range(players)]
        while not table.game.is_over:
            for seat in table.game.seats_to_move():
                begin = time.perf_counter()
                move = minds[seat].choose(table.game.view(seat), seat)
                # The first game is a warm-up.
                if number:
                    times.append(1000 * (time.perf_counter() - begin))
                table.apply(move)
    return times


def _first_use() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        # Modules are compiled once, as on a player's machine.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        cold, warm, again = (_seconds(environment) for _ in range(3))
    return show(
        "first use of an admiral in a new process",
        [
            Figure("without a compile cache", cold, None, 10, "s"),
            Figure("with a warm cache", min(warm, again), None, 1, "s"),
        ],
    )


def _seconds(environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", _FIRST_USE]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return float(done.stdout)
