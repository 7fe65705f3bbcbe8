"""Giving up, which the rulebooks do not mention.

Alone it is a loss. With two players the other one wins, and the round is not resolved any more.
With three or four the others go on as before, so somebody else, a bot, has to play for the seat.
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
    """Whether a game of so many players is over when one of them gives up."""
    return players <= 2


def resign(game: Game, seat: Seat) -> list[Event]:
    """Give up for a seat; a MoveError leaves the game unchanged."""
    legality.check_resign(game, seat)
    if not ends_by_resigning(len(game.players)):
        return [Resigned(seat)]
    for player in game.players:
        player.clear_round()
    game.dice = ()
    game.outcome = judge_resignation(standings_of(game), seat)
    game.stage = Stage.OVER
    return [Resigned(seat), Ended(game.outcome)]
