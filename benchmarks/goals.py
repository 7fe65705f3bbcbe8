"""Measured figures and their goals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured figure; a goal of None means that it is for information only."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None
    unit: str = ""

    @property
    def is_reached(self) -> bool:
        """Whether the figure meets its goal."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    def __str__(self) -> str:
        goal = ""
        if self.least is not None and self.most is not None:
            goal = f"goal {self.least:g} to {self.most:g}"
        elif self.least is not None:
            goal = f"goal at least {self.least:g}"
        elif self.most is not None:
            goal = f"goal at most {self.most:g}"
        verdict = ("yes" if self.is_reached else "NO") if goal else ""
        value = f"{self.value:.4g}" if self.value < 10_000 else f"{self.value:,.0f}"
        return f"  {self.name:<58} {value:>9} {self.unit:<8} {goal:<18} {verdict}".rstrip()


def show(title: str, figures: list[Figure]) -> bool:
    """Print figures under a title; return whether all goals are met."""
    print(f"\n{title}")
    for figure in figures:
        print(figure)
    return all(figure.is_reached for figure in figures)
