"""Play a whole game between bots with provably fair dice, and record it.

Third-party bots are not trusted: one that raises, returns an illegal move, exits its process or
takes too long forfeits. Its game stops there and counts as lost. The record of such a game is
unfinished, so it does not belong among those of finished games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from torpedo_dice.bots import BotFailedError, SeatedBot, check_name, is_command, is_trained
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Mode, PlayerAt, Seat, Sentence, Sheet, SoloEnd, parse_sheet

# Time limit for a third-party bot's move, in seconds. Nobody is waiting, so it is longer than in a
# game against people.
MOVE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A bot that failed: its seat, the error in one sentence, and its traceback, if any."""

    seat: Seat
    bot: str
    message: str
    details: str = ""

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> Sentence:
        """The message for people."""
        return Sentence(
            "{bot} ({player}) forfeits the game: {why}",
            bot=self.bot,
            player=PlayerAt(self.seat),
            why=self.message,
        )


class ForfeitError(ValueError):
    """A game that could not be finished because a bot failed."""

    def __init__(self, forfeit: Forfeit) -> None:
        super().__init__(forfeit.sentence)
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
    """Play a game between bots to its end; `name` determines the dice and the bots' seeds.

    ForfeitError if a bot fails.
    """
    dice = FairDice.repeatable(name, len(bots))
    whims = [whims_of(name, seat) for seat in range(len(bots))]
    table, forfeit = play_or_forfeit(sheet, mode, bots, dice, whims, solo_end=solo_end, first=first)
    if forfeit is not None:
        raise ForfeitError(forfeit)
    return table


def whims_of(name: str, seat: Seat) -> str:
    """Return a bot's seed. It differs from the dice's name, or a bot could predict the dice."""
    return hashlib.sha256(f"whims/{name}/seat {seat}".encode()).hexdigest()


def pack_sheet(sheet: Sheet) -> str:
    """Return a sheet for another process: pickling its computed placements takes longer."""
    return json.dumps(sheet.to_data())


@lru_cache(maxsize=4)
def unpack_sheet(packed: str) -> Sheet:
    """Return the sheet that was packed, the same object for the same sheet."""
    return parse_sheet(json.loads(packed))


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

    `whims` are the seeds of the bots, by seat.
    """
    for bot in bots:
        if not is_command(bot) and not is_trained(bot):
            check_name(bot)
    players = [PlayerInfo(bot.capitalize(), "bot", bot) for bot in bots]
    table = RecordedGame(sheet, mode, players, dice, solo_end=solo_end, first=first)
    table.begin()
    # The bots of the lab are named by its user.
    seated = [
        SeatedBot(bot, seed, MOVE_SECONDS, commands=True)
        for bot, seed in zip(bots, whims, strict=True)
    ]
    seat = 0
    try:
        while not table.game.is_over:
            for seat in table.game.seats_to_move():
                table.apply(seated[seat].choose(table.game, seat))
    except BotFailedError as error:
        return table, Forfeit(seat, bots[seat], error.args[0], error.details)
    finally:
        for bot_at_seat in seated:
            bot_at_seat.close()
    return table, None
