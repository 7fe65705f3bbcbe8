"""The deep judge: positions after the round are played on, not just evaluated.

It works like the quick judge, with two differences. What follows a round is the mean of playouts
(`playouts.py`), on the same dice for all that is compared; and choices that are close are played on
with more and more dice until it is clear which is better, or the budget is spent. Larger solo ends
are solved exactly.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.playouts import Luck, Playouts, distinct, luck_of, standard_error
from torpedo_dice.bots.brain.weights import load_chances
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.fast.state import Rows
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.review.contest import Contest
from torpedo_dice.review.draft import Draft, round_start
from torpedo_dice.review.ends import SoloEnds
from torpedo_dice.review.judge import Option, Outlooks, as_outlook, within_bounds, worths
from torpedo_dice.review.quick import WIDTH, QuickJudge, RoundKey, columns_of, round_key, width_of
from torpedo_dice.review.quick_round import list_acts, list_leaves, new_leaves
from torpedo_dice.rules import Game, Move, Seat, Sheet

# By act or choice, playout and column of an outlook.
Samples = NDArray[np.float64]

SOLVED_FREE = 6
SOLVED_POSITIONS = 1 << 17
# The most positions played on for the table of a round; the others get the average correction.
MOST_LEAVES = 96
# The most positions after a round: two propellers of others for each combination of faces.
_LEAVES = 36 * 6**4
# How many rounds' samples are kept; a start draw needs one per seat.
_REMEMBERED = 8


class DeepJudge(QuickJudge):
    """Judges by playouts. Not safe for use by several threads at once, but uses several itself."""

    name = "deep"

    def __init__(
        self,
        *,
        seed: int = 1,
        jobs: int = 2,
        solved: tuple[int, int] = (SOLVED_FREE, SOLVED_POSITIONS),
        playouts: int | None = None,
    ) -> None:
        """Reviews with the same seed are the same, for any number of `jobs` (threads).

        `solved` are the most free targets and positions of solo ends that are solved exactly,
        `playouts` the size of a block.
        """
        super().__init__()
        self._ends = SoloEnds(*solved)
        self._seed = seed
        self._jobs = jobs
        self._block_size = playouts
        self._leaves = new_leaves(_LEAVES)
        self._players: dict[tuple[str, Sheet], Playouts] = {}
        self._samples: OrderedDict[RoundKey, Samples] = OrderedDict()
        # What positions of the latest round lead to, by their dice.
        self._played: dict[tuple[int, bytes], Samples] = {}
        self._played_in: RoundKey | None = None

    # ------------------------------------------------------------------ rolls and dice

    def _draft(self, game: Game) -> Draft:
        draft = super()._draft(game)
        # A draft and its samples are forgotten together.
        self._samples.move_to_end(round_key(round_start(game)))
        return draft

    def _acts(self, start: Game, count: int) -> Outlooks:
        rows = np.array([from_game(start)])
        leaves = list_acts(
            *(fast_sheet(start.sheet).tables, rows, self._desk(start), WIDTH),
            *(self._work, self._plans, count, self._leaves),
        )
        samples = self._play(start, leaves, count, self._luck(start, 0))
        self._samples[round_key(start)] = samples
        if len(self._samples) > _REMEMBERED:
            self._samples.popitem(last=False)
        # Behind its outlook, each act has its number, by which its samples are found.
        numbers = np.arange(count, dtype=np.float64)
        outlooks = within_bounds(samples.mean(axis=1), is_solo=start.is_solo)
        return np.column_stack([outlooks, numbers])

    def roll_errors(self, game: Game) -> NDArray[np.float64]:
        """Return the standard error of each roll's luck, the largest of all seats."""
        weights = roll_weights(game.dice_count)
        if self._ends.judge_of(game) is not None:
            return np.zeros(len(weights))
        acts = self._draft(game).levels[0][:, -1].astype(int)
        start = round_start(game)
        after = self._samples[round_key(start)][acts]
        mean = np.tensordot(weights, after, axes=1)
        luck = self._luck(start, 0)
        columns = 1 if game.is_solo else len(game.players)
        return np.array(
            [
                max(standard_error(each[:, c] - mean[:, c], luck) for c in range(columns))
                for each in after
            ]
        )

    def _dice(self, view: Game, seat: Seat) -> Iterator[Option]:
        dice = list(self._after_dice(view, seat))
        width = width_of(view)
        start = round_start(view)
        samples = self._samples[round_key(start)][[int(row[-1]) for _, row in dice]]
        values = worths(samples, seat, is_solo=view.is_solo)
        best = int(np.argmax(values.mean(axis=1)))
        for (move, row), mine in zip(dice, values, strict=True):
            error = standard_error(values[best] - mine, self._luck(start, 0))
            yield Option(move, as_outlook(row[:width]), error)

    # ------------------------------------------------------------------ phases 2 and 3

    def _rate(self, view: Game, seat: Seat, modify: int, face: int, taken: Move | None) -> int:
        count = super()._rate(view, seat, modify, face, taken)
        contest = Contest(self._found[:count], self._outlooks, seat, is_solo=view.is_solo)
        start = round_start(view)
        blocks = (self._luck(start, block) for block in range(contest.MOST_BLOCKS))
        contest.decide(lambda chosen, luck: self._play_choices(view, seat, chosen, luck), blocks)
        self._outlooks, self._errors = contest.outlooks(), contest.errors()
        return count

    def _play_choices(self, view: Game, seat: Seat, chosen: list[int], luck: Luck) -> Samples:
        leaves = list_leaves(
            *(fast_sheet(view.sheet).tables, self._work, seat, self._plans, self._faces),
            *(self._found, np.array(chosen, np.int64), self._leaves),
        )
        return self._play(view, leaves, len(chosen), luck)

    # ------------------------------------------------------------------ playouts

    def _luck(self, start: Game, block: int) -> Luck:
        # All that is compared within a round meets the same dice.
        return luck_of(len(start.players), self._seed, start.round, block, self._block_size)

    def _play(self, game: Game, leaves: int, owners: int, luck: Luck) -> Samples:
        """Play the positions listed on; return the values that each owner's lead to."""
        rows, inverse = distinct(self._leaves.rows[:leaves])
        chosen = np.linspace(0, len(rows) - 1, min(len(rows), MOST_LEAVES)).astype(int)
        played = self._play_once(game, rows[chosen], luck)
        if len(chosen) < len(rows):
            values = columns_of(game, self._playouts(game).evaluate(rows).astype(np.float64))
            # What is not played on is evaluated, and corrected by what playing on adds on average.
            everything = values + np.mean(played - values[chosen], axis=0)
            everything[chosen] = played
            played = everything
        samples = np.zeros((owners, *played.shape[1:]))
        weights = self._leaves.weights[:leaves, np.newaxis, np.newaxis]
        np.add.at(samples, self._leaves.owners[:leaves], weights * played[inverse])
        return samples

    def _play_once(self, game: Game, rows: Rows, luck: Luck) -> Samples:
        """Play positions on, by position, playout and column: each only once with the same dice.

        Many follow from several choices: the players' best ones are also in the table of the round.
        """
        key = round_key(round_start(game))
        if key != self._played_in:
            self._played.clear()
            self._played_in = key
        keys = [(int(luck.seeds[0, 0]), row.tobytes()) for row in rows]
        new = [number for number, each in enumerate(keys) if each not in self._played]
        if new:
            results = self._playouts(game).play(rows[new], luck).astype(np.float64)
            for number, result in zip(new, columns_of(game, results), strict=True):
                self._played[keys[number]] = result
        return np.stack([self._played[each] for each in keys])

    def _playouts(self, game: Game) -> Playouts:
        key = game.mode, game.sheet
        if key not in self._players:
            judge = load_chances(game.mode, game.sheet)
            self._players = {key: Playouts(game.sheet, game.mode, self._jobs, judge=judge)}
        return self._players[key]
