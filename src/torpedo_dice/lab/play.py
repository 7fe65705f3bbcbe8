"""Bots play a whole game, with honest dice, and leave its record."""

from __future__ import annotations

from collections.abc import Sequence

from torpedo_dice.bots import make_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Mode, Seat, Sheet, SoloEnd


def play_game(
    sheet: Sheet,
    mode: Mode,
    bots: Sequence[str],
    name: str,
    *,
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND,
    first: Seat | None = None,
) -> RecordedGame:
    """Play a game between bots to its end; `name` decides the dice and every whim of the bots."""
    players = [PlayerInfo(bot.capitalize(), "bot", bot) for bot in bots]
    dice = FairDice.repeatable(name, len(bots))
    minds = [make_bot(bot, f"{name}/seat {seat}") for seat, bot in enumerate(bots)]
    table = RecordedGame(sheet, mode, players, dice, solo_end=solo_end, first=first)
    table.begin()
    while not table.game.is_over:
        for seat in table.game.seats_to_move():
            table.apply(minds[seat].choose(table.game.view(seat), seat))
    return table
