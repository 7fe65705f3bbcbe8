"""Which of many choices is best, by playouts: the promising ones first, close ones with more dice.

A search has rated all choices. Those that it rates close to the best are played on; the others are
corrected by what playing on changed on average, and played on only if that puts them in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.playouts import Luck, standard_error
from torpedo_dice.review.judge import Outlooks, within_bounds, worths
from torpedo_dice.review.quick_round import FACE, MODIFY, Numbers
from torpedo_dice.rules import Seat

# Plays some choices on; the result is by choice, playout and column of an outlook.
Play: TypeAlias = Callable[[list[int], Luck], NDArray[np.float64]]

# Sampling ends when the two best choices are known this well.
ENOUGH = 0.005
# Choices farther than this from the best are not played on at first.
CLOSE = 0.15
# How many choices of each modification are played on at first, and how many altogether.
_FIRST = 3
_MOST_PLAYED = 32
# Choices that might overtake are played on in groups of this size.
_GROUP = 4
# The most choices that are compared with more dice.
_RIVALS = 5
# A choice whose distance exceeds so many standard errors is no rival.
_SURE = 2.5


class Contest:
    """The choices of one decision, by number; the first is the one that was taken."""

    MOST_BLOCKS = 6

    def __init__(self, found: Numbers, outlooks: Outlooks, seat: Seat, *, is_solo: bool) -> None:
        self._found = found
        self._rated = outlooks
        self._seat = seat
        self._is_solo = is_solo
        self._samples: dict[int, NDArray[np.float64]] = {}
        self._lucks: list[Luck] = []

    def decide(self, play: Play, blocks: Iterator[Luck]) -> None:
        """Play choices on until the two best are known well enough, or there are no more blocks."""
        self._lucks = [next(blocks)]
        waiting = self._promising()
        while waiting:
            for number, samples in zip(waiting, play(waiting, self._lucks[0]), strict=True):
                self._samples[number] = samples
            waiting = self._overtaking()
        for luck in blocks:
            rivals = self._rivals()
            if len(rivals) < 2:
                break
            self._lucks.append(luck)
            for number, samples in zip(rivals, play(rivals, luck), strict=True):
                self._samples[number] = np.concatenate([self._samples[number], samples])

    def outlooks(self) -> Outlooks:
        """Return the outlook of every choice. None that wasn't played on exceeds the best."""
        outlooks = self._rated + self._correction()
        for number, samples in self._samples.items():
            outlooks[number] = samples.mean(axis=0)
        outlooks = within_bounds(outlooks, is_solo=self._is_solo)
        best = outlooks[self._best()]
        excess = self._worths(outlooks) > self._worths(best)
        outlooks[excess] = best
        return outlooks

    def errors(self) -> NDArray[np.float64]:
        """Return the standard error of each choice's distance from the best one."""
        rated = self._worths(self._rated)
        changes = [self._worth(number) - rated[number] for number in self._samples]
        errors = np.full(len(rated), np.std(changes))
        for number in self._samples:
            errors[number] = self._distance(number)[1]
        return errors

    # ------------------------------------------------------------------ whom to play on

    def _promising(self) -> list[int]:
        """Return the best-rated choices of each modification, and the one taken."""
        rated = self._worths(self._rated)
        found: list[int] = [0]
        groups: dict[tuple[int, int], int] = {}
        for number in np.argsort(-rated, kind="stable").tolist():
            group = int(self._found[number, MODIFY]), int(self._found[number, FACE])
            groups[group] = groups.get(group, 0) + 1
            is_close = rated[number] >= rated.max() - CLOSE
            if number and is_close and groups[group] <= _FIRST:
                found.append(number)
        return found[:_MOST_PLAYED]

    def _overtaking(self) -> list[int]:
        """Return choices that would be the best if corrected like those played on."""
        room = _MOST_PLAYED - len(self._samples)
        worths_now = self._worths(self._rated + self._correction())
        best = self._worth(self._best())
        found = [
            number
            for number in np.argsort(-worths_now, kind="stable").tolist()
            if number not in self._samples and worths_now[number] > best
        ]
        return found[: max(0, min(room, _GROUP))]

    def _rivals(self) -> list[int]:
        """Return the best choice and those that may be better, closest first."""
        best = self._best()
        blocks = len(self._lucks)
        distances = []
        for number in self._samples:
            distance, error = self._distance(number)
            is_open = distance < _SURE * error and error > ENOUGH
            if number != best and is_open and self._blocks(number) == blocks:
                distances.append((distance, number))
        return [best, *(number for _, number in sorted(distances)[:_RIVALS])]

    # ------------------------------------------------------------------ values

    def _worths(self, outlooks: Outlooks) -> NDArray[np.float64]:
        return worths(outlooks, self._seat, is_solo=self._is_solo)

    def _worth(self, number: int) -> float:
        return float(self._worths(self._samples[number]).mean())

    def _best(self) -> int:
        """Return the best choice played on; of those with the most playouts if several were."""
        most = max(map(len, self._samples.values()))
        numbers = [n for n, samples in self._samples.items() if len(samples) == most]
        return max(numbers, key=self._worth)

    def _correction(self) -> NDArray[np.float64]:
        """Return what playing on changed on average."""
        changes = [
            samples.mean(axis=0) - self._rated[number] for number, samples in self._samples.items()
        ]
        return np.asarray(np.mean(changes, axis=0))

    def _blocks(self, number: int) -> int:
        return len(self._samples[number]) // len(self._lucks[0].dice)

    def _distance(self, number: int) -> tuple[float, float]:
        """Return how far a choice is from the best one on the same dice, and the error of that."""
        best = self._samples[self._best()]
        mine = self._samples[number]
        common = min(len(best), len(mine))
        differences = self._worths(best[:common]) - self._worths(mine[:common])
        error = standard_error(differences, *self._lucks[: self._blocks(number)])
        return float(differences.mean()), error
