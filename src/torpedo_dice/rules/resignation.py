"""Resigning, which the rulebooks don't mention.

In solo it is a loss. With two players the other one wins, and the current round is not resolved.
With three or four the game goes on, so a bot has to play for the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from torpedo_dice.rules import legality
from torpedo_dice.rules.events import Ended, Event, Resigned
from torpedo_dice.rules.moves import Seat
from torpedo_dice.rules.outcome import judge_resignation
from torpedo_dice.rules.round_end import standings_of
from torpedo_dice.rules.stage import Stage

if TYPE_CHECKING:
    from torpedo_dice.rules.game import Game


def ends_by_resigning(players: int) -> bool:
    """Whether a resignation ends a game with this many players."""
    return players <= 2


def resign(game: Game, seat: Seat) -> list[Event]:
    """Resign a seat; a MoveError leaves the game unchanged."""
    legality.check_resign(game, seat)
    if not ends_by_resigning(len(game.players)):
        return [Resigned(seat)]
    for player in game.players:
        player.clear_round()
    game.dice = ()
    game.outcome = judge_resignation(standings_of(game), seat)
    game.stage = Stage.OVER
    return [Resigned(seat), Ended(game.outcome)]
