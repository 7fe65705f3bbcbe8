"""The server under load, beside boardgame.io's own: commands a second, kills, a real page.

Both servers run as processes of their own on loopback: ours with its database on the disk, where
every command is answered only after its commit, and boardgame.io's in memory. Both are driven by
the same program (`load.mjs`): in Node, because it takes about a third of the time that the
servers take, so that on two cores the servers are what is measured; and over bare WebSockets,
because boardgame.io's own client would play each move a second time.

A table has two players, each with its own connection. The players of ours choose from the views
that they are sent; boardgame.io plays a game of 64 moves on one array, much simpler than ours.
"""

from __future__ import annotations

from benchmarks.server import kills, page, reveal, throughput


def run() -> bool:
    """Print all four parts; return whether all goals are reached."""
    return min(throughput.run(), kills.run(), page.run(), reveal.run())
