"""The captain: a fast evaluation without search. It takes the die with the best quick plan."""

from __future__ import annotations

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.ranks import CAPTAIN
from torpedo_dice.bots.brain.style import CAPTAIN_STYLE, Style
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.bots.thinker import Thinker
from torpedo_dice.rules import Mode, Sheet


class Captain(Thinker):
    """Evaluates the position after its own choice and looks no further ahead."""

    RANK = CAPTAIN
    STYLE = CAPTAIN_STYLE


class FirstCaptain(Thinker):
    """The captain of version 1, for comparison."""

    RANK = CAPTAIN
    STYLE = Style(width=2, draft_width=0)

    def network(self, mode: Mode) -> Network:
        """Return the network that version 1 was shipped with."""
        return load_network(mode, version=1)

    def chances_network(self, mode: Mode, sheet: Sheet) -> Network:  # noqa: ARG002
        """Return the same network: version 1 had no other."""
        return self.network(mode)
