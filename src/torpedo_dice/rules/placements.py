"""Placements: where a formation can be placed on a grid, and which targets it covers.

`fields in placements` checks the legality of a shot from its shape alone; the list of all
placements, and what follows from it, is built lazily. On a large sheet it takes 20 MB, so the total
for all sheets is limited: the oldest lists are dropped first.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import islice

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Formation, Shape, shape_of

# The maximum number of placements in memory, about 300 bytes each. Our two sheets have 30,000.
KEPT = 50_000


class Placements(Collection[tuple[Field, ...]]):
    """All shots of one formation on one grid, as distinct sorted tuples of fields.

    The pattern may hang over the edge, but must cover at least one field of the grid.
    """

    def __init__(
        self, formation: Formation, height: int, width: int, target_bits: dict[Field, int]
    ) -> None:
        self.formation = formation
        self._height = height
        self._width = width
        self._target_bits = target_bits

    def __contains__(self, fields: object) -> bool:
        return isinstance(fields, tuple) and self.objection(fields) is None

    def __len__(self) -> int:
        return len(self._laid_out)

    def __iter__(self) -> Iterator[tuple[Field, ...]]:
        return iter(self._laid_out)

    def __getitem__(self, index: int) -> tuple[Field, ...]:
        return self._laid_out[index]

    def __repr__(self) -> str:
        return f"<placements of {self.formation} on {self._height} by {self._width} fields>"

    def objection(self, fields: tuple[Field, ...]) -> str | None:
        """Return why these torpedoes are not one of the placements; None if they are."""
        if len(fields) != self.formation.count:
            return "torpedo_count"
        corners = self.formation.shapes.get(shape_of(fields))
        if corners is None:
            return "formation"
        if fields and not self._is_over_grid(
            min(row for row, _ in fields), min(column for _, column in fields), corners
        ):
            return "off_the_grid"
        return None

    def _is_over_grid(self, top: int, left: int, corners: frozenset[Field]) -> bool:
        """Whether some frame containing the shape covers a field of the grid."""
        frame = self.formation.frame
        return any(
            -frame < top - down < self._height and -frame < left - right < self._width
            for down, right in corners
        )

    @cached_property
    def _laid_out(self) -> tuple[tuple[Field, ...], ...]:
        laid_out = tuple(self._sorted())
        _keep(self, len(laid_out))
        return laid_out

    def _sorted(self) -> list[tuple[Field, ...]]:
        return sorted(
            shot
            for shape, corners in self.formation.shapes.items()
            for shot in self._lay_out(shape, corners)
        )

    def _lay_out(self, shape: Shape, corners: frozenset[Field]) -> Iterator[tuple[Field, ...]]:
        if not shape:
            yield ()
            return
        for top, left in self._corners_of(corners):
            yield _at(top, left, shape)

    def _corners_of(self, corners: frozenset[Field], step: int = 1) -> Iterator[Field]:
        """Yield where the top left corner of a shape may be, forwards or (step −1) backwards."""
        reach = self.formation.frame - 1
        for top in range(-reach, self._height + reach)[::step]:
            for left in range(-reach, self._width + reach)[::step]:
                if self._is_over_grid(top, left, corners):
                    yield top, left

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The targets covered by each placement, in the same order."""
        return tuple(self._masks_of(self._laid_out))

    def _masks_of(self, shots: Iterable[tuple[Field, ...]]) -> list[int]:
        bit = self._target_bits.get
        return [sum([bit(spot, 0) for spot in shot]) for shot in shots]

    @cached_property
    def distinct(self) -> dict[int, tuple[Field, ...]]:
        """The first placement for each distinct set of covered targets.

        The sets are ordered by their last placements, from the last to the first.
        """
        ends: dict[int, tuple[tuple[Field, ...], tuple[Field, ...]]] = {}
        for mask, shot in self._telling_shots():
            first, last = ends.get(mask, (shot, shot))
            ends[mask] = (min(first, shot), max(last, shot))
        ordered = sorted(ends.items(), key=lambda item: item[1][1], reverse=True)
        _keep(self, len(ordered))
        return {mask: first for mask, (first, _) in ordered}

    def _telling_shots(self) -> Iterator[tuple[int, tuple[Field, ...]]]:
        """Yield each placement that covers targets, with its targets.

        Of those that cover none, usually most of them, only the first and last of each shape: so
        this takes a small part of the time for all, and bots need it for every new sheet.
        """
        for shape, corners in self.formation.shapes.items():
            if not shape:
                yield 0, ()
                continue
            masks: dict[Field, int] = {}
            for (row, column), bit in self._target_bits.items():
                for down, right in shape:
                    corner = (row - down, column - right)
                    masks[corner] = masks.get(corner, 0) | bit
            for (top, left), mask in masks.items():
                yield mask, _at(top, left, shape)
            for step in (1, -1):
                void = (each for each in self._corners_of(corners, step) if each not in masks)
                for top, left in islice(void, 1):
                    yield 0, _at(top, left, shape)

    @cached_property
    def best(self) -> tuple[tuple[int, tuple[Field, ...]], ...]:
        """The distinct placements worth considering.

        Omits shots whose targets are all covered by another shot of the same formation: they never
        hit more.
        """
        by_size = sorted(self.distinct.items(), key=lambda item: (-item[0].bit_count(), item[1]))
        kept: dict[int, tuple[Field, ...]] = {}
        for mask, shot in by_size:
            for other in kept:
                if mask & other == mask:
                    break
            else:
                kept[mask] = shot
        return tuple(kept.items())

    def forget(self) -> None:
        """Drop the cached lists; they are rebuilt on demand."""
        for part in ("_laid_out", "masks", "distinct", "best"):
            vars(self).pop(part, None)


def _at(top: int, left: int, shape: Shape) -> tuple[Field, ...]:
    """Return the fields of a shape whose top left corner is there."""
    return tuple([(top + row, left + column) for row, column in shape])


# The placements that have been built, with their sizes, oldest first.
_built: deque[tuple[weakref.ref[Placements], int]] = deque()


def _keep(placements: Placements, count: int) -> None:
    """Register newly built placements, and drop the oldest if there are too many."""
    _built.append((weakref.ref(placements), count))
    surplus = sum(count for _, count in tuple(_built)) - KEPT
    # Other threads may do the same at the same time.
    while surplus > 0 and len(_built) > 1:
        reference, count = _built.popleft()
        surplus -= count
        oldest = reference()
        if oldest is not None and oldest is not placements:
            oldest.forget()
