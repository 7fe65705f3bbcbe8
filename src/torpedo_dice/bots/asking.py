"""Ask a bot in this process for a move: any failure of its code becomes a `BotFailedError`.

The caller decides how to handle the failure. Only Ctrl-C propagates.
"""

from __future__ import annotations

from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.failure import BotFailedError, details_of, in_words, is_interrupt
from torpedo_dice.bots.registry import make_bot
from torpedo_dice.rules import Game, Move, PlayerMove, Seat, Sentence


def made_bot(name: str, seed: int | str) -> Bot:
    """Create a bot like `make_bot`, but raise BotFailedError if that fails."""
    try:
        return make_bot(name, seed)
    except BaseException as error:  # third-party code
        if is_interrupt(error):
            raise
        raise BotFailedError(
            Sentence("can’t be created: {why}", why=in_words(error)), details_of(error)
        ) from None


def legal_choice(bot: Bot, game: Game, seat: Seat) -> PlayerMove:
    """Return the bot's chosen move; raise BotFailedError unless it is legal for this seat."""
    details = ""
    try:
        move = bot.choose(game.view(seat), seat)
        # Inspecting the returned object can raise too.
        fault = fault_of(move, game, seat)
    except BaseException as error:  # third-party code
        # A bot that is run by a command has described its failure.
        if is_interrupt(error) or isinstance(error, BotFailedError):
            raise
        fault, details = Sentence("raised {error}", error=in_words(error)), details_of(error)
    if fault is None and isinstance(move, PlayerMove):
        return move
    fault = fault or Sentence("made a move that only the dice can make")
    raise BotFailedError(Sentence("{why} (round {round})", why=fault, round=game.round), details)


def fault_of(move: Move, game: Game, seat: Seat) -> str | None:
    """Return what is wrong with a seat's move; None if it is legal."""
    owner = getattr(move, "seat", seat)
    if owner != seat:
        return Sentence("moved for another player")
    refused = game.why_not(move)
    if refused is not None:
        return Sentence("made an illegal move, “{move}”: {why}", move=refused.move, why=refused.why)
    return None
