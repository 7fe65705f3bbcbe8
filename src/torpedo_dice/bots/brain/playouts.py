"""Values of positions by playing them on: a few rounds by strong players, then the evaluation.

All positions of a round are played on with the same dice, so that their differences contain little
luck. Within a block of playouts the dice are balanced: with one or two players every roll appears
equally often in each round, so that the luck of single rolls cancels out; with more, every face.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import next_rolls
from torpedo_dice.bots.brain.evaluate import COLUMNS, new_desk
from torpedo_dice.bots.brain.junior import shot_weights
from torpedo_dice.bots.brain.network import Network, judging_network
from torpedo_dice.bots.brain.play_on import play_on
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.bots.brain.round_memo import new_round_memo
from torpedo_dice.bots.brain.selfplay import WORK_ROWS
from torpedo_dice.bots.brain.style import CAPTAIN_STYLE, Style
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import FACES, SEATS
from torpedo_dice.fast.rolls import packed, packed_rolls, roll_weights, unpacked
from torpedo_dice.fast.state import ROW, Rows
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Mode, Sheet

# By position, playout and column; or by position, playout, round and column.
Results = NDArray[np.float32]

# How the playouts' players choose: by network for every die and choice, without looking ahead.
STYLE = Style(width=3, draft_width=1)
# How many rounds are played before the position is evaluated, by the number of players: more in
# solo, whose network doesn't know which targets are hit.
ROUNDS = {1: 4, 2: 3, 3: 3, 4: 3}
# The playouts of a block, by the number of players: every roll of up to three dice, or fewer.
BLOCKS = {1: 216, 2: 216, 3: 36, 4: 24}


@dataclass(frozen=True)
class Luck:
    """The dice of a block of playouts, and the seeds of all other chance, by playout and round."""

    dice: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    # The first roll, as a number that is the same for the same faces in any order.
    first: NDArray[np.int64]
    # What the propellers of captains and admirals show, by playout; 0 for any face.
    faces: NDArray[np.int64]

    @classmethod
    def of_rolls(cls, dice: int, seed: Sequence[int], rounds: int) -> Luck:
        """Return one playout for each roll, which is as likely as its `roll_weights`.

        In each later round the same rolls are made once more, among equally likely playouts in
        another order, so that there the luck of single rolls cancels out, too.
        """
        random = np.random.default_rng(seed)
        rolls, likely = packed_rolls(dice), roll_weights(dice)
        seeds = random.integers(0, 1 << 63, (len(rolls), rounds), np.uint64)
        numbers = np.tile(np.arange(len(rolls)), (rounds, 1))
        for later in numbers[1:]:
            later[np.argsort(likely)] = np.lexsort((random.random(len(rolls)), likely))
        return cls(rolls[numbers.T], seeds, rolls, np.zeros_like(rolls))

    def some(self, numbers: NDArray[np.int64], faces: NDArray[np.int64]) -> Luck:
        """Return some of the playouts, with propellers that show the given faces."""
        return Luck(self.dice[numbers], self.seeds[numbers], self.first[numbers], faces)


class Ends(NamedTuple):
    """Where playouts lead, by position and playout."""

    rows: Rows
    # What the positions after the last rounds are worth: by round, the very last one last.
    results: Results
    # Whether a propeller showed the face that was foreseen for it.
    is_turned: NDArray[np.bool_]

    @classmethod
    def empty(cls, positions: int, playouts: int, rounds: int) -> Ends:
        """Return room for the ends of some positions and playouts, and for so many evaluations."""
        shape = positions, playouts
        values = np.zeros((*shape, rounds, COLUMNS), np.float32)
        return cls(np.zeros(shape, ROW), values, np.zeros(shape, np.bool_))


@lru_cache(maxsize=64)
def luck_of(
    players: int,
    seed: int,
    round_number: int,
    block: int,
    count: int | None = None,
    ahead: int | None = None,
) -> Luck:
    """Return the dice of a block, the same for the same seed and round.

    `count` is its number of playouts, a multiple of 6, `ahead` their number of rounds.
    """
    random = np.random.default_rng((seed, round_number, block, players))
    count, ahead, dice = count or BLOCKS[players], ahead or ROUNDS[players], players + 1
    rolls = np.stack([_balanced(random, dice, count) for _ in range(ahead)], axis=1)
    first = np.sort(unpacked(rolls[:, 0], dice), axis=0).T @ (FACES + 1) ** np.arange(dice)
    seeds = random.integers(0, 1 << 63, (count, ahead), np.uint64)
    return Luck(rolls, seeds, first, np.zeros(count, np.int64))


def standard_error(values: NDArray[np.float64], *blocks: Luck) -> float:
    """Return the standard error of the mean of playouts in some blocks.

    Where every roll is equally frequent, the first one adds nothing to it.
    """
    first = np.concatenate([block.first for block in blocks])
    _, group = np.unique(first, return_inverse=True)
    groups = group.max() + 1
    if groups == 1 or len(values) < 2 * groups:
        return float(np.std(values, ddof=1) / np.sqrt(len(values)))
    means = np.bincount(group, values) / np.bincount(group)
    variance = np.sum((values - means[group]) ** 2) / (len(values) - groups)
    return float(np.sqrt(variance / len(values)))


def _balanced(random: np.random.Generator, dice: int, count: int) -> NDArray[np.int64]:
    """Return packed rolls in which all rolls, or at least all faces, are equally frequent."""
    rolls = FACES**dice
    if count % rolls == 0:
        numbers = random.permutation(count) % rolls
        return packed(numbers // FACES**index % FACES + 1 for index in range(dice))
    return packed(random.permutation(count) % FACES + 1 for _ in range(dice))


def distinct(rows: Rows) -> tuple[Rows, NDArray[np.intp]]:
    """Return the rows that differ, and for each row which of them it is."""
    numbers: dict[bytes, int] = {}
    inverse = [numbers.setdefault(row.tobytes(), len(numbers)) for row in rows]
    _, first = np.unique(inverse, return_index=True)
    return rows[first], np.array(inverse)


class Playouts:
    """Plays positions of one sheet and mode on, on several cores."""

    def __init__(
        self,
        sheet: Sheet,
        mode: Mode,
        jobs: int,
        *,
        ranks: Sequence[int] = (ADMIRAL,) * SEATS,
        style: Style = STYLE,
        later: Style | None = None,
        rolls: int = 0,
        network: Network | None = None,
        judge: Network | None = None,
    ) -> None:
        """`ranks` play the seats; `style` is that of admirals, who look ahead at some rolls.

        After the first round it is `later`, if there is one.

        Captains and admirals play by `network`: by default, the built-in one. `judge` evaluates the
        positions that playouts lead to: by default, the players' network.
        """
        self._sheet = fast_sheet(sheet)
        self._jobs = jobs
        self._ranks = np.full(SEATS, ADMIRAL, np.int8)
        self._ranks[: len(ranks)] = ranks
        self._rolls = rolls
        network = network or load_network(mode)
        # One set of desks for each thread, as in a league.
        self._desks = np.zeros((jobs, RANKS, 2, 2), new_desk(network).dtype)
        for version, admirals in enumerate((style, later or style)):
            for rank, its_style in ((CAPTAIN, CAPTAIN_STYLE), (ADMIRAL, admirals)):
                self._desks[:, rank, version] = new_desk(network, its_style, (rank,) * SEATS)
        # Chances are those of the ranks at the table only with a network that knows them well.
        seen = (ADMIRAL,) * SEATS if judge is None else self._ranks.tolist()
        judging = judging_network(judge or network)
        self._judges = [new_desk(judging, ranks=seen) for _ in range(jobs)]
        self._rows = np.zeros((jobs, WORK_ROWS), ROW)
        self._memos = [new_round_memo() for _ in range(jobs)]

    def evaluate(self, leaves: Rows) -> Results:
        """Return the values of positions as they are, as a single playout of no rounds."""
        nothing = np.zeros((1, 0), np.int64)
        luck = Luck(
            nothing, nothing.astype(np.uint64), np.zeros(1, np.int64), np.zeros(1, np.int64)
        )
        return self.play(leaves, luck)

    def play(self, leaves: Rows, luck: Luck) -> Results:
        """Return the values that each playout of each position leads to."""
        return self.play_on(leaves, luck).results[:, :, -1]

    def play_on(self, leaves: Rows, luck: Luck, *, evaluated: int = 1) -> Ends:
        """Play each position on with the dice of each playout.

        The positions after the last rounds are evaluated, so many of them.
        """
        ends = Ends.empty(len(leaves), len(luck.dice), evaluated)
        # Neighbours take similar times, so the threads take turns.
        with ThreadPoolExecutor(self._jobs) as pool:
            list(pool.map(partial(self._play_part, leaves, luck, ends), range(self._jobs)))
        return ends

    def _play_part(self, leaves: Rows, luck: Luck, ends: Ends, job: int) -> None:
        mine = slice(job, None, self._jobs)
        part = Ends.empty(len(ends.rows[mine]), len(luck.dice), ends.results.shape[2])
        if len(part.rows) == 0:
            return
        play_on(
            self._sheet.tables,
            shot_weights(self._sheet),
            np.ascontiguousarray(leaves[mine]),
            luck.dice,
            luck.seeds,
            luck.faces,
            self._ranks,
            self._desks[job],
            self._judges[job],
            next_rolls(int(leaves["players"][0]) + 1, self._rolls),
            self._rows[job],
            self._memos[job],
            part.rows,
            part.results,
            part.is_turned,
        )
        for each, played in zip(ends, part, strict=True):
            each[mine] = played
