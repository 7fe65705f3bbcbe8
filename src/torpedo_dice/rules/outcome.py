"""How a game ends: the reason and the winners, as in the rulebook's "End of the game"."""

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
    RESIGNED = "resigned"


class Rank(StrEnum):
    """The rank earned by a solo win."""

    LIEUTENANT = "lieutenant"
    CAPTAIN = "captain"
    ADMIRAL = "admiral"


# The minimum score of each rank, highest rank first; scores are multiples of 5.
RANKS: tuple[tuple[int, Rank], ...] = (
    (45, Rank.ADMIRAL),
    (30, Rank.CAPTAIN),
    (0, Rank.LIEUTENANT),
)


class Verdict(StrEnum):
    """What exactly decided a game, down to the tie-break."""

    SUNK_ALONE = "sunk_alone"
    SUNK_MORE_RESERVE = "sunk_more_reserve"
    SUNK_TIE = "sunk_tie"
    SKULL_ALONE = "skull_alone"
    SKULL_BEST_SCORE = "skull_best_score"
    SKULL_MORE_RESERVE = "skull_more_reserve"
    SKULL_TIE = "skull_tie"
    ALL_SKULLS = "all_skulls"
    SOLO_SUNK = "solo_sunk"
    SOLO_SKULL = "solo_skull"
    SOLO_AUTOMATON = "solo_automaton"
    # Not in the rulebook: a player resigned.
    RESIGNED = "resigned"
    SOLO_RESIGNED = "solo_resigned"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a game ended as it did."""

    code: Verdict
    # The seats tied before the last tie-break; all seats with a skull if nobody won; those who
    # resigned.
    contenders: tuple[int, ...]
    # The seats that sank their target but marked the skull.
    sank_in_vain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloResult:
    """Whether a solo game was won; score, rank and systems left are set only if it was."""

    won: bool
    score: int | None = None
    rank: Rank | None = None
    systems_left: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's final figures, which decide the game."""

    hits: int
    reserve: int
    skull: bool
    has_sunk: bool

    @property
    def score(self) -> int:
        """Hits landed plus reserve torpedoes left."""
        return self.hits + self.reserve


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winners, every player's standing, and the reason."""

    reason: Reason
    winners: tuple[int, ...]
    standings: tuple[Standing, ...]
    solo: SoloResult | None = None
    # The seats whose resignation ended the game.
    resigned: tuple[int, ...] = ()

    @property
    def scores(self) -> tuple[int, ...]:
        """Hits landed plus reserve torpedoes left, by seat."""
        return tuple(standing.score for standing in self.standings)

    @property
    def skulls(self) -> tuple[int, ...]:
        """The seats that marked the skull."""
        return tuple(seat for seat, standing in enumerate(self.standings) if standing.skull)

    @property
    def explanation(self) -> Explanation:
        """What exactly decided the game, and between which players."""
        return _explain(self)


def rank_of(score: int) -> Rank:
    """Return the rank of a solo score."""
    return next(rank for least, rank in RANKS if score >= least)


def solo_score(systems_left: int, reserve: int) -> int:
    """Return the score of a solo win."""
    return POINTS_PER_SYSTEM * systems_left + POINTS_PER_TORPEDO * reserve


def judge(standings: Sequence[Standing]) -> Outcome | None:
    """Return the outcome of a game of 2 to 4 players at the end of a round; None if it goes on."""
    alive = [seat for seat, standing in enumerate(standings) if not standing.skull]
    sinkers = [seat for seat in alive if standings[seat].has_sunk]
    if sinkers:
        # Sinking beats scoring, even if another player marked the skull.
        winners = _best(sinkers, [(standings[seat].reserve,) for seat in sinkers])
        return Outcome(Reason.SUNK, winners, tuple(standings))
    if len(alive) == len(standings):
        return None
    if not alive:
        return Outcome(Reason.ALL_SKULLS, (), tuple(standings))
    winners = _best(alive, [(standings[seat].score, standings[seat].reserve) for seat in alive])
    return Outcome(Reason.SKULL, winners, tuple(standings))


def judge_solo(standing: Standing, systems_left: int) -> Outcome | None:
    """Return the outcome of a solo game at the end of a round; None if it goes on."""
    if standing.skull:
        # Even if the same shot sank the enemy.
        return Outcome(Reason.SKULL, (), (standing,), SoloResult(won=False))
    if standing.has_sunk:
        # Sinking takes priority, even if the automaton destroyed the last system in this round.
        score = solo_score(systems_left, standing.reserve)
        result = SoloResult(True, score, rank_of(score), systems_left)  # noqa: FBT003  # `won`
        return Outcome(Reason.SUNK, (0,), (standing,), result)
    if not systems_left:
        return Outcome(Reason.AUTOMATON, (), (standing,), SoloResult(won=False))
    return None


def judge_resignation(standings: Sequence[Standing], seat: int) -> Outcome:
    """Return the outcome of a game of one or two players in which a seat resigns."""
    winners = tuple(other for other in range(len(standings)) if other != seat)
    solo = None if winners else SoloResult(won=False)
    return Outcome(Reason.RESIGNED, winners, tuple(standings), solo, resigned=(seat,))


def _explain(outcome: Outcome) -> Explanation:
    standings = outcome.standings
    seats = range(len(standings))
    alive = [seat for seat in seats if not standings[seat].skull]
    if outcome.solo is not None:
        return Explanation(Verdict(f"solo_{outcome.reason}"), (0,))
    if outcome.reason is Reason.RESIGNED:
        return Explanation(Verdict.RESIGNED, outcome.resigned)
    if outcome.reason is Reason.ALL_SKULLS:
        return Explanation(Verdict.ALL_SKULLS, outcome.skulls)
    if outcome.reason is Reason.SUNK:
        sinkers = tuple(seat for seat in alive if standings[seat].has_sunk)
        return Explanation(_verdict("sunk", "alone", outcome, sinkers), sinkers)
    best = max(standings[seat].score for seat in alive)
    leaders = tuple(seat for seat in alive if standings[seat].score == best)
    is_alone = len(alive) == 1
    code = _verdict("skull", "alone" if is_alone else "best_score", outcome, leaders)
    in_vain = tuple(seat for seat in seats if standings[seat].has_sunk and standings[seat].skull)
    return Explanation(code, leaders, in_vain)


def _verdict(reason: str, without_tie: str, outcome: Outcome, level: Sequence[int]) -> Verdict:
    if len(outcome.winners) > 1:
        return Verdict(f"{reason}_tie")
    return Verdict(f"{reason}_{without_tie if len(level) == 1 else 'more_reserve'}")


def _best(seats: Sequence[int], keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    best = max(keys)
    return tuple(seat for seat, key in zip(seats, keys, strict=True) if key == best)
