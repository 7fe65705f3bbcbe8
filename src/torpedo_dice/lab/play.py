"""Bots play a whole game, with honest dice, and leave its record.

A bot may be anybody's. One that raises, or whose move cannot be made, forfeits: its game stops
there and is lost for it. The record of such a game stays unfinished, so it is not one to write
among those of finished games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torpedo_dice.bots import Bot, check_bot, make_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Mode, MoveError, Seat, Sheet, SoloEnd

_LONGEST_MESSAGE = 300


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A bot that failed: at which seat, and what it did, in one sentence."""

    seat: Seat
    bot: str
    message: str

    def __str__(self) -> str:
        return f"{self.bot} at seat {self.seat} forfeits the game: {self.message}"


class ForfeitError(ValueError):
    """A game that has no end because a bot failed in it."""

    def __init__(self, forfeit: Forfeit) -> None:
        super().__init__(str(forfeit))
        self.forfeit = forfeit


def play_game(
    sheet: Sheet,
    mode: Mode,
    bots: Sequence[str],
    name: str,
    *,
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND,
    first: Seat | None = None,
) -> RecordedGame:
    """Play a game between bots to its end; `name` decides the dice and every whim of the bots.

    ForfeitError if a bot fails.
    """
    dice = FairDice.repeatable(name, len(bots))
    whims = [f"{name}/seat {seat}" for seat in range(len(bots))]
    table, forfeit = play_or_forfeit(sheet, mode, bots, dice, whims, solo_end=solo_end, first=first)
    if forfeit is not None:
        raise ForfeitError(forfeit)
    return table


def play_or_forfeit(
    sheet: Sheet,
    mode: Mode,
    bots: Sequence[str],
    dice: FairDice,
    whims: Sequence[str],
    *,
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND,
    first: Seat | None = None,
) -> tuple[RecordedGame, Forfeit | None]:
    """Play a game between bots until it ends or one of them fails.

    `whims` are the seeds that the bots are made with, by seat.
    """
    for bot in bots:
        check_bot(bot)
    players = [PlayerInfo(bot.capitalize(), "bot", bot) for bot in bots]
    table = RecordedGame(sheet, mode, players, dice, solo_end=solo_end, first=first)
    table.begin()
    minds: list[Bot] = []
    for seat, bot in enumerate(bots):
        try:
            minds.append(make_bot(bot, whims[seat]))
        except (Exception, SystemExit) as error:  # noqa: BLE001  # it is anybody's code
            return table, Forfeit(seat, bot, _one_line(f"cannot be made: {_told(error)}"))
    failure = _play_out(table, minds)
    if failure is None:
        return table, None
    seat, message = failure
    where = f"round {table.game.round}, {table.game.stage}"
    return table, Forfeit(seat, bots[seat], _one_line(f"{message} ({where})"))


def _play_out(table: RecordedGame, minds: Sequence[Bot]) -> tuple[Seat, str] | None:
    """Play to the end; or return the seat whose bot failed, and how."""
    game = table.game
    while not game.is_over:
        for seat in game.seats_to_move():
            try:
                move = minds[seat].choose(game.view(seat), seat)
                if (owner := getattr(move, "seat", seat)) != seat:
                    return seat, f"moved for seat {owner!r}, which is not its own"
            except (Exception, SystemExit) as error:  # noqa: BLE001  # it is anybody's code
                return seat, f"raised {_told(error)}"
            try:
                table.apply(move)
            except MoveError as error:
                return seat, f'made a move that is not legal: "{error.move}": {error.why}'
    return None


def _told(error: BaseException) -> str:
    """Tell an error by its name and its words, if it can be told at all."""
    try:
        words = str(error)
    except Exception:  # noqa: BLE001  # it is anybody's code, too
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _one_line(text: str) -> str:
    """Put a message, which may hold a whole page of somebody's, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_MESSAGE else line[: _LONGEST_MESSAGE - 1] + "…"
