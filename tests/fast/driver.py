"""The pure engine's side of the lockstep: random games, with everything that can be compared.

Nothing here depends on how `fast` plays; it records what the rules say, as numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import numpy as np

from torpedo_dice.fast.codes import (
    MODIFICATION_NUMBERS,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_REROLL,
    MOVE_ROLL,
    MOVE_START,
    MOVE_TAKE,
    SEATS,
)
from torpedo_dice.fast.convert import pack_game, unpack_game
from torpedo_dice.fast.tables import formation_number
from torpedo_dice.rules import (
    Activate,
    Chance,
    Fire,
    Game,
    Modify,
    Move,
    Options,
    Reroll,
    Roll,
    Seat,
    Start,
    Take,
)

# A game without an end (with engines on every 1, say) is abandoned.
MOST_ROUNDS = 40

# How a seat's legal moves are packed: the shift of each part.
MODIFICATION_SHIFT = 8
ACTIVATION_SHIFT = 24
FORMATION_SHIFT = 32
ROLLING_SHIFT = 8


@dataclass
class Log:
    """Moves as numbers, and after each the game's row and all legal moves."""

    # For each move: game, kind, seat, argument (a shot: its torpedoes), targets of a shot.
    moves: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    rows: list[bytes] = field(default_factory=list)
    # For each seat its legal moves, packed; then the seats that may move or roll.
    legal: list[tuple[int, ...]] = field(default_factory=list)
    starts: list[bytes] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    # Positions that changed in the conversion to a row and back.
    lost: list[str] = field(default_factory=list)
    keep_texts: bool = False


def play(log: Log, game: Game, chance: Random) -> None:
    """Play a game to its end and record it."""
    number = len(log.starts)
    log.starts.append(pack_game(game))
    # The probability of a good shot: games with more of them last longer.
    care = chance.choice([0.0, 0.5, 0.8, 0.95])
    options: dict[Seat, Options] = {}
    waiting: list[Chance | Seat] = [*game.chances()]
    while waiting and game.round < MOST_ROUNDS:
        move = _choose(game, chance.choice(waiting), options, chance, care)
        log.moves.append((number, *_numbers(game, move)))
        game.apply(move)
        options = {seat: game.options(seat) for seat in game.seats_to_move()}
        chances = game.chances()
        waiting = [*chances, *options]
        _note(log, game, move, options, chances)
    log.seen[game.mode] += 1
    log.seen[f"{len(game.players)} players"] += 1
    log.seen[game.outcome.reason if game.outcome else "left"] += 1


def _choose(
    game: Game, who: Chance | Seat, options: dict[Seat, Options], chance: Random, care: float
) -> Move:
    if isinstance(who, int):
        return _player_move(game, who, options[who], chance, care)
    if who.move is Start:
        return Start(chance.randrange(who.count))
    faces = tuple(chance.choices(range(1, 7), k=who.count))
    return Roll(faces) if who.seat is None else Reroll(who.seat, faces[0])


def _player_move(game: Game, seat: Seat, options: Options, chance: Random, care: float) -> Move:
    if options.picks:
        return Take(seat, chance.choice(options.picks))
    if options.modifications and chance.random() < 0.5:
        return chance.choice(options.modifications)
    if options.activations and chance.random() < 0.3:
        return Activate(seat, chance.choice(options.activations))
    shots = options.shots
    assert shots is not None
    if chance.random() >= care:
        return Fire(seat, shots[chance.randrange(len(shots))])
    free = game.free_targets(seat)
    first = chance.randrange(len(shots.best))
    some = shots.best[first : first + 25]
    return Fire(seat, max(some, key=lambda item: (item[0] & free).bit_count())[1])


def _numbers(game: Game, move: Move) -> tuple[int, int, int, int]:
    """Return a move as kind, seat, argument and targets, independently of `fast`."""
    match move:
        case Take():
            return MOVE_TAKE, move.seat, move.pick, 0
        case Fire():
            return MOVE_FIRE, move.seat, len(move.fields), game.sheet.mask_of(move.fields)
        case Activate():
            return MOVE_ACTIVATE, move.seat, move.system, 0
        case Modify():
            return MOVE_MODIFY, move.seat, _modification(move), 0
        case Reroll():
            return MOVE_REROLL, move.seat, move.face, 0
        case Roll():
            return MOVE_ROLL, 0, sum(die << 3 * place for place, die in enumerate(move.dice)), 0
        case Start():
            return MOVE_START, 0, move.seat, 0


def _modification(move: Modify) -> int:
    return MODIFICATION_NUMBERS[move.system, move.step, move.other]


def _note(
    log: Log, game: Game, move: Move, options: dict[Seat, Options], chances: tuple[Chance, ...]
) -> None:
    data = pack_game(game)
    log.rows.append(data)
    seats = [0] * (SEATS + 1)
    for seat, its in options.items():
        seats[seat] = _packed(its)
        seats[SEATS] |= 1 << seat
    for one in chances:
        if one.seat is not None:
            seats[SEATS] |= 1 << one.seat << ROLLING_SHIFT
    log.legal.append(tuple(seats))
    if isinstance(move, Modify):
        log.seen[str(move).split(" ", 1)[1]] += 1
    if log.keep_texts:
        log.texts.append(f"{move} -> {game.to_text()}")
    back = unpack_game(data, game.sheet)
    if back != game and back != with_standing_shots(game):
        log.lost.append(f"after {move}: {game.to_text()} came back as {back.to_text()}")


def _packed(options: Options) -> int:
    """Return a seat's legal moves as one number: masks, and the formation that it fires."""
    packed = 0
    for pick in options.picks:
        packed |= 1 << pick
    for move in options.modifications:
        packed |= 1 << _modification(move) << MODIFICATION_SHIFT
    for system in options.activations:
        packed |= system.bit << ACTIVATION_SHIFT
    if options.shots is not None:
        formation = options.shots.formation
        number = formation_number(formation.face, formation.system)
        packed |= (number + 1) << FORMATION_SHIFT
    return packed


def with_standing_shots(game: Game) -> Game:
    """Return a game with each pending shot as its representative placement."""
    game = game.copy()
    for seat, player in enumerate(game.players):
        if isinstance(player.action, Fire):
            shots = game.shots(seat)
            mask = game.sheet.mask_of(player.action.fields)
            player.action = Fire(seat, shots.distinct[mask])
    return game


def moves_of(log: Log) -> np.ndarray:
    """Return the moves as an array; one column is a mask of 64 targets."""
    return np.array(log.moves, np.uint64)
