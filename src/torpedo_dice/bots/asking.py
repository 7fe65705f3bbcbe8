"""Asking a bot that may be anybody's code: whatever it does instead of moving becomes one error.

Whoever runs a game decides what follows from that; nothing but Ctrl-C gets through.
"""

from __future__ import annotations

from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.registry import make_bot
from torpedo_dice.rules import Game, Move, PlayerMove, Seat

_LONGEST_MESSAGE = 300


class BotFailedError(ValueError):
    """A bot that cannot be made, raises, or makes no legal move; says which, on one short line."""

    def __init__(self, what: str) -> None:
        line = " ".join(what.split())
        too_long = len(line) > _LONGEST_MESSAGE
        super().__init__(line[: _LONGEST_MESSAGE - 1] + "…" if too_long else line)


def made_bot(name: str, seed: int | str) -> Bot:
    """Make a bot as `make_bot` does; BotFailedError if it cannot be made."""
    try:
        return make_bot(name, seed)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # it is anybody's code
        raise BotFailedError(f"cannot be made: {_told(error)}") from None


def legal_choice(bot: Bot, game: Game, seat: Seat) -> PlayerMove:
    """Return the move that a bot chooses; BotFailedError if it is none that it may make."""
    try:
        move = bot.choose(game.view(seat), seat)
        # Even to look at what it returned may raise.
        fault = _fault(move, game, seat)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # it is anybody's code
        fault = f"raised {_told(error)}"
    if fault is None and isinstance(move, PlayerMove):
        return move
    fault = fault or "made a move that only the dice can make"
    raise BotFailedError(f"{fault} (round {game.round}, {game.stage})")


class SeatedBot:
    """A bot at one seat for a whole game: made once, when first asked, so that it can remember."""

    def __init__(self, name: str, seed: int | str) -> None:
        self.name = name
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, game: Game, seat: Seat) -> PlayerMove:
        """Return the bot's move; BotFailedError if it cannot be made or makes no legal move."""
        if self._bot is None:
            self._bot = made_bot(self.name, self._seed)
        return legal_choice(self._bot, game, seat)


def _fault(move: Move, game: Game, seat: Seat) -> str | None:
    owner = getattr(move, "seat", seat)
    if owner != seat:
        return f"moved for seat {owner!r}, which is not its own"
    refused = game.why_not(move)
    if refused is not None:
        return f'made a move that is not legal: "{refused.move}": {refused.why}'
    return None


def _told(error: BaseException) -> str:
    """Tell an error by its name and its words, if it can be told at all."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001  # it is anybody's code, too
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
