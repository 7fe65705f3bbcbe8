"""Torpedo Dice for Gymnasium: solo against the automaton, or against bots.

Importing this module registers `TorpedoDice/Solo-v1` and `TorpedoDice/Versus-v1`.
See `docs/gymnasium.md`; `vector.py` has the vector environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots import SeatedBot, check_bot
from torpedo_dice.envs.actions import action_to_move, action_words, move_to_action
from torpedo_dice.envs.env_game import EnvGame, IllegalActionError
from torpedo_dice.envs.missing import needed
from torpedo_dice.envs.observation import highest
from torpedo_dice.envs.registration import register_envs
from torpedo_dice.envs.rendering import RENDER_MODES, Picture, drawn_picture, drawn_text
from torpedo_dice.envs.rewards import ILLEGAL_REWARD
from torpedo_dice.record import PlayerInfo, RecordData
from torpedo_dice.rules import Mode, Move, Seat, Sheet, SoloEnd

with needed("Gymnasium"):
    import gymnasium
    from gymnasium import spaces

register_envs()

AGENT = "agent"
# Seeds for dice and bots are drawn below this number.
_SEEDS = 2**63


class _OneSeatEnv(gymnasium.Env[NDArray[np.int8], Any]):
    """The agent has one seat; the other seats decide between two steps."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # Gymnasium's way

    env_game: EnvGame
    seat: Seat = 0

    def _set_up(self, env_game: EnvGame, render_mode: str | None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            known = ", ".join(RENDER_MODES)
            raise ValueError(f"render_mode {render_mode!r} is not known: use {known}")
        self.env_game = env_game
        self.render_mode = render_mode
        most = highest(env_game.sheet, len(env_game.players))
        self.observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.int8)
        self.action_space = spaces.Discrete(env_game.action_count)

    def _begin(self) -> None:
        self.env_game.begin(f"gymnasium {self.np_random.integers(_SEEDS)}")

    def _let_others_decide(self, rewards: list[float]) -> None:
        """Make the others' decisions until it is the agent's turn, and add up the rewards."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game; the same seed gives the same dice and the same opponents."""
        super().reset(seed=seed, options=options)
        self._begin()
        self._let_others_decide([0.0] * len(self.env_game.players))
        return self._seen()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make the agent's decision; an illegal action loses the game."""
        try:
            move = self.env_game.move_of(self.seat, int(action))
        except IllegalActionError as error:
            observation, info = self._seen()
            return observation, ILLEGAL_REWARD, True, False, info | {"illegal_action": str(error)}
        rewards = self.env_game.apply(move)
        self._let_others_decide(rewards)
        observation, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return observation, rewards[self.seat], self.env_game.game.is_over, False, info

    def _seen(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self.env_game.mask(self.seat)}
        outcome = self.env_game.game.outcome
        if outcome is not None:
            # Nothing is left to choose. A mask of zeros would make a softmax NaN.
            info["action_mask"][:] = 1
            info["reason"] = str(outcome.reason)
            info["is_won"] = self.seat in outcome.winners
            if outcome.solo is not None and outcome.solo.score is not None:
                info["solo_score"] = outcome.solo.score
        return self.env_game.observe(self.seat), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, in the form that MaskablePPO expects."""
        return self.env_game.mask(self.seat).astype(bool)

    def action_to_move(self, action: int) -> Move:
        """Return the move that an action stands for now."""
        return action_to_move(self.env_game.game, self.seat, action)

    def move_to_action(self, move: Move) -> int:
        """Return the action for a legal move of the agent."""
        return move_to_action(self.env_game.game, move)

    def words(self, action: int) -> str:
        """Return an action in words."""
        return action_words(self.env_game.game, self.seat, action)

    def record(self) -> RecordData:
        """Return the record of the game so far."""
        return self.env_game.record()

    def render(self) -> Any:
        """Render the game: printed, as text, or as an RGB array."""
        if self.render_mode == "rgb_array":
            picture: Picture = drawn_picture(self.env_game.game)
            return picture
        text = drawn_text(self.env_game.game, [player.name for player in self.env_game.players])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


class SoloEnv(_OneSeatEnv):
    """The game for one player: the automaton is the environment."""

    def __init__(
        self,
        sheet: Sheet | str | None = None,
        solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        players = [PlayerInfo(AGENT)]
        env_game = EnvGame(Mode.SOLO, players, sheet=sheet, solo_end=solo_end, shaping=shaping)
        self._set_up(env_game, render_mode)


class VersusEnv(_OneSeatEnv):
    """The game for two to four, in which named bots play the other seats."""

    def __init__(
        self,
        opponents: Sequence[str] = ("lieutenant",),
        mode: Mode | str = Mode.MISSION,
        sheet: Sheet | str | None = None,
        seat: Seat | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        """`seat` is the agent's; None means a random one in every game."""
        for bot in opponents:
            check_bot(bot)
        count = len(opponents) + 1
        if seat is not None and seat not in range(count):
            raise ValueError(f"there’s no seat {seat!r}: seats are numbered 0 to {count - 1}")
        self.opponents = tuple(opponents)
        self._fixed_seat = seat
        self._minds: dict[Seat, SeatedBot] = {}
        self._settings = (mode, sheet, shaping)
        self._set_up(self._game_with_agent_at(seat or 0), render_mode)

    def _game_with_agent_at(self, seat: Seat) -> EnvGame:
        mode, sheet, shaping = self._settings
        players = [PlayerInfo(bot.capitalize(), "bot", bot) for bot in self.opponents]
        players.insert(seat, PlayerInfo(AGENT))
        return EnvGame(mode, players, sheet=sheet, shaping=shaping)

    def _begin(self) -> None:
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(len(self.opponents) + 1))
            self.env_game = self._game_with_agent_at(self.seat)
        else:
            self.seat = self._fixed_seat
        super()._begin()
        for mind in self._minds.values():
            mind.close()
        others = [seat for seat in self.env_game.game.seats if seat != self.seat]
        self._minds = {
            seat: SeatedBot(bot, int(self.np_random.integers(_SEEDS)))
            for seat, bot in zip(others, self.opponents, strict=True)
        }

    def _let_others_decide(self, rewards: list[float]) -> None:
        while (seat := self.env_game.seat) is not None and seat != self.seat:
            move = self._minds[seat].choose(self.env_game.game, seat)
            for other, reward in enumerate(self.env_game.apply(move)):
                rewards[other] += reward
