"""The admiral: a value network trained by self-play, with a search on top.

It considers every die, modification, shot and activation, every face the propeller can roll, and
what the other players are likely to take and do. The best few candidates are then re-evaluated over
possible dice of the next round.
"""

from __future__ import annotations

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.ranks import ADMIRAL
from torpedo_dice.bots.brain.style import ADMIRAL_ROLLS, ADMIRAL_STYLE, Style
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.bots.thinker import Thinker
from torpedo_dice.rules import Mode, Sheet


class Admiral(Thinker):
    """Plays to win the game."""

    RANK = ADMIRAL
    STYLE = ADMIRAL_STYLE
    ROLLS = ADMIRAL_ROLLS


class FirstAdmiral(Thinker):
    """The admiral of version 1, for comparison: it expects everyone to follow a quick plan."""

    RANK = ADMIRAL
    STYLE = Style(width=24, draft_width=12, foreseen=6, draft_foreseen=2)
    ROLLS = 12

    def network(self, mode: Mode) -> Network:
        """Return the network that version 1 was shipped with."""
        return load_network(mode, version=1)

    def chances_network(self, mode: Mode, sheet: Sheet) -> Network:  # noqa: ARG002
        """Return the same network: version 1 had no other."""
        return self.network(mode)
