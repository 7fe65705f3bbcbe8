"""What a player remembers of a game in OpenSpiel: the rounds without hidden information."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torpedo_dice.envs.actions import FIRST_ACTIVATE, FIRST_TAKE, FIRST_USE
from torpedo_dice.envs.spiel_state import CHANCE
from torpedo_dice.fast.codes import STAGE_START
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.rules import Seat

# The numbers of a seat in a round: the die taken, the use, the propeller's roll, and the choice.
TURN_NUMBERS = 4


@dataclass
class Turn:
    """What one seat did in a round; actions, and the face that its propeller rolled."""

    take: int | None = None
    use: int | None = None
    rolled: int | None = None
    choice: int | None = None

    def numbers(self, *, hides: bool) -> list[int]:
        """Return the turn as numbers from 1, with 0 for what has not happened or is hidden."""
        take, use, choice = (
            0 if action is None else action + 1 for action in (self.take, self.use, self.choice)
        )
        return [take, 0, 0, 0] if hides else [take, use, self.rolled or 0, choice]


@dataclass
class Round:
    """The dice of a round, and what each seat did."""

    dice: list[int] = field(default_factory=list)
    turns: dict[Seat, Turn] = field(default_factory=dict)

    def is_over(self, players: int) -> bool:
        """Whether all have chosen, so that everything is shown."""
        return sum(turn.choice is not None for turn in self.turns.values()) == players


def rounds_of(history: Iterable[tuple[int, int]], beginning: Row) -> tuple[Seat, list[Round]]:
    """Read a history of (player, action); return the first start player and the rounds.

    `beginning` is the row of the first position, which may be in the middle of a round.
    """
    steps, players = iter(history), int(beginning["players"])
    is_drawn = beginning["stage"] == STAGE_START and players > 1
    start = next(steps, (CHANCE, 0))[1] if is_drawn else int(beginning["start"])
    return start, list(_rounds(steps, players, _begun_round(beginning)))


def _begun_round(row: Row) -> Round:
    picks = enumerate(row["pick"][: row["players"]].tolist())
    turns = {seat: Turn(take=FIRST_TAKE + pick) for seat, pick in picks if pick != NO_PICK}
    return Round([die for die in row["dice"].tolist() if die], turns)


def _rounds(steps: Iterator[tuple[int, int]], players: int, played: Round) -> Iterator[Round]:
    last = 0
    for player, action in steps:
        if played.is_over(players):
            yield played
            played = Round()
        if player == CHANCE and len(played.dice) <= players:
            played.dice.append(action + 1)
        elif player == CHANCE:
            played.turns[last].rolled = action + 1
        else:
            last = player
            _note(played.turns.setdefault(player, Turn()), action)
    yield played


def _note(turn: Turn, action: int) -> None:
    if action < FIRST_USE:
        turn.take = action
    elif action < FIRST_ACTIVATE:
        turn.use = action
    else:
        turn.choice = action


def remembered(
    rounds: list[Round], seat: Seat, players: int, *, knows_own: bool
) -> list[list[int]]:
    """Return each round as numbers: its dice, and the turns of all seats, the observer's first."""
    lines = []
    for played in rounds:
        dice = played.dice + [0] * (players + 1 - len(played.dice))
        turns: list[int] = []
        for distance in range(players):
            other = (seat + distance) % players
            is_open = played.is_over(players) or (knows_own and other == seat)
            turns += played.turns.get(other, Turn()).numbers(hides=not is_open)
        lines.append(dice + turns)
    return lines
