"""Games of a league: complete, and with targets between what was expected and what happened."""

from __future__ import annotations

from functools import cache

import numpy as np

from torpedo_dice.bots.brain.features import OWN_RANK, PROGRESS
from torpedo_dice.bots.brain.network import Network, grown_network
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, ENSIGN, LIEUTENANT, RANKS
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab.league import BEGIN, REASON, ROUNDS, League, Played, lineups_of
from torpedo_dice.rules import Mode, Sheet

# One player wins, both share the win, or nobody wins.
RESULTS = [(1, 0), (0, 1), (0.5, 0.5), (0, 0)]
QUICK = Style(width=2, draft_width=1)


@cache
def network() -> Network:
    """Return a network of the size of those shipped: others would be compiled once more."""
    shipped = load_network(Mode.MISSION)
    return grown_network(
        load_network(Mode.MISSION, 1), len(shipped.hidden_bias), len(shipped.inner_bias), 1
    )


def played(
    sheet: Sheet, games: int, trust: float, seed: int = 1, ranks: tuple[int, ...] = (ADMIRAL,) * 2
) -> Played:
    """Play games of two quick admirals."""
    league = League(sheet, Mode.MISSION, 2, network(), admiral=QUICK, rolls=0, trust=trust)
    return league.play(lineups_of(ranks, games), seed=seed, stream=0)


def test_with_full_trust_the_result_is_the_target(mission: Sheet) -> None:
    """Every position of a game then has the same target: who won it in the end."""
    games = played(mission, 3, trust=1.0)
    for number, begin in enumerate(games.results[:, BEGIN]):
        end = begin + games.results[number, ROUNDS]
        targets = games.targets[begin:end, :2]
        assert (targets == games.shares[number, :2].astype(np.float32)).all()
        assert tuple(targets[0]) in RESULTS
        assert (np.diff(games.seen[begin:end, 0, PROGRESS]) <= 0).all()
    assert len(games.targets) == games.results[:, ROUNDS].sum()
    assert (games.results[:, REASON] > 0).all()


def test_without_trust_the_next_expectation_is_the_target(mission: Sheet) -> None:
    """The network's value of the next position; at the end, the result."""
    game = played(mission, 1, trust=0.0)
    assert np.allclose(game.targets[:-1], game.values[1:])
    assert tuple(game.targets[-1, :2]) in RESULTS


def test_the_seed_decides_alone(mission: Sheet) -> None:
    """The same seed plays the same games, another one others."""
    one, same, other = (played(mission, 1, 0.7, seed).seen for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_ranks_play_by_strength(mission: Sheet) -> None:
    """Each rank beats the one below it, and is recorded as what it is."""
    for strong, weak in ((ADMIRAL, LIEUTENANT), (CAPTAIN, LIEUTENANT), (LIEUTENANT, ENSIGN)):
        games = played(mission, 24, 1.0, ranks=(strong, weak))
        shares = games.shares[np.arange(24), np.arange(24) % 2]
        assert shares.mean() > 0.65
        assert games.seen[0, 0, OWN_RANK : OWN_RANK + RANKS].argmax() == strong
        assert (games.used[[strong, weak], 0] == games.results[:, ROUNDS].sum()).all()
