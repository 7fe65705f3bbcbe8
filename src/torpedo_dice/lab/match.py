"""Matches: every pairing of some bots, with seats rotated and the same dice for each rotation.

Two bots play each set of dice twice, in both orders. The dice also determine the start player, and
the rolls of a round do not depend on the moves: in the return game each bot gets the other's dice,
so most of the luck cancels out. With 3 or 4 players one bot sits among several of the other, at
each seat in turn, and then vice versa. In solo each bot plays the same dice.

All pairings use the same dice, so a pairing's games do not depend on the other participants.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from torpedo_dice.bots import check_bot
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.play import Forfeit, pack_sheet, play_or_forfeit, unpack_sheet, whims_of
from torpedo_dice.record import FairDice, RecordedGame, record_line
from torpedo_dice.rules import (
    Game,
    GameSetupError,
    Mode,
    Seat,
    Sentence,
    Sheet,
    SoloEnd,
)
from torpedo_dice.rules.setup import MIN_PLAYERS

FORFEIT = "forfeit"


class MatchError(GameSetupError):
    """A match that cannot be played: too few bots, or a file that cannot be written."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who sits where: `one` at a single seat, `many` at all the others (None in solo)."""

    one: str
    many: str | None
    seat: Seat
    players: int

    @property
    def seats(self) -> tuple[str, ...]:
        """The bots by seat."""
        others = self.many or ""
        return tuple(self.one if seat == self.seat else others for seat in range(self.players))


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game of a match: where it belongs, and how it ended.

    A forfeited game is won by the seats of the other bot, and has no record. Its rounds and
    scores are those when it stopped.
    """

    dice: int
    lineup: Lineup
    first: Seat
    reason: str
    winners: tuple[Seat, ...]
    rounds: int
    scores: tuple[int, ...]
    skulls: tuple[Seat, ...]
    # Only for a solo game that was won.
    solo_score: int | None = None
    forfeit: Forfeit | None = None
    # One line of NDJSON, if records were requested.
    record: str | None = None
    # What the dice gave each seat, as a share of the win, if that was requested.
    luck: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Match:
    """The settings of a match: sheet, mode, bots, number of games and seed.

    `games` is the number per pairing (in solo: per bot), rounded up to whole rotations.
    """

    sheet: Sheet
    mode: Mode
    bots: Sequence[str]
    games: int
    seed: int
    players: int | None = None
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND

    def __post_init__(self) -> None:
        """Reject invalid settings before the first game."""
        Game.new(self.sheet, self.mode, self.seats, solo_end=self.solo_end)
        for bot in self.bots:
            check_bot(bot, commands=True)
        bot, times = Counter(self.bots).most_common(1)[0] if self.bots else ("", 0)
        if times > 1:
            raise MatchError(
                Sentence(
                    "{bot!r} is listed twice: a bot can’t play a match against itself", bot=bot
                )
            )
        if len(self.bots) < min(MIN_PLAYERS, self.seats):
            raise MatchError(Sentence("a {mode} match needs at least two bots", mode=self.mode))

    @property
    def is_solo(self) -> bool:
        """Whether each bot plays solo."""
        return self.mode is Mode.SOLO

    @property
    def seats(self) -> int:
        """How many players a game has."""
        if self.players is None:
            return 1 if self.is_solo else MIN_PLAYERS
        return self.players

    @cached_property
    def sides(self) -> tuple[tuple[str, str | None], ...]:
        """Every pairing of one bot with copies of another; with two players one order is enough."""
        if self.is_solo:
            return tuple((bot, None) for bot in self.bots)
        pairings = list(itertools.combinations(self.bots, 2))
        if self.seats == MIN_PLAYERS:
            return tuple(pairings)
        return tuple(side for one, many in pairings for side in ((one, many), (many, one)))

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """The games that are played on each set of dice."""
        return tuple(
            Lineup(one, many, seat, self.seats)
            for one, many in self.sides
            for seat in range(self.seats)
        )

    @property
    def rotations(self) -> int:
        """How many games a pairing plays on the same dice."""
        return self.seats if self.seats <= MIN_PLAYERS else 2 * self.seats

    @property
    def dice(self) -> int:
        """The number of sets of dice."""
        return -(-self.games // self.rotations)

    @property
    def total(self) -> int:
        """How many games are played altogether."""
        return self.dice * len(self.lineups)


def play_match(
    match: Match,
    *,
    jobs: int | None,
    has_records: bool,
    has_luck: bool = False,
    on: str | None = None,
) -> Iterator[MatchGame]:
    """Play a match and yield its games: all on the first dice, all on the second, and so on.

    With `has_luck`, what the dice gave each seat is computed as well. `jobs` and `on` say where, as
    in `ordered_map`; the games are the same everywhere.
    """
    job = _MatchJob(
        pack_sheet(match.sheet),
        match.mode,
        match.solo_end,
        match.lineups,
        match.seed,
        has_records=has_records,
        has_luck=has_luck,
    )
    played = ordered_map(partial(_play_dice, job), range(match.dice), jobs=jobs, on=on)
    return itertools.chain.from_iterable(played)


@dataclass(frozen=True, slots=True)
class _MatchJob:
    """What a worker process needs to play games of a match."""

    sheet: str
    mode: Mode
    solo_end: SoloEnd
    lineups: tuple[Lineup, ...]
    seed: int
    has_records: bool
    has_luck: bool


def _play_dice(job: _MatchJob, dice: int) -> list[MatchGame]:
    """Play all games on the same dice."""
    return [_play_lineup(job, lineup, dice) for lineup in job.lineups]


def _play_lineup(job: _MatchJob, lineup: Lineup, dice: int) -> MatchGame:
    name = f"match {job.seed}/{dice}"
    game, forfeit = play_or_forfeit(
        unpack_sheet(job.sheet),
        job.mode,
        lineup.seats,
        FairDice.repeatable(name, lineup.players),
        [whims_of(name, seat) for seat in range(lineup.players)],
        solo_end=job.solo_end,
    )
    result = _result(game, forfeit, lineup, dice, has_record=job.has_records)
    if job.has_luck and forfeit is None:
        return replace(result, luck=_luck_of(game, lineup, job.mode))
    return result


def _luck_of(game: RecordedGame, lineup: Lineup, mode: Mode) -> tuple[float, ...]:
    """Return what the dice gave each seat, as a share of the win."""
    # It loads what has to be compiled, which other matches of ensigns and lieutenants don't need.
    from torpedo_dice.review.luck import luck_judge, total_luck

    luck = total_luck(game.record(), luck_judge(lineup.seats))
    return luck[:1] if mode is Mode.SOLO else luck


def _result(
    played: RecordedGame, forfeit: Forfeit | None, lineup: Lineup, dice: int, *, has_record: bool
) -> MatchGame:
    record = played.record()
    result = record["result"]
    winners = result["winners"]
    if forfeit is not None:
        winners = [seat for seat, bot in enumerate(lineup.seats) if bot != forfeit.bot]
    return MatchGame(
        dice=dice,
        lineup=lineup,
        first=record["first"],
        reason=FORFEIT if forfeit is not None else result["reason"],
        winners=tuple(winners),
        rounds=played.game.round,
        scores=tuple(result["scores"]),
        skulls=tuple(result["skulls"]),
        solo_score=result["solo"]["score"] if result["solo"] else None,
        forfeit=forfeit,
        record=record_line(record) if has_record and forfeit is None else None,
    )
