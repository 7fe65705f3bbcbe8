"""Leagues: thousands of games between players of given ranks, on the compiled engine.

The seats play as our bots of their ranks do, except that of equally good dice they take the first,
not the lowest. It is what the networks are trained on, and what analyses of submarines and of the
evaluation use.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.admiral import Admiral
from torpedo_dice.bots.brain.ahead import next_rolls
from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.junior import shot_weights
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.bots.brain.round_memo import no_round_memo
from torpedo_dice.bots.brain.selfplay import MAX_ROUNDS, WORK_ROWS, play_games
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.bots.captain import Captain
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import SEATS, SYSTEM_SLOTS
from torpedo_dice.fast.state import ROW, Rows, new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Mode, Sheet

Array = NDArray[np.float32]
# Ranks, or versions of the network, by game and seat.
Lineups = NDArray[np.int8]
# The columns of `Played.results`.
WINNERS, FIRST, ROUNDS, REASON, BEGIN, SOLO_SCORE = range(6)


@dataclass(frozen=True)
class Played:
    """The games of a league: every position before a roll, and how each game ended."""

    players: int
    # The positions.
    rows: Rows
    # By position and seat: the features, the judge's chances, and the targets for training.
    seen: Array
    values: Array
    targets: Array
    # By game: the winners as a mask, the first player, the rounds, the reason, where its positions
    # begin, and the score of a solo win.
    results: NDArray[np.int32]
    # By rank: the turns, then the uses of each system.
    used: NDArray[np.int64]

    @property
    def is_win(self) -> NDArray[np.bool_]:
        """Who won, by game and seat."""
        won: NDArray[np.bool_] = (self.results[:, WINNERS, None] >> np.arange(SEATS) & 1) == 1
        return won

    @property
    def shares(self) -> NDArray[np.float64]:
        """Every seat's share of the win, by game."""
        won = self.is_win.astype(float)
        shares: NDArray[np.float64] = won / np.maximum(1.0, won.sum(axis=1, keepdims=True))
        return shares

    @property
    def game_of(self) -> NDArray[np.intp]:
        """The number of the game that each position belongs to."""
        places = np.arange(len(self.values))
        return np.searchsorted(self.results[:, BEGIN], places, side="right") - 1

    @property
    def first_player_share(self) -> tuple[float, int]:
        """The first player's share of the decided games, and their number."""
        decided = self.results[:, WINNERS] > 0
        first = self.results[:, FIRST]
        shares = self.shares[np.arange(len(first)), first][decided]
        return float(shares.mean()), int(decided.sum())


@dataclass(frozen=True)
class League:
    """Who plays on what: a sheet, a number of players, and the networks of the higher ranks."""

    sheet: Sheet
    mode: Mode
    players: int
    network: Network
    # An earlier version, for the seats that are told to play with it.
    past: Network | None = None
    # What values positions; the players' own network, if there is no other.
    judge: Network | None = None
    captain: Style = Captain.STYLE
    admiral: Style = Admiral.STYLE
    # Rolls over which admirals look ahead.
    rolls: int = Admiral.ROLLS
    # One in this many choices of the higher ranks is random, for exploration; 0 for none.
    whim: int = 0
    # Lambda of the temporal differences: the weight of the final result against the estimate one
    # round later.
    trust: float = 1.0
    desks: NDArray[np.void] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Prepare the workspaces, once for all games."""
        object.__setattr__(self, "desks", self._new_desks())

    def _new_desks(self) -> NDArray[np.void]:
        styles = {CAPTAIN: self.captain, ADMIRAL: self.admiral}
        empty: Desk = new_desk(self.network)
        desks = np.zeros((RANKS, 2, 2), empty.dtype)
        for rank, style in styles.items():
            for version, network in enumerate((self.network, self.past or self.network)):
                desks[rank, version] = new_desk(network, style, (rank,) * SEATS)
        return desks

    def play(
        self, lineups: Lineups, *, seed: int, stream: int, versions: Lineups | None = None
    ) -> Played:
        """Play a game for each line-up; the same seed and stream give the same games."""
        sheet = fast_sheet(self.sheet)
        positions = len(lineups) * MAX_ROUNDS
        rows = np.zeros(positions, ROW)
        seen = np.zeros((positions, SEATS, FEATURES), np.float32)
        values = np.zeros((positions, SEATS), np.float32)
        targets = np.zeros((positions, SEATS), np.float32)
        results = np.zeros((len(lineups), 6), np.int32)
        used = np.zeros((RANKS, SYSTEM_SLOTS), np.int64)
        count = play_games(
            sheet.tables,
            shot_weights(sheet),
            new_games(1, self.sheet, self.mode, self.players),
            np.zeros(WORK_ROWS, ROW),
            lineups,
            np.zeros_like(lineups) if versions is None else versions,
            self.desks,
            new_desk(self.judge or self.network),
            new_chance(seed, stream),
            next_rolls(self.players + 1, self.rolls),
            no_round_memo(),
            self.whim,
            self.trust,
            rows,
            seen,
            values,
            targets,
            results,
            used,
        )
        return Played(
            self.players, rows[:count], seen[:count], values[:count], targets[:count], results, used
        )


def lineups_of(ranks: tuple[int, ...], games: int) -> Lineups:
    """Return line-ups of the given ranks, each game with the seats rotated by one."""
    seats = np.array(ranks, np.int8)
    lineups = np.zeros((games, SEATS), np.int8)
    for game in range(games):
        lineups[game, : len(seats)] = np.roll(seats, game % len(seats))
    return lineups
