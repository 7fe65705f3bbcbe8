"""The example that trains an agent by PPO; it needs PyTorch, which isn't installed by default."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from examples.train_ppo import (  # noqa: E402  # imports PyTorch
    Agent,
    Games,
    Settings,
    advantages_of,
    policy_of,
    policy_of_bot,
    results,
    train,
)
from torpedo_dice.rules import Sheet  # noqa: E402

FEW = Settings(minutes=1e-4, games=8, steps=16, minibatch=32, units=8)


def test_advantages_end_with_the_game() -> None:
    """Two games in a row: the second one's reward doesn't count for the first."""
    rewards = [torch.tensor([float(reward)]) for reward in (0, 1, -1)]
    ends = [torch.tensor([end]) for end in (False, True, True)]
    values = [torch.tensor([value]) for value in (0.0, 0.5, 0.0, 9.0)]
    found = advantages_of(rewards, ends, values, smoothing=0.5)
    assert [advantage.item() for advantage in found] == [0.75, 0.5, -1.0]


def test_a_batch_has_only_legal_decisions(mission: Sheet) -> None:
    """Steps that begin a new game are left out: their masks allow everything."""
    torch.manual_seed(1)
    games = Games(Agent(mission, 2, 8), Settings(games=8, steps=80, units=8))
    batch = games.play()
    assert 0 < len(batch.actions) < 8 * 80
    assert batch.masks.gather(1, batch.actions[:, None]).all()
    assert not batch.masks.all(1).any()
    assert torch.isfinite(batch.advantages).all()
    assert (batch.logs <= 0).all()


def test_training_changes_the_agent(mission: Sheet) -> None:
    """A short training yields the untrained agent and a different one, and both can play."""
    (_, _, before), *_, (minutes, decisions, after) = train(mission, FEW, points=1)
    assert minutes > 0
    assert decisions > 0
    assert any((a != b).any() for a, b in zip(before.parameters(), after.parameters(), strict=True))
    points = results(policy_of(after), "ensign", games=2)
    assert set(points) <= {0.0, 0.5, 1.0}
    assert np.array_equal(points, results(policy_of(after), "ensign", games=2))


def test_bots_play_in_the_agents_place() -> None:
    """On the same dice: a lieutenant beats an ensign."""
    assert results(policy_of_bot("lieutenant"), "ensign", games=6).mean() > 0.5
