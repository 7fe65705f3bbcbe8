"""Simulation: bots play many games; the same seed gives the same records, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from torpedo_dice.bots import check_bot
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.play import Forfeit, ForfeitError, pack_sheet, play_game, unpack_sheet
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

    def records(self, *, jobs: int | None = 1, on: str | None = None) -> Iterator[RecordData]:
        """Play the games and yield their records, in the games' order.

        `jobs` and `on` say where, as in `ordered_map`. ForfeitError at the first game in which a
        bot fails.
        """
        played = ordered_map(partial(_play, self._job), range(self.games), jobs=jobs, on=on)
        return map(_record_of, played)

    def record(self, number: int) -> RecordData:
        """Play one of the games, which depends only on the seed and its number."""
        return _record_of(_play(self._job, number))

    @cached_property
    def _job(self) -> _Job:
        seats = tuple(self.seats)
        return _Job(pack_sheet(self.sheet), self.mode, seats, self.seed, self.solo_end)


@dataclass(frozen=True, slots=True)
class _Job:
    """What a worker needs to play games of a simulation."""

    sheet: str
    mode: Mode
    seats: tuple[str, ...]
    seed: int
    solo_end: SoloEnd


def _play(job: _Job, number: int) -> RecordData | Forfeit:
    """Play a game; a forfeit is returned, because its error can't be pickled."""
    sheet, name = unpack_sheet(job.sheet), f"simulation {job.seed}/{number}"
    try:
        return play_game(sheet, job.mode, job.seats, name, solo_end=job.solo_end).record()
    except ForfeitError as error:
        return error.forfeit


def _record_of(played: RecordData | Forfeit) -> RecordData:
    if isinstance(played, Forfeit):
        raise ForfeitError(played)
    return played
