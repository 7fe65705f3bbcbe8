"""Ask an untrusted bot for a move: any failure on its part becomes a single `BotFailedError`.

The caller decides how to handle the failure. Only `KeyboardInterrupt` propagates.
"""

from __future__ import annotations

from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.registry import make_bot
from torpedo_dice.rules import Game, Move, PlayerMove, Seat

_LONGEST_MESSAGE = 300


class BotFailedError(ValueError):
    """Raised when a bot can't be created, raises, or returns an illegal move; one short line."""

    def __init__(self, what: str) -> None:
        line = " ".join(what.split())
        too_long = len(line) > _LONGEST_MESSAGE
        super().__init__(line[: _LONGEST_MESSAGE - 1] + "…" if too_long else line)


def made_bot(name: str, seed: int | str) -> Bot:
    """Make a bot as `make_bot` does, but raise BotFailedError if that fails."""
    try:
        return make_bot(name, seed)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # third-party code
        raise BotFailedError(f"cannot be made: {_told(error)}") from None


def legal_choice(bot: Bot, game: Game, seat: Seat) -> PlayerMove:
    """Return the bot's chosen move; raise BotFailedError unless it is legal for this seat."""
    try:
        move = bot.choose(game.view(seat), seat)
        # Inspecting the returned object can raise, too.
        fault = _fault(move, game, seat)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # third-party code
        fault = f"raised {_told(error)}"
    if fault is None and isinstance(move, PlayerMove):
        return move
    fault = fault or "made a move that only the dice can make"
    raise BotFailedError(f"{fault} (round {game.round}, {game.stage})")


class SeatedBot:
    """A bot at one seat for a whole game: made lazily and only once, so that it can keep state."""

    def __init__(self, name: str, seed: int | str) -> None:
        self.name = name
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, game: Game, seat: Seat) -> PlayerMove:
        """Return the bot's move; raise BotFailedError if it can't be made or moves illegally."""
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
    """Describe an error by its type and message; only by its type if `str` itself fails."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001  # third-party code: even __str__ may raise
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
