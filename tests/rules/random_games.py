"""Random games: legal moves, biased so that games last long enough to be interesting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from hypothesis import strategies as st

from torpedo_dice.rules import (
    Activate,
    Chance,
    Event,
    Fire,
    Game,
    Modify,
    Move,
    Reroll,
    Roll,
    Seat,
    Sheet,
    SoloEnd,
    Stage,
    Start,
    System,
    Take,
    parse_sheet,
)
from torpedo_dice.sheets import load_sheet


@dataclass(frozen=True)
class Setup:
    """A configuration to play. With a large reserve, more games end with a sinking."""

    mode: str
    players: int
    reserve: int
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND


# Every configuration.
SETUPS = [
    *(Setup(mode, n, 12) for mode in ("training", "mission") for n in (2, 3, 4)),
    *(Setup(mode, n, 60) for mode in ("training", "mission") for n in (2, 3, 4)),
    *(Setup("solo", 1, reserve, end) for reserve in (12, 60) for end in SoloEnd),
]
MOST_ROUNDS = 30

setups = st.sampled_from(SETUPS)
chances = st.randoms(use_true_random=True)


@cache
def sheet_of(mode: str, reserve: int) -> Sheet:
    """Return our sheet for a mode, with another reserve."""
    sheet = load_sheet("training" if mode == "training" else "mission")
    return parse_sheet(sheet.to_data() | {"reserve": reserve})


def new_game(setup: Setup) -> Game:
    """Return a new game."""
    sheet = sheet_of(setup.mode, setup.reserve)
    return Game.new(sheet, setup.mode, setup.players, solo_end=setup.solo_end)


def moves_of(game: Game, chance: Random) -> Iterator[tuple[Move, list[Event]]]:
    """Play a game, mutating it, and yield each move with its events."""
    while not game.is_over and game.round < MOST_ROUNDS:
        move = next_move(game, chance)
        yield move, game.apply(move)


def next_move(game: Game, chance: Random) -> Move:
    """Choose a random move for a random seat, or the pending chance."""
    waiting: list[Chance | Seat] = [*game.chances(), *game.seats_to_move()]
    who = chance.choice(waiting)
    if isinstance(who, int):
        return player_move(game, who, chance)
    if who.move is Start:
        return Start(chance.randrange(who.count))
    if who.move is Roll:
        return Roll(tuple(chance.randint(1, 6) for _ in range(who.count)))
    assert who.seat is not None
    return Reroll(who.seat, chance.randint(1, 6))


def player_move(game: Game, seat: Seat, chance: Random) -> Move:
    """Choose a legal move for a seat; favour good shots, or no game would last."""
    options = game.options(seat)
    if options.picks:
        return Take(seat, chance.choice(options.picks))
    if options.modifications and chance.random() < 0.6:
        return chance.choice(options.modifications)
    if options.activations and chance.random() < 0.4:
        return Activate(seat, chance.choice(options.activations))
    shots = options.shots
    assert shots is not None
    if chance.random() < 0.2:
        return Fire(seat, shots[chance.randrange(len(shots))])
    free = game.free_targets(seat)
    return Fire(seat, max(shots.best, key=lambda item: (item[0] & free).bit_count())[1])


def any_move(game: Game, chance: Random) -> Move:
    """Make up a move of any kind, most often an illegal one."""
    seat = chance.randint(-1, len(game.players))
    system = chance.choice(list(System))
    fields = [(chance.randint(-3, 8), chance.randint(-3, 15)) for _ in range(chance.randint(0, 6))]
    moves: list[Move] = [
        Start(seat),
        Roll(tuple(chance.randint(1, 7) for _ in range(chance.randint(1, 5)))),
        Take(seat, chance.randint(-1, 5)),
        Modify(seat, system),
        Modify(seat, System.TOWER, step=chance.choice([1, -1, 2])),
        Modify(seat, System.FINS, other=chance.randint(-1, 4)),
        Reroll(seat, chance.randint(0, 7)),
        Fire(seat, tuple(fields)),
        Activate(seat, system),
    ]
    return chance.choice(moves)


def game_in_act(setup: Setup, chance: Random) -> Game:
    """Return a game in phases 2 and 3 of some round in which nobody has chosen yet."""
    game = new_game(setup)
    rounds = chance.randint(1, 6)
    last = game.copy()
    for _ in moves_of(game, chance):
        untouched = all(p.modify is None and p.action is None for p in game.players)
        if game.stage is Stage.ACT and untouched:
            last = game.copy()
            if game.round == rounds:
                break
    return last
