"""Metrics: every server has its own."""

from __future__ import annotations

from torpedo_dice.server.metrics import Metrics


def test_metrics_of_two_servers_are_apart() -> None:
    """Each has a separate registry."""
    one, other = Metrics(), Metrics()
    one.games_ended.inc()
    assert b"torpedo_games_ended_total 1.0" in one.exposition()
    assert b"torpedo_games_ended_total 0.0" in other.exposition()


def test_a_gauge_is_read_when_it_is_asked_for() -> None:
    """Its value is that of the moment."""
    metrics, open_tables = Metrics(), [1, 2]
    metrics.add_gauge("tables_open", "Tables", lambda: len(open_tables))
    open_tables.append(3)
    assert b"torpedo_tables_open 3.0" in metrics.exposition()
