"""Games for the tests of bots."""

from __future__ import annotations

from collections.abc import Iterator

from torpedo_dice.bots import make_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Fire, Game, Mode, Move, Roll, Seat, Sheet, Start, Take


def at_act(sheet: Sheet, mode: Mode, dice: tuple[int, ...]) -> Game:
    """Return a game in which everyone has taken a die in order, starting with seat 0."""
    players = len(dice) - 1
    game = Game.new(sheet, mode, players)
    if players > 1:
        game.apply(Start(0))
    game.apply(Roll(dice))
    for seat in range(players):
        game.apply(Take(seat, seat))
    return game


def decisions(sheet: Sheet, mode: Mode, players: int, games: int) -> Iterator[tuple[Game, Seat]]:
    """Yield every decision of a few games between an ensign and lieutenants."""
    for number in range(games):
        names = [PlayerInfo("x")] * players
        table = RecordedGame(sheet, mode, names, FairDice.repeatable(f"{number}", players))
        table.begin()
        minds = [
            make_bot("lieutenant" if (seat + number) % 2 else "ensign", f"{number} {seat}")
            for seat in range(players)
        ]
        while not table.game.is_over:
            for seat in table.game.seats_to_move():
                view = table.game.view(seat)
                yield view, seat
                table.apply(minds[seat].choose(view, seat))


def key_of(view: Game, seat: Seat, move: Move) -> object:
    """Return a key that identifies an option; shots are identified by what they hit."""
    if not isinstance(move, Fire):
        return move
    return view.sheet.mask_of(move.fields) & view.free_targets(seat)
