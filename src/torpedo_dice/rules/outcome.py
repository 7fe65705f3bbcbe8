"""How a game ends: the reason and the winners, by section "End of the game" of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

POINTS_PER_SYSTEM = 10
POINTS_PER_TORPEDO = 5


class Reason(StrEnum):
    """Why a game is over."""

    SUNK = "sunk"
    SKULL = "skull"
    ALL_SKULLS = "all_skulls"
    AUTOMATON = "automaton"


class Rank(StrEnum):
    """The rank that a solo win earns."""

    LIEUTENANT = "lieutenant"
    CAPTAIN = "captain"
    ADMIRAL = "admiral"


# The least score of each rank, the highest first; scores are multiples of 5.
RANKS: tuple[tuple[int, Rank], ...] = (
    (45, Rank.ADMIRAL),
    (30, Rank.CAPTAIN),
    (0, Rank.LIEUTENANT),
)


@dataclass(frozen=True, slots=True)
class SoloResult:
    """Whether a solo game was won; score and rank only if it was."""

    won: bool
    score: int | None = None
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `scores` are hits landed + reserve torpedoes left, by seat."""

    reason: Reason
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    skulls: tuple[int, ...]
    solo: SoloResult | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the end of the game asks of one player."""

    hits: int
    reserve: int
    skull: bool
    has_sunk: bool

    @property
    def score(self) -> int:
        """Hits landed plus reserve torpedoes left."""
        return self.hits + self.reserve


def rank_of(score: int) -> Rank:
    """Return the rank of a solo score."""
    return next(rank for least, rank in RANKS if score >= least)


def solo_score(systems_left: int, reserve: int) -> int:
    """Return the score of a solo win."""
    return POINTS_PER_SYSTEM * systems_left + POINTS_PER_TORPEDO * reserve


def judge(standings: Sequence[Standing]) -> Outcome | None:
    """Say at the end of a round whether a game of 2 to 4 players is over, and who has won."""
    scores = tuple(standing.score for standing in standings)
    skulls = tuple(seat for seat, standing in enumerate(standings) if standing.skull)
    alive = [seat for seat, standing in enumerate(standings) if not standing.skull]
    sinkers = [seat for seat in alive if standings[seat].has_sunk]
    if sinkers:
        # Sinking beats scoring; the skull of another player does not matter.
        winners = _best(sinkers, [(standings[seat].reserve,) for seat in sinkers])
        return Outcome(Reason.SUNK, winners, scores, skulls)
    if not skulls:
        return None
    if not alive:
        return Outcome(Reason.ALL_SKULLS, (), scores, skulls)
    winners = _best(alive, [(scores[seat], standings[seat].reserve) for seat in alive])
    return Outcome(Reason.SKULL, winners, scores, skulls)


def _best(seats: Sequence[int], keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    best = max(keys)
    return tuple(seat for seat, key in zip(seats, keys, strict=True) if key == best)
