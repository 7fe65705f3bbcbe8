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
from torpedo_dice.bots.brain.forecast import Forecast
from torpedo_dice.bots.brain.playouts import Luck, Playouts, distinct
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, rank_code
from torpedo_dice.bots.brain.style import ADMIRAL_ROLLS, ADMIRAL_STYLE
from torpedo_dice.fast.codes import FACES
from torpedo_dice.fast.convert import from_game, pack_game
from torpedo_dice.fast.state import Rows
from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review.judge import Outlook, Outlooks, mean_after_rolls, roll_index
from torpedo_dice.review.quick import QuickJudge, columns_of, width_of
from torpedo_dice.rules import Game, Mode, Reroll, Roll, Seat, Sheet

_REMEMBERED = 8


class ChanceJudge(Protocol):
    """What luck needs of a judge."""

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of a propeller."""


class LuckJudge:
    """Judges what the players themselves make of a roll.

    For each roll, the round is played as the seats' ranks play it, a propeller with each of its
    faces, and what follows is forecast. Unlike a judge of choices, it doesn't assume that anyone
    plays well: luck that includes the players' habits leaves less chance in the result.
    """

    def __init__(self, ranks: Sequence[int], *, is_quick: bool = False, seed: int = 1) -> None:
        """Judge games of players of these ranks, by seat.

        A quick judge doesn't forecast what follows the round, but takes what the network sees at a
        glance. This leaves more chance in the result. Among captains it takes a tenth of the time;
        admirals look ahead in the round itself, which takes about as long as the forecasts.
        """
        self._ranks = tuple(ranks)
        self._is_quick = is_quick
        self._seed = seed
        self._quick = QuickJudge()
        self._players: dict[tuple[Mode, Sheet], tuple[Playouts, Forecast]] = {}
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
        """Return the outlook after each face of a propeller; lower ranks' are judged quickly."""
        if self._ranks[seat] < CAPTAIN:
            return self._quick.after_faces(view, seat)
        rows = np.repeat(np.array([from_game(view)]), FACES)
        rows["rolled"][:, seat] = np.arange(1, FACES + 1)
        luck = self._rolls(view).some(np.array([roll_index(view.dice)]), np.zeros(1, np.int64))
        players, forecast = self._players_of(view)
        return self._outlooks(view, forecast, players.play_on(rows, luck).rows[:, 0])

    def _judge_rolls(self, game: Game) -> Outlooks:
        """Return the mean over the faces of propellers, after each roll."""
        players, forecast = self._players_of(game)
        row, luck = np.array([from_game(game)]), self._rolls(game)
        first = players.play_on(row, luck)
        # Only where a propeller is used do its other faces matter.
        turned = np.repeat(np.flatnonzero(first.is_turned[0]), FACES - 1)
        faces = np.resize(np.arange(2, FACES + 1), len(turned))
        others = players.play_on(row, luck.some(turned, faces))
        after = np.concatenate([first.rows[0], others.rows[0]])
        roll_of = np.concatenate([np.arange(len(luck.dice)), turned])
        sums = np.zeros((len(luck.dice), width_of(game)))
        np.add.at(sums, roll_of, self._outlooks(game, forecast, after))
        return np.asarray(sums / np.bincount(roll_of)[:, np.newaxis])

    def _rolls(self, game: Game) -> Luck:
        """Return every roll of a round, with propellers that show a 1."""
        luck = Luck.of_rolls(game.dice_count, (self._seed, game.round), rounds=1)
        return luck.some(np.arange(len(luck.dice)), np.ones(len(luck.dice), np.int64))

    def _outlooks(self, game: Game, forecast: Forecast, after: Rows) -> Outlooks:
        """Return the outlooks of positions after a round."""
        rows, inverse = distinct(after)
        chances = forecast.at_a_glance(rows) if self._is_quick else forecast.chances(rows)
        return columns_of(game, chances)[inverse]

    def _players_of(self, game: Game) -> tuple[Playouts, Forecast]:
        """Return the players of the round, of whom admirals look ahead, and what follows it."""
        key = game.mode, game.sheet
        if key not in self._players:
            players = Playouts(
                game.sheet,
                game.mode,
                1,
                ranks=self._ranks,
                style=ADMIRAL_STYLE,
                rolls=ADMIRAL_ROLLS,
            )
            self._players = {key: (players, Forecast(game.sheet, game.mode, self._ranks))}
        return self._players[key]


@cache
def luck_judge(bots: tuple[str, ...], *, is_quick: bool = False) -> LuckJudge:
    """Return the judge for players by seat; those who aren't our bots are taken for admirals."""
    ranks = [rank_code(bot) if bot in BOTS else ADMIRAL for bot in bots]
    return LuckJudge(ranks, is_quick=is_quick)


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
