"""The server under load, compared with boardgame.io and colyseus; kills; a real page.

All servers run as separate processes on loopback: ours with its database on disk, answering every
command only after its commit, the others in memory. They are driven by the same program
(`load.mjs`): in Node, because it uses about a third of the servers' CPU time, so that on two cores
the servers are the bottleneck; and over bare WebSockets, because boardgame.io's own client would
execute each move a second time. colyseus' state is decoded by its own package.

A table has two players, each with its own connection. Our players choose from the views they
receive, which include all legal shots; the others play a much simpler game of 64 moves on one
array. boardgame.io checks moves and turns and sends the whole state; colyseus leaves the rules to
the room, and sends the few bytes that have changed.
"""

from __future__ import annotations

from benchmarks.server import kills, page, reveal, throughput


def run() -> bool:
    """Print all four parts; return whether all goals are met."""
    return min(throughput.run(), kills.run(), page.run(), reveal.run())
