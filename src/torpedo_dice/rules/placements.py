"""Placements: where a formation may be laid over a grid, and which targets it then covers.

`fields in placements` answers "is this shot legal" from the shape alone; the list of all of them
is laid out when somebody first asks for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Formation, Shape, shape_of


class Placements(Collection[tuple[Field, ...]]):
    """All shots of one formation on one grid: sorted torpedoes, each different from the others.

    The raster may hang over the edge; it must cover at least one printed field.
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
        """Say why these torpedoes are not one of the placements; None if they are."""
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
        """Whether a frame that holds the shape in one of its places covers a printed field."""
        frame = self.formation.frame
        return any(
            -frame < top - down < self._height and -frame < left - right < self._width
            for down, right in corners
        )

    @cached_property
    def _laid_out(self) -> tuple[tuple[Field, ...], ...]:
        return tuple(
            sorted(
                shot
                for shape, corners in self.formation.shapes.items()
                for shot in self._lay_out(shape, corners)
            )
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
        """For each placement, in the same order, the targets it covers."""
        bit = self._target_bits.get
        return tuple(sum(bit(spot, 0) for spot in shot) for shot in self._laid_out)

    @cached_property
    def distinct(self) -> dict[int, tuple[Field, ...]]:
        """For each different set of targets covered one placement that covers it."""
        return dict(zip(reversed(self.masks), reversed(self._laid_out), strict=True))

    @cached_property
    def best(self) -> tuple[tuple[int, tuple[Field, ...]], ...]:
        """The distinct placements that are worth a thought.

        A shot whose targets are all covered by another of the same formation never hits more.
        """
        by_size = sorted(self.distinct.items(), key=lambda item: (-item[0].bit_count(), item[1]))
        kept: list[tuple[int, tuple[Field, ...]]] = []
        for mask, shot in by_size:
            if not any(mask & other == mask for other, _ in kept):
                kept.append((mask, shot))
        return tuple(kept)
