"""The luck of a game alone: what its rolls gave each seat, without judging any choice.

The result minus luck measures play without bias, whatever judge values the positions (AIVAT); the
better the judge, the less chance is left in it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots import BOTS
from torpedo_dice.bots.admiral import Admiral
from torpedo_dice.bots.brain.ranks import ADMIRAL, rank_code
from torpedo_dice.bots.brain.weights import load_chances
from torpedo_dice.fast.convert import from_game, pack_game
from torpedo_dice.fast.rolls import packed_rolls
from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review.judge import Outlook, Outlooks, mean_after_rolls, roll_index
from torpedo_dice.review.playouts import Luck, Playouts, distinct, luck_of
from torpedo_dice.review.quick import QuickJudge, columns_of, width_of
from torpedo_dice.rules import Game, Mode, Reroll, Roll, Seat, Sheet

# Playouts of each position after a round. Few are enough: their noise has a mean of 0.
PLAYOUTS = 24
# Their rounds: most games end within so many.
ROUNDS = 8
_REMEMBERED = 8


class ChanceJudge(Protocol):
    """What luck needs of a judge."""

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of a propeller."""


class LuckJudge:
    """Judges what the players themselves make of a roll.

    For each roll, the round is played as the seats' ranks play it, and what follows is the mean of
    a few playouts, or the chances of these ranks without any. Propellers are judged quickly. Unlike
    a judge of choices, it doesn't assume that anyone plays well: luck that includes the players'
    habits leaves less chance in the result.
    """

    def __init__(self, ranks: Sequence[int], *, seed: int = 1, playouts: int = PLAYOUTS) -> None:
        self._ranks = tuple(ranks)
        self._seed = seed
        self._count = playouts
        self._quick = QuickJudge()
        self._players: dict[tuple[Mode, Sheet], tuple[Playouts, Playouts]] = {}
        self._known: OrderedDict[tuple[Sheet, bytes], Outlooks] = OrderedDict()

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""
        key = game.sheet, pack_game(game)
        if key not in self._known:
            self._known[key] = self._judge_rolls(game)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return self._known[key]

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of a propeller."""
        return self._quick.after_faces(view, seat)

    def _judge_rolls(self, game: Game) -> Outlooks:
        first, then = self._playouts(game)
        dice = packed_rolls(game.dice_count)[:, np.newaxis]
        random = np.random.default_rng((self._seed, game.round))
        seeds = random.integers(0, 1 << 63, dice.shape, np.uint64)
        rows = np.array([from_game(game)])
        after, values = first.play_on(rows, Luck(dice, seeds, dice[:, 0]))
        if self._count == 0:
            return columns_of(game, values[0].astype(np.float64))
        rows, inverse = distinct(after[0])
        luck = luck_of(len(game.players), self._seed, game.round, 0, self._count, ROUNDS)
        return columns_of(game, then.play(rows, luck).astype(np.float64).mean(axis=1))[inverse]

    def _playouts(self, game: Game) -> tuple[Playouts, Playouts]:
        """Return the players of the round, and those of what follows, who don't look ahead."""
        key = game.mode, game.sheet
        if key not in self._players:
            what = game.sheet, game.mode, 1
            judge, style, rolls = load_chances(game.mode), Admiral.STYLE, Admiral.ROLLS
            self._players = {
                key: (
                    Playouts(*what, ranks=self._ranks, style=style, rolls=rolls, judge=judge),
                    Playouts(*what, ranks=self._ranks, judge=judge),
                )
            }
        return self._players[key]


@cache
def luck_judge(bots: tuple[str, ...]) -> LuckJudge:
    """Return the judge for players by seat; those who aren't our bots are taken for admirals."""
    return LuckJudge([rank_code(bot) if bot in BOTS else ADMIRAL for bot in bots])


def total_luck(record: RecordData, judge: ChanceJudge) -> Outlook:
    """Return what the dice of a game gave each seat; in solo, win chance and score.

    The record must be valid.
    """
    replay = Replay(record)
    game = replay.game.copy()
    is_drawn = not game.is_solo and record["options"].get("first") == "drawn"
    luck = _start_luck(game, judge) if is_drawn else np.zeros(width_of(game))
    for played in replay.moves():
        if isinstance(played.move, Roll):
            luck = luck + _roll_luck(played.before, played.move, judge)
        elif isinstance(played.move, Reroll):
            view = played.before.view(played.move.seat)
            faces = judge.after_faces(view, played.move.seat)
            luck = luck + faces[played.move.face - 1] - faces.mean(axis=0)
    return tuple(float(part) for part in luck)


def _value(game: Game, judge: ChanceJudge) -> NDArray[np.float64]:
    return np.array(mean_after_rolls(judge.after_rolls(game), game.dice_count))


def _roll_luck(game: Game, roll: Roll, judge: ChanceJudge) -> NDArray[np.float64]:
    outlooks = judge.after_rolls(game)
    mean = np.array(mean_after_rolls(outlooks, game.dice_count))
    return np.asarray(outlooks[roll_index(roll.dice)] - mean)


def _start_luck(game: Game, judge: ChanceJudge) -> NDArray[np.float64]:
    """Return what the draw of the start player gave each seat."""
    openings = []
    for seat in game.seats:
        drawn = game.copy()
        drawn.start = seat
        openings.append(_value(drawn, judge))
    return np.asarray(openings[game.start] - np.mean(openings, axis=0))
