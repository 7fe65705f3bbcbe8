"""The server's metrics, for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

# Seconds.
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server, in a separate registry."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        commands = self._counter("commands", "Commands by outcome", "outcome")
        self.commands_done = commands.labels("ok")
        self.commands_refused = commands.labels("refused")
        self.malformed = self._counter("malformed_messages", "Malformed WebSocket messages")
        self.tables_made = self._counter("tables_made", "New tables")
        self.games_ended = self._counter("games_ended", "Games that ended")
        self.dropped = self._counter(
            "connections_dropped", "Connections that the server closed, by close code", "why"
        )
        self.latency = Histogram(
            "torpedo_command_seconds",
            "Seconds from a command's arrival to its answer",
            buckets=_BUCKETS,
            registry=self._registry,
        )

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(f"torpedo_{name}", help_text, labels, registry=self._registry)

    def add_gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when the metrics are read."""
        Gauge(f"torpedo_{name}", help_text, registry=self._registry).set_function(value)

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)
