"""Forecast a position: the mean of what a network sees at a glance, and after each of some rounds.

A round later, a network often thinks otherwise, although nothing unusual has happened. The mean of
several rounds changes less: from one round to the next, only its first and its last part differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.playouts import Luck, Playouts, luck_of
from torpedo_dice.bots.brain.round_memo import MEMO_PLAYERS
from torpedo_dice.bots.brain.style import ADMIRAL_ROLLS, ADMIRAL_STYLE, Style
from torpedo_dice.bots.brain.weights import load_chances
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.fast.state import Rows
from torpedo_dice.rules import Mode, Sheet

# How many rounds are played.
ROUNDS = 2
# With so many players every roll of the first round is played; with more, a balanced sample.
_PLAYERS_OF_ALL_ROLLS = 2
# Two players play it exactly as the ranks at the table do, because a memo makes that affordable.
# Otherwise admirals think less: they consider every shot of their die, but compare only the two
# best choices, over fewer rolls of the next dice, and don't look ahead when taking a die.
_QUICKER_STYLE = Style(width=3, draft_width=1, foreseen=2, is_modelling=1, is_thorough=1)
_FEWER_ROLLS = 6
# In later rounds they don't look ahead at all, which makes hardly any difference.
_LATER_STYLE = Style(width=3, draft_width=1, is_modelling=1, is_thorough=1)
# Of whatever is random in these rounds, except the dice of the first.
_SEED = 1


class Forecast:
    """States the chances of players of some ranks. Not safe for use by several threads at once."""

    def __init__(
        self,
        sheet: Sheet,
        mode: Mode,
        ranks: Sequence[int],
        *,
        network: Network | None = None,
        judge: Network | None = None,
    ) -> None:
        """State the chances of players of these ranks, by seat.

        Captains and admirals play by `network`, `judge` states the chances after each round. By
        default, these are the built-in ones.
        """
        judge = judge or load_chances(mode, sheet)
        is_exact = len(ranks) == MEMO_PLAYERS
        self._playouts = Playouts(
            sheet,
            mode,
            1,
            ranks=ranks,
            style=ADMIRAL_STYLE if is_exact else _QUICKER_STYLE,
            later=_LATER_STYLE,
            rolls=ADMIRAL_ROLLS if is_exact else _FEWER_ROLLS,
            network=network,
            judge=judge,
        )

    def chances(self, rows: Rows) -> NDArray[np.float64]:
        """Return the chances of positions between two rounds, exact where the game is over.

        They are in the columns of the evaluation. All positions have the same number of players.
        """
        luck, weights = next_dice(int(rows["players"][0]))
        rounds = self._playouts.play_on(rows, luck, evaluated=ROUNDS).results
        ahead = np.einsum("nprc,p->nc", rounds, weights)
        return np.asarray((ahead + self.at_a_glance(rows)) / (ROUNDS + 1))

    def at_a_glance(self, rows: Rows) -> NDArray[np.float64]:
        """Return what the network alone sees of positions, without playing a round."""
        return self._playouts.evaluate(rows)[:, 0].astype(np.float64)


@cache
def next_dice(players: int) -> tuple[Luck, NDArray[np.float64]]:
    """Return rolls of the next dice, and their weights."""
    dice = players + 1
    if players <= _PLAYERS_OF_ALL_ROLLS:
        return Luck.of_rolls(dice, [_SEED], ROUNDS), roll_weights(dice)
    luck = luck_of(players, _SEED, 0, 0, ahead=ROUNDS)
    return luck, np.full(len(luck.dice), 1 / len(luck.dice))
