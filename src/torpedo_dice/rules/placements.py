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

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Formation, Shape, shape_of

# The maximum number of placements in memory, about 300 bytes each. Our two sheets have 30,000.
KEPT = 100_000


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
        reach = self.formation.frame - 1
        for top in range(-reach, self._height + reach):
            for left in range(-reach, self._width + reach):
                if self._is_over_grid(top, left, corners):
                    yield tuple((top + row, left + column) for row, column in shape)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The targets covered by each placement, in the same order."""
        return tuple(self._masks_of(self._laid_out))

    def _masks_of(self, shots: Iterable[tuple[Field, ...]]) -> list[int]:
        bit = self._target_bits.get
        return [sum([bit(spot, 0) for spot in shot]) for shot in shots]

    @cached_property
    def distinct(self) -> dict[int, tuple[Field, ...]]:
        """One placement for each distinct set of covered targets."""
        # Most placements are needed only briefly, so they are not cached for this.
        shots = self._sorted()[::-1]
        distinct = dict(zip(self._masks_of(shots), shots, strict=True))
        _keep(self, len(distinct))
        return distinct

    @cached_property
    def best(self) -> tuple[tuple[int, tuple[Field, ...]], ...]:
        """The distinct placements worth considering.

        Omits shots whose targets are all covered by another shot of the same formation: they never
        hit more.
        """
        by_size = sorted(self.distinct.items(), key=lambda item: (-item[0].bit_count(), item[1]))
        kept: list[tuple[int, tuple[Field, ...]]] = []
        for mask, shot in by_size:
            if not any(mask & other == mask for other, _ in kept):
                kept.append((mask, shot))
        return tuple(kept)

    def forget(self) -> None:
        """Drop the cached lists; they are rebuilt on demand."""
        for part in ("_laid_out", "masks", "distinct", "best"):
            vars(self).pop(part, None)


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
