"""What a player in OpenSpiel observes or remembers, as a tensor of named parts and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.observation import observation_size, parts_of, write_observation
from torpedo_dice.envs.spiel_history import TURN_NUMBERS, remembered, rounds_of
from torpedo_dice.envs.spiel_state import Setup
from torpedo_dice.fast.state import ROW
from torpedo_dice.rules import Game, Seat

# The length of tensors. No game has come close, but the rules guarantee no end: an engine can
# remove the only pip of a 1.
MOST_ROUNDS = 64


class Observer:
    """Observes the public part of a state, a player's private part, and its perfect recall."""

    def __init__(
        self, setup: Setup, *, has_public: bool, has_private: bool, has_recall: bool
    ) -> None:
        self._setup = setup
        # In solo nothing is private.
        self._has_private = has_private and setup.players > 1
        self._has_public = has_public
        self._has_recall = has_recall
        self._beginning = np.frombuffer(setup.beginning[0], ROW)[0]
        self._seen = np.zeros((1, observation_size(setup.sheet, setup.players)), np.int8)
        self._places = self._places_of_pieces()
        pieces = {"player": setup.players}
        pieces |= {name: len(places) for name, places in self._places.items()}
        if has_recall:
            pieces["history"] = MOST_ROUNDS * (setup.players * (TURN_NUMBERS + 1) + 1)
        self._make_tensor(pieces)

    def _places_of_pieces(self) -> dict[str, NDArray[np.int64]]:
        is_private = np.zeros(self._seen.shape[1], bool)
        for part in parts_of(self._setup.sheet, self._setup.players):
            if part.is_private and self._setup.players > 1:
                is_private[part.start : part.start + part.size] = True
        places = {}
        if self._has_public:
            places["public"] = np.flatnonzero(~is_private)
        if self._has_private:
            places["private"] = np.flatnonzero(is_private)
        return places

    def _make_tensor(self, pieces: Mapping[str, int]) -> None:
        self.tensor = np.zeros(sum(pieces.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, size in pieces.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: Any, player: Seat) -> None:
        """Write what a player sees of a state into the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        row, targets = state.position.rows[0], len(self._setup.sheet.targets)
        write_observation(self._setup.tables, row, player, targets, self._seen, 0)
        for name, places in self._places.items():
            self.dict[name][:] = self._seen[0, places]
        if self._has_recall:
            _, lines = self._recalled(state, player)
            numbers = [number for line in lines[:MOST_ROUNDS] for number in line]
            self.dict["history"][: len(numbers)] = numbers

    def _recalled(self, state: Any, player: Seat) -> tuple[Seat, list[list[int]]]:
        players = self._setup.players
        steps = ((step.player, step.action) for step in state.full_history())
        first, rounds = rounds_of(steps, self._beginning)
        return first, remembered(rounds, player, players, knows_own=self._has_private)

    def string_from(self, state: Any, player: Seat) -> str:
        """Return what a player sees of a state as a text."""
        if self._has_recall:
            first, lines = self._recalled(state, player)
            rounds = (" ".join(map(str, line)) for line in lines)
            return f"player {player}, first {first}: {' / '.join(rounds)}"
        game: Game = state.to_game()
        public = f"{game.view(None).to_text()} {state.rolling}" if self._has_public else ""
        private = _private_text(game, player) if self._has_private else ""
        return " ".join(text for text in (public, private) if text)


def _private_text(game: Game, player: Seat) -> str:
    own = game.players[player]
    known = {"modify": own.modify, "rolled": own.rolled, "action": own.action}
    return " ".join(f"own-{name}:{what}" for name, what in known.items() if what is not None)
