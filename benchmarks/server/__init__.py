"""The server under load, compared with boardgame.io: commands per second, kills, a real page.

Both servers run as separate processes on loopback: ours with its database on disk, answering every
command only after its commit, and boardgame.io's in memory. Both are driven by the same program
(`load.mjs`): in Node, because it uses about a third of the servers' CPU time, so that on two cores
the servers are the bottleneck; and over bare WebSockets, because boardgame.io's own client would
execute each move a second time.

A table has two players, each with its own connection. Our players choose from the views they
receive; boardgame.io plays a much simpler game of 64 moves on one array.
"""

from __future__ import annotations

from benchmarks.server import kills, page, reveal, throughput


def run() -> bool:
    """Print all four parts; return whether all goals are met."""
    return min(throughput.run(), kills.run(), page.run(), reveal.run())
