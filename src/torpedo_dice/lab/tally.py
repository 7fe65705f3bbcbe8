"""Counting games: wins, rounds, hits and so on, from records alone."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from torpedo_dice.record import RecordData

# A 95 % interval reaches this many standard errors to both sides.
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, with its 95 % interval (Wilson's)."""

    count: Fraction
    total: int

    @property
    def value(self) -> float:
        """The share itself."""
        return float(self.count) / self.total if self.total else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        if not self.total:
            return (math.nan, math.nan)
        n, p, z2 = self.total, self.value, Z95**2
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return (max(0.0, centre - half), min(1.0, centre + half))


@dataclass
class Tally:
    """The totals of some games. A shared win counts in equal parts."""

    games: int = 0
    rounds: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    wins_by_seat: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    wins_by_player: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    games_by_player: Counter[str] = field(default_factory=Counter)
    first_player_wins: Fraction = Fraction(0)
    decided: int = 0
    turns: int = 0
    hits: int = 0
    misses: int = 0
    activations: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    solo_scores: list[int] = field(default_factory=list)
    ranks: Counter[str] = field(default_factory=Counter)

    @property
    def first_player_share(self) -> Share:
        """The first start player's share of the games that somebody won."""
        return Share(self.first_player_wins, self.decided)

    def add(self, record: RecordData) -> None:
        """Count one finished game."""
        self.games += 1
        self.rounds.append(len(record["rounds"]))
        self.reasons[record["result"]["reason"]] += 1
        self._add_winners(record)
        self._add_solo(record)
        for round_data in record["rounds"]:
            for turn in round_data["turns"]:
                self._add_turn(turn)

    def _add_winners(self, record: RecordData) -> None:
        names = [player.get("bot", player["name"]) for player in record["players"]]
        self.games_by_player.update(names)
        winners = record["result"]["winners"]
        self.decided += bool(winners)
        for seat in winners:
            part = Fraction(1, len(winners))
            self.wins_by_seat[seat] += part
            self.wins_by_player[names[seat]] += part
            if seat == record["first"]:
                self.first_player_wins += part

    def _add_solo(self, record: RecordData) -> None:
        solo = record["result"]["solo"]
        if solo is not None and solo["won"]:
            self.solo_scores.append(solo["score"])
            self.ranks[solo["rank"]] += 1

    def _add_turn(self, turn: dict[str, object]) -> None:
        self.turns += 1
        if "activate" in turn:
            self.activations[str(turn["activate"])] += 1
        else:
            self.hits += int(str(turn["hits"]))
            self.misses += int(str(turn["misses"]))
        modify = turn["modify"]
        if isinstance(modify, dict):
            self.uses[modify["system"]] += 1
