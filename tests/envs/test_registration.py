"""The environments that Gymnasium knows by name."""

from __future__ import annotations

import gymnasium
import pytest

from torpedo_dice.envs.registration import SOLO, VERSUS, register_envs


@pytest.mark.parametrize("name", [SOLO, VERSUS])
def test_gymnasium_makes_the_environments(name: str) -> None:
    """Registering twice changes nothing."""
    register_envs()
    before = dict(gymnasium.registry)
    register_envs()
    assert dict(gymnasium.registry) == before
    env = gymnasium.make(name)
    assert env.unwrapped.spec is not None
    assert env.unwrapped.spec.id == name
