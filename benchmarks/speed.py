"""Speed of the pure Python engine, compared with catanatron, a Catan engine in pure Python."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from benchmarks.goals import Figure, show
from benchmarks.peers import peer_python, run_python
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import Activate, Fire, Game, Mode, Move, Reroll, Roll, Seat, Start, Take
from torpedo_dice.sheets import load_sheet

SECONDS = 10.0
PEER = "catanatron==3.2.1"

# Two players with random moves, like our own random games.
_PEER_PROGRAM = """
import time
from catanatron import Color, Game, RandomPlayer
begin = time.perf_counter()
games = 0
while (spent := time.perf_counter() - begin) < {seconds}:
    Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]).play()
    games += 1
print(games / spent)
"""


def run() -> bool:
    """Print games per second, the ratio to the peer, and start-up times."""
    mission = load_sheet("mission")
    random = Random(1)
    random_games = _a_second(lambda _: random_game(random))
    lieutenants = _a_second(
        lambda number: play_game(mission, Mode.MISSION, ["lieutenant"] * 2, f"speed {number}")
    )
    python = peer_python("catanatron", PEER)
    peer = float(run_python(python, _PEER_PROGRAM.format(seconds=SECONDS)))
    importing = _least_seconds("import torpedo_dice")
    rules = _least_seconds("import torpedo_dice.rules")
    loading = _least_seconds(
        "from torpedo_dice.sheets import load_sheet",
        "load_sheet('mission'); load_sheet('training')",
    )
    laying = _least_seconds(
        "from torpedo_dice.rules import FORMATIONS; from torpedo_dice.sheets import load_sheet",
        "s = load_sheet('mission'); [len(s.placements(*key).masks) for key in FORMATIONS]",
    )
    return show(
        "Speed, one core, two-player Mission",
        [
            Figure("games by lieutenants", lieutenants, 100, None, "a second"),
            Figure("random legal games", random_games, None, None, "a second"),
            Figure(f"random games of {PEER}, two players", peer, None, None, "a second"),
            Figure("ratio of random games", random_games / peer, 10, None, "times"),
            Figure("import torpedo_dice", importing, None, 0.15, "s"),
            Figure("import torpedo_dice.rules", rules, None, 0.15, "s"),
            Figure("loading both sheets", loading, None, 0.2, "s"),
            Figure("loading a sheet and laying out every shot", laying, None, 0.2, "s"),
        ],
    )


def _a_second(play: Callable[[int], object]) -> float:
    for number in range(20):
        play(-number)
    begin, games = time.perf_counter(), 0
    while (spent := time.perf_counter() - begin) < SECONDS:
        play(games)
        games += 1
    return games / spent


def random_game(random: Random) -> Game:
    """Play a game in which every legal move is equally likely."""
    game = Game.new(load_sheet("mission"), Mode.MISSION, 2)
    game.apply(Start(random.randrange(2)))
    while not game.is_over:
        for chance in game.chances():
            faces = tuple(random.randint(1, 6) for _ in range(chance.count))
            game.apply(Roll(faces) if chance.seat is None else Reroll(chance.seat, faces[0]))
        for seat in game.seats_to_move():
            game.apply(random_move(game, seat, random))
    return game


def random_move(game: Game, seat: Seat, random: Random) -> Move:
    """Choose uniformly among all legal moves without building them all."""
    options = game.options(seat)
    others: list[Move] = [
        *(Take(seat, pick) for pick in options.picks),
        *options.modifications,
        *(Activate(seat, system) for system in options.activations),
    ]
    shots = options.shots
    number = random.randrange(len(others) + (len(shots) if shots is not None else 0))
    if shots is None or number < len(others):
        return others[number]
    return Fire(seat, shots[number - len(others)])


def _least_seconds(before: str, timed: str = "") -> float:
    """Time a statement in new processes; the minimum of seven runs filters out other load."""
    setup, work = (before, timed) if timed else ("", before)
    program = (
        f"import time\n{setup}\nbegin = time.perf_counter()\n{work}\n"
        "print(time.perf_counter() - begin)"
    )
    return min(float(run_python(sys.executable, program)) for _ in range(7))
