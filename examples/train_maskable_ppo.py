"""Train Stable-Baselines3's MaskablePPO on solo for two minutes until it beats the ensign.

PyTorch is large. If you don't need a GPU, install its CPU build first. In a clone of this
repository:

    pip install torch --index-url https://download.pytorch.org/whl/cpu
    pip install sb3-contrib '.[envs]'
    python -m examples.train_maskable_ppo

The agent learns which die to take, when to use or activate which system and when to fire. A wrapper
does the aiming, with the shot that hits most. Without it, the agent chooses among all shots, which
takes longer than two minutes to learn.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env

import torpedo_dice.envs.gymnasium  # noqa: F401  # registers the environments
from torpedo_dice.bots import make_bot
from torpedo_dice.envs.actions import FIRST_FIRE
from torpedo_dice.rules import Fire

GAMES = 200
# First seed of the evaluation games, whose dice training never saw.
FIRST_SEED = 1_000_000


class AimedShots(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Merges all shots into one action: fire the one with the most hits."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.action_space = gymnasium.spaces.Discrete(FIRST_FIRE + 1)

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal; the merged shot is legal if any shot is."""
        mask = self.unwrapped.action_masks()
        return np.append(mask[:FIRST_FIRE], mask[FIRST_FIRE:].any())

    def step(self, action: Any) -> Any:
        """Take an action, choosing the best shot if it is one."""
        return self.env.step(self._aimed() if action == FIRST_FIRE else action)

    def _aimed(self) -> int:
        env: Any = self.unwrapped
        game, seat = env.env_game.game, env.seat
        if not env.action_masks()[FIRST_FIRE]:
            return FIRST_FIRE
        free = game.free_targets(seat)
        _, fields = max(game.shots(seat).best, key=lambda shot: (shot[0] & free).bit_count())
        return int(env.move_to_action(Fire(seat, fields)))


def new_env(shaping: float = 0.0) -> AimedShots:
    """Return the training environment."""
    return AimedShots(gymnasium.make("TorpedoDice/Solo-v0", shaping=shaping))


class UntilTime(BaseCallback):
    """Stops the training when its time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self._end


def results(choose: Any) -> tuple[float, float]:
    """Play games with a policy; return its share of wins and its mean score."""
    env = new_env()
    won = score = 0.0
    for number in range(GAMES):
        observation, info = env.reset(seed=FIRST_SEED + number)
        is_over = False
        while not is_over:
            observation, _, is_over, _, info = choose(env, observation)
        won += info["is_won"]
        score += info.get("solo_score", 0)
    return won / GAMES, score / GAMES


def main() -> None:
    """Train, then evaluate the agent and the ensign on the same dice."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=120.0)
    seconds = parser.parse_args().seconds
    check_env(gymnasium.make("TorpedoDice/Solo-v0").unwrapped)
    envs = make_vec_env(new_env, n_envs=8, env_kwargs={"shaping": 1.0})
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=512, gamma=0.995, seed=1)
    before = results(lambda env, seen: _step(model, env, seen))
    model.learn(10**9, callback=UntilTime(seconds))
    after = results(lambda env, seen: _step(model, env, seen))
    ensign = make_bot("ensign", 1)
    bot = results(lambda env, _: _bot_step(ensign, env))
    print(f"{model.num_timesteps} decisions in {seconds:.0f} s; {GAMES} games each, same dice:")
    for name, (share, score) in {"untrained": before, "trained": after, "ensign": bot}.items():
        print(f"  {name:<10} wins {share:6.1%}, mean score {score:5.1f}")


def _step(model: Any, env: AimedShots, observation: Any) -> Any:
    action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
    return env.step(int(action))


def _bot_step(bot: Any, env: AimedShots) -> Any:
    inner: Any = env.unwrapped
    move = bot.choose(inner.env_game.game.view(inner.seat), inner.seat)
    return env.env.step(inner.move_to_action(move))


if __name__ == "__main__":
    main()
