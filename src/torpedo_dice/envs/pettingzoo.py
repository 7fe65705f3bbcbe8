"""Torpedo Dice for PettingZoo: two to four agents, one after another or all at once.

`env` is the environment for agents who decide one after another (AEC), with PettingZoo's usual
wrappers; `raw_env` is the same without them. In `parallel_env` all agents act in every step; an
agent that has nothing to decide waits. See `docs/pettingzoo.md`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_to_move, action_words, move_to_action
from torpedo_dice.envs.env_game import EnvGame, IllegalActionError
from torpedo_dice.envs.missing import needed
from torpedo_dice.envs.observation import highest
from torpedo_dice.envs.rendering import RENDER_MODES, Picture, drawn_picture, drawn_text
from torpedo_dice.envs.rewards import ILLEGAL_REWARD
from torpedo_dice.record import PlayerInfo, RecordData
from torpedo_dice.rules import Mode, Move, Sheet

with needed("PettingZoo"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

Observation: TypeAlias = dict[str, NDArray[np.int8]]

WAIT_WORDS = "wait"


def env(**settings: Any) -> Any:
    """Return the environment, in which an illegal action loses the game."""
    game: Any = raw_env(**settings)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=ILLEGAL_REWARD)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class _Seats(EzPickle):
    """What both environments share: the game, its agents and their spaces, and rendering."""

    def __init__(
        self,
        mode: Mode | str = Mode.MISSION,
        players: int = 2,
        sheet: Sheet | str | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, mode, players, sheet, shaping, render_mode)
        if mode == Mode.SOLO:
            raise ValueError("solo is for one player: see torpedo_dice.envs.gymnasium")
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = ", ".join(RENDER_MODES)
            raise ValueError(f"render_mode {render_mode!r} is not known: use {known}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        names = [PlayerInfo(agent) for agent in self.possible_agents]
        self.env_game = EnvGame(mode, names, sheet=sheet, shaping=shaping)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._random: np.random.Generator | None = None
        self._make_spaces(self.env_game.action_count)

    def _make_spaces(self, actions: int) -> None:
        most = highest(self.env_game.sheet, len(self.possible_agents))
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(most), most, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.env_game.begin(f"pettingzoo {self._random.integers(2**63)}")

    def action_to_move(self, agent: str, action: int) -> Move:
        """Return the move that an action of an agent stands for now."""
        return action_to_move(self.env_game.game, self._seats[agent], action)

    def move_to_action(self, move: Move) -> int:
        """Return the action for a legal move of a player."""
        return move_to_action(self.env_game.game, move)

    def words(self, agent: str, action: int) -> str:
        """Return an action in words."""
        return action_words(self.env_game.game, self._seats[agent], action)

    def record(self) -> RecordData:
        """Return the record of the game so far."""
        return self.env_game.record()

    def render(self) -> Picture | str | None:
        """Render the game: printed, as text, or as an RGB array."""
        if self.render_mode == "rgb_array":
            return drawn_picture(self.env_game.game)
        text = drawn_text(self.env_game.game, self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class raw_env(_Seats, AECEnv):  # noqa: N801  # PettingZoo's own name for it
    """The agents decide one after another; in phases 2 and 3 nobody sees the others' choices."""

    metadata = {  # noqa: RUF012  # PettingZoo reads it from the class
        "name": "torpedo_dice_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none; it is in the API
    ) -> None:
        """Begin a game; the same seed gives the same dice."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.env_game.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and what it may do if it is selected."""
        seat = self._seats[agent]
        mask = self.env_game.mask(seat)
        if seat != self.env_game.seat:
            mask[:] = 0
        return {"observation": self.env_game.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the selected agent's decision; IllegalActionError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionError(f"{agent} has to decide: None is for agents that are out")
        rewards = self.env_game.apply(self.env_game.move_of(self._seats[agent], int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()
        if self.env_game.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()


class parallel_env(_Seats, ParallelEnv):  # noqa: N801
    """All agents act in each step: in phase 1 one takes a die, then all choose at the same time.

    There is one additional action, the last: to wait. It is the only legal action of an agent that
    has nothing to decide. An illegal action loses the game.
    """

    metadata = {  # noqa: RUF012
        "name": "torpedo_dice_parallel_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
    }

    def _make_spaces(self, actions: int) -> None:
        self.wait = actions
        super()._make_spaces(actions + 1)

    def words(self, agent: str, action: int) -> str:
        """Return an action in words."""
        return WAIT_WORDS if action == self.wait else super().words(agent, action)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game; the same seed gives the same dice."""
        self._begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(self._seats[agent]) for agent in self.agents}

    def _observe(self, seat: int) -> Observation:
        mask = np.append(self.env_game.mask(seat), np.int8(0))
        mask[self.wait] = not mask.any()
        return {"observation": self.env_game.observe(seat), "action_mask": mask}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make all decisions; no agent's choice depends on another's in the same step."""
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        rewards = dict.fromkeys(self.agents, 0.0)
        moves = self._moves(actions, infos)
        refused = [agent for agent in self.agents if infos[agent]]
        for move in [] if refused else moves:
            for agent, reward in zip(self.agents, self.env_game.apply(move), strict=True):
                rewards[agent] += reward
        rewards |= dict.fromkeys(refused, ILLEGAL_REWARD)
        is_over = bool(refused) or self.env_game.game.is_over
        observations = self._observations()
        terminations = dict.fromkeys(self.agents, is_over)
        truncations = dict.fromkeys(self.agents, False)
        if is_over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, terminations, truncations, infos

    def _moves(self, actions: dict[str, int], infos: dict[str, dict[str, Any]]) -> list[Move]:
        """Return the moves of the agents that do not wait; the infos report what is illegal."""
        moves = []
        for agent in self.agents:
            seat, action = self._seats[agent], int(actions[agent])
            is_waiting = seat not in self.env_game.game.seats_to_move()
            if is_waiting and action == self.wait:
                continue
            try:
                moves.append(self.env_game.move_of(seat, action))
            except IllegalActionError as error:
                infos[agent]["illegal_action"] = str(error)
        return moves
