"""Simulation: bots play many games; the same seed gives the same records, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torpedo_dice.bots import check_bot
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import RecordData
from torpedo_dice.rules import Game, Mode, Sheet, SoloEnd


@dataclass(frozen=True)
class Simulation:
    """The settings of a simulation: sheet, mode, bots by seat, number of games and seed."""

    sheet: Sheet
    mode: Mode
    seats: Sequence[str]
    games: int
    seed: int
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND

    def __post_init__(self) -> None:
        """Reject invalid settings before the first game."""
        for bot in self.seats:
            check_bot(bot, commands=True)
        Game.new(self.sheet, self.mode, len(self.seats), solo_end=self.solo_end)

    def records(self) -> Iterator[RecordData]:
        """Play the games one after the other and yield their records."""
        for number in range(self.games):
            yield self.record(number)

    def record(self, number: int) -> RecordData:
        """Play one of the games, which depends only on the seed and its number."""
        return play_game(
            self.sheet,
            self.mode,
            self.seats,
            f"simulation {self.seed}/{number}",
            solo_end=self.solo_end,
        ).record()
