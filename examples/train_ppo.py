"""Train an agent for two-player Mission by masked PPO and self-play, on one CPU core.

In a clone of this repository (without the first line, pip installs a much larger PyTorch):

    pip install torch --index-url https://download.pytorch.org/whl/cpu
    pip install matplotlib '.[envs]'
    python -m examples.train_ppo

The agent plays 512 games at once against a copy of itself (`VersusVectorEnv`). Afterwards it meets
our bots on dice that it never saw (`TorpedoDice/Versus-v1`). The same dice are played by bots in
its place, and by what it was at several points of its training: the learning curve. Everything is
in this file; docs/gymnasium.md has the results.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import torpedo_dice.envs.gymnasium  # noqa: F401  # registers the environments
from torpedo_dice.bots import make_bot
from torpedo_dice.envs.actions import FIRST_FIRE
from torpedo_dice.envs.observation import parts_of
from torpedo_dice.envs.targets import action_targets
from torpedo_dice.envs.versus_vector import VersusVectorEnv
from torpedo_dice.rules import Sheet
from torpedo_dice.sheets import load_sheet

# First seed of the evaluation games. Training draws its dice from another generator.
FIRST_SEED = 1_000_000
FACES = 6
# Chooses an action in a single environment.
Policy = Callable[[Any, Any, dict[str, Any]], int]


@dataclass(frozen=True)
class Settings:
    """The usual settings of PPO."""

    minutes: float = 6.0
    seed: int = 1
    games: int = 512
    steps: int = 64
    epochs: int = 3
    minibatch: int = 2048
    learning_rate: float = 1.5e-3
    last_learning_rate: float = 1e-4
    gae_lambda: float = 0.9
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_gradient: float = 0.5
    units: int = 128
    # The opponent is replaced by the current agent after this many updates.
    opponent_updates: int = 4


# ---------------------------------------------------------------------- the agent


class Inputs(nn.Module):
    """Turns observations into numbers that a network likes: dice one-hot, everything up to 1.

    It adds the most new hits that each formation could land, from the table of all shots.
    """

    def __init__(self, sheet: Sheet, players: int) -> None:
        super().__init__()
        self.targets = len(sheet.targets)
        parts = parts_of(sheet, players)
        is_die = np.concatenate(
            [np.full(part.size, part.most == FACES and "di" in part.name) for part in parts]
        )
        most = np.concatenate([np.full(part.size, part.most) for part in parts])
        self.register_buffer("dice", torch.tensor(is_die.nonzero()[0]))
        self.register_buffer("rest", torch.tensor((~is_die).nonzero()[0]))
        # Reserve, uses and rounds have maxima that no game comes close to.
        scale = np.minimum(most[~is_die], 12)
        self.register_buffer("scale", torch.tensor(1 / scale, dtype=torch.float32))
        table = action_targets(sheet)
        is_shot = table.torpedoes >= 0
        self.formations = len(is_shot)
        self.shots = [
            torch.tensor(np.unique(table.targets[formation][is_shot[formation]], axis=0).T).float()
            for formation in range(self.formations)
        ]
        self.size = len(self.rest) + (FACES + 1) * len(self.dice) + self.formations

    def forward(self, observations: Tensor) -> Tensor:
        """Return the inputs of the network for a batch of observations."""
        dice = nn.functional.one_hot(observations[:, self.dice].long(), FACES + 1).flatten(1)
        rest = observations[:, self.rest] * self.scale
        free = 1.0 - observations[:, : self.targets].float()
        most_hits = [(free @ shots).amax(1) for shots in self.shots]
        return torch.cat([dice, rest, torch.stack(most_hits, 1) / FACES], 1)


class Agent(nn.Module):
    """A policy and a value function with a common trunk.

    A shot's logit is the sum of the values, which the network computes, of the targets that it
    newly hits. So what is learned about a target holds for all shots that hit it.
    """

    def __init__(self, sheet: Sheet, players: int, units: int) -> None:
        super().__init__()
        self.inputs = Inputs(sheet, players)
        self.trunk = nn.Sequential(
            nn.Linear(self.inputs.size, units), nn.ReLU(), nn.Linear(units, units), nn.ReLU()
        )
        self.few = nn.Linear(units, FIRST_FIRE)
        self.fire = nn.Linear(units, 1)
        self.worth = nn.Linear(units, self.inputs.targets)
        self.value = nn.Linear(units, 1)
        for head in (self.few, self.fire, self.worth):
            nn.init.zeros_(head.bias)
            nn.init.normal_(head.weight, std=0.01)
        self.hits = torch.tensor(action_targets(sheet).targets[:, FIRST_FIRE:]).float()
        (place,) = (part for part in parts_of(sheet, players) if "formation" in part.name)
        self.formation = slice(place.start, place.start + place.size)

    def forward(self, observations: Tensor, masks: Tensor, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of all actions, and the values."""
        hidden = self.trunk(inputs)
        free = 1.0 - observations[:, : self.inputs.targets].float()
        worth = self.worth(hidden) * free
        in_hand = observations[:, self.formation]
        shots = torch.zeros(len(hidden), self.hits.shape[1])
        for formation in in_hand.any(0).nonzero().flatten().tolist():
            rows = in_hand[:, formation].nonzero().flatten()
            shots = shots.index_copy(0, rows, worth[rows] @ self.hits[formation].T)
        logits = torch.cat([self.few(hidden), shots + self.fire(hidden)], 1)
        logits = logits.masked_fill(masks == 0, -1e9)
        return logits.log_softmax(1), self.value(hidden).squeeze(1)

    @torch.no_grad()
    def play(self, observations: Any, masks: Any, *, greedy: bool) -> tuple[Tensor, ...]:
        """Return actions, their log-probabilities, the values, and the network's inputs."""
        seen, legal = torch.as_tensor(observations), torch.as_tensor(masks)
        inputs = self.inputs(seen)
        logs, values = self(seen, legal, inputs)
        # The maximum of logits plus Gumbel noise is a sample of their softmax.
        noisy = logs if greedy else logs - torch.empty_like(logs).exponential_().log()
        actions = noisy.argmax(1)
        return actions, logs.gather(1, actions[:, None]).squeeze(1), values, inputs


# ---------------------------------------------------------------------- the training


class Batch(NamedTuple):
    """Decisions of the agent, one row each."""

    observations: Tensor
    masks: Tensor
    inputs: Tensor
    actions: Tensor
    logs: Tensor
    values: Tensor
    advantages: Tensor


class Games:
    """Many games of the agent against an opponent, played on from batch to batch."""

    def __init__(self, agent: Agent, settings: Settings) -> None:
        self.agent, self.settings = agent, settings
        self.opponent = copy.deepcopy(agent)
        self.envs = VersusVectorEnv(self._oppose, num_envs=settings.games)
        self.observations, info = self.envs.reset(seed=settings.seed)
        self.masks = info["action_mask"]
        self.was_over = np.zeros(settings.games, bool)

    def _oppose(self, observations: Any, masks: Any) -> Any:
        return self.opponent.play(observations, masks, greedy=False)[0].numpy()

    def play(self) -> Batch:
        """Play a number of steps and return the agent's decisions."""
        rows: list[tuple[Tensor, ...]] = []
        rewards, ends, counts = [], [], []
        for _ in range(self.settings.steps):
            seen = self.agent.play(self.observations, self.masks, greedy=False)
            actions, logs, values, inputs = seen
            before = (torch.as_tensor(self.observations), torch.as_tensor(self.masks))
            rows.append((*before, inputs, actions, logs, values))
            # The step after the end of a game begins a new one, and is no decision.
            counts.append(torch.as_tensor(~self.was_over))
            self.observations, reward, is_over, _, info = self.envs.step(actions.numpy())
            self.masks, self.was_over = info["action_mask"], is_over
            rewards.append(torch.as_tensor(reward, dtype=torch.float32))
            ends.append(torch.as_tensor(is_over))
        last = self.agent.play(self.observations, self.masks, greedy=True)[2]
        values = [row[-1] for row in rows]
        advantages = advantages_of(rewards, ends, [*values, last], self.settings.gae_lambda)
        keep = torch.cat(counts)
        columns = [torch.cat(column)[keep] for column in zip(*rows, strict=True)]
        return Batch(*columns, torch.cat(advantages)[keep])


def advantages_of(
    rewards: list[Tensor], ends: list[Tensor], values: list[Tensor], smoothing: float
) -> list[Tensor]:
    """Return the generalized advantage estimates, without a discount; `values` has one more."""
    advantage = torch.zeros_like(values[0])
    found = []
    for step in reversed(range(len(rewards))):
        goes_on = (~ends[step]).float()
        surprise = rewards[step] + goes_on * values[step + 1] - values[step]
        advantage = surprise + smoothing * goes_on * advantage
        found.append(advantage)
    return found[::-1]


def update(agent: Agent, optimizer: torch.optim.Optimizer, batch: Batch, use: Settings) -> None:
    """Make a few epochs of PPO on a batch."""
    for _ in range(use.epochs):
        for rows in torch.randperm(len(batch.actions)).split(use.minibatch):
            seen, masks, inputs, actions, old, values, advantages = (x[rows] for x in batch)
            logs, predicted = agent(seen, masks, inputs)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - old).exp()
            scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            clipped = ratio.clamp(1 - use.clip, 1 + use.clip)
            gain = torch.minimum(ratio * scaled, clipped * scaled).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            error = (predicted - values - advantages).square().mean()
            loss = use.value_weight * error - gain - use.entropy * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), use.max_gradient)
            optimizer.step()


def train(sheet: Sheet, use: Settings, points: int) -> Iterator[tuple[float, int, Agent]]:
    """Train for a time, in minutes of CPU; yield copies of the agent at evenly spaced points.

    With each comes the time and the number of decisions until then; the first is untrained.
    """
    torch.manual_seed(use.seed)
    agent = Agent(sheet, 2, use.units)
    optimizer = torch.optim.Adam(agent.parameters(), eps=1e-5)
    games = Games(agent, use)
    decisions = updates = shown = 0
    spent, budget = 0.0, 60 * use.minutes
    while True:
        share = min(1.0, spent / budget)
        if share >= shown / points:
            shown += 1
            yield spent / 60, decisions, copy.deepcopy(agent)
        if share >= 1.0:
            return
        begun = time.process_time()
        optimizer.param_groups[0]["lr"] = (
            use.learning_rate * (1 - share) + use.last_learning_rate * share
        )
        if updates % use.opponent_updates == 0:
            games.opponent = copy.deepcopy(agent)
        batch = games.play()
        update(agent, optimizer, batch, use)
        decisions += len(batch.actions)
        updates += 1
        spent += time.process_time() - begun


# ---------------------------------------------------------------------- the comparison


def policy_of(agent: Agent) -> Policy:
    """Return the policy that always makes the most probable decision."""

    def choose(_env: Any, observation: Any, info: dict[str, Any]) -> int:
        return int(agent.play(observation[None], info["action_mask"][None], greedy=True)[0])

    return choose


def policy_of_bot(name: str) -> Policy:
    """Return the policy of one of our bots, which sees what its seat may see."""
    bot = make_bot(name, 1)

    def choose(env: Any, _observation: Any, _info: dict[str, Any]) -> int:
        view = env.env_game.game.view(env.seat)
        return int(env.move_to_action(bot.choose(view, env.seat)))

    return choose


def results(policy: Policy, opponent: str, games: int) -> np.ndarray:
    """Play games against a bot on held-out dice; return 1 for a win, 0 for a loss, ½ for a tie."""
    env: Any = gymnasium.make("TorpedoDice/Versus-v1", opponents=(opponent,)).unwrapped
    points = np.empty(games)
    for number in range(games):
        observation, info = env.reset(seed=FIRST_SEED + number)
        is_over, reward = False, 0.0
        while not is_over:
            action = policy(env, observation, info)
            observation, reward, is_over, _, info = env.step(action)
        points[number] = (reward + 1) / 2
    return points


def in_words(points: np.ndarray) -> str:
    """Return a share with the half-width of its 95 % confidence interval."""
    return f"{points.mean():6.1%} ± {1.96 * points.std() / len(points) ** 0.5:.1%}"


def draw(curve: list[tuple[float, int, np.ndarray]], levels: dict[str, float], file: Path) -> None:
    """Draw the learning curve."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "torpedo"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4))
    minutes, _, points = zip(*curve, strict=True)
    means = np.array([100 * games.mean() for games in points])
    errors = np.array([196 * games.std() / len(games) ** 0.5 for games in points])
    axes.fill_between(minutes, means - errors, means + errors, alpha=0.25, linewidth=0)
    axes.plot(minutes, means, marker="o", label="PPO")
    for (name, level), style in zip(levels.items(), ("--", "-.", ":"), strict=False):
        axes.axhline(100 * level, color="gray", linestyle=style, label=name)
    axes.set_xlabel("training time on one core (minutes)")
    axes.set_ylabel("games won against a lieutenant (%)")
    axes.set_ylim(0, 100)
    axes.legend(loc="best")
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Train, compare, and draw the learning curve."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=Settings.minutes, help="of CPU time")
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--games", type=int, default=400, help="per pairing, in the comparison")
    parser.add_argument("--points", type=int, default=8, help="of the learning curve")
    parser.add_argument("--curve", type=Path, default=Path("learning_curve.svg"))
    flags = parser.parse_args()
    torch.set_num_threads(1)
    use = Settings(minutes=flags.minutes, seed=flags.seed)
    curve, policies = [], {}
    for minutes, decisions, agent in train(load_sheet("mission"), use, flags.points):
        points = results(policy_of(agent), "lieutenant", max(1, flags.games // 4))
        curve.append((minutes, decisions, points))
        print(f"{minutes:5.1f} min {decisions:>10,} decisions: {in_words(points)}", flush=True)
        policies["PPO"] = policy_of(agent)
        policies.setdefault("untrained", policies["PPO"])
    bots = ("ensign", "lieutenant", "captain")
    policies |= {bot: policy_of_bot(bot) for bot in bots}
    print(f"\n{flags.games} games per pairing, on the same dice; games won against")
    print(f"{'':<12}" + "".join(f"{bot:<18}" for bot in bots))
    levels = {}
    for name, policy in policies.items():
        found = [results(policy, bot, flags.games) for bot in bots]
        levels[name] = float(found[1].mean())
        print(f"{name:<12}" + "".join(f"{in_words(points):<18}" for points in found), flush=True)
    draw(curve, {bot: levels[bot] for bot in bots}, flags.curve)


if __name__ == "__main__":
    main()
