"""Counters for whoever watches a server, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

# Seconds from a command's arrival to its answer.
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How many values lie below each bound."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.sum = 0.0

    def note(self, value: float) -> None:
        """Count a value."""
        place = 0
        for bound in _BOUNDS:
            if value <= bound:
                break
            place += 1
        self.counts[place] += 1
        self.sum += value

    def lines(self, name: str) -> list[str]:
        """Write the histogram."""
        total = 0
        lines = [f"# TYPE {name} histogram"]
        for bound, count in zip((*_BOUNDS, "+Inf"), self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.sum:.6f}", f"{name}_count {total}"]


class Metrics:
    """What a server counts."""

    def __init__(self) -> None:
        self.commands: Counter[str] = Counter()
        self.malformed = 0
        self.tables_made = 0
        self.games_ended = 0
        self.dropped: Counter[str] = Counter()
        self.latency = Histogram()
        # What is asked when somebody looks: a gauge's name, and its value now.
        self.gauges: dict[str, Callable[[], float]] = {}

    def text(self) -> str:
        """Write everything."""
        lines: list[str] = []
        for name, value in self.gauges.items():
            lines += [f"# TYPE torpedo_{name} gauge", f"torpedo_{name} {value():g}"]
        lines.append("# TYPE torpedo_commands_total counter")
        for outcome in ("ok", "refused"):
            lines.append(f'torpedo_commands_total{{outcome="{outcome}"}} {self.commands[outcome]}')
        for name, count in (
            ("malformed_messages", self.malformed),
            ("tables_made", self.tables_made),
            ("games_ended", self.games_ended),
        ):
            lines += [f"# TYPE torpedo_{name}_total counter", f"torpedo_{name}_total {count}"]
        lines.append("# TYPE torpedo_connections_dropped_total counter")
        for why, count in sorted(self.dropped.items()):
            lines.append(f'torpedo_connections_dropped_total{{why="{why}"}} {count}')
        lines += self.latency.lines("torpedo_command_seconds")
        return "\n".join(lines) + "\n"
