"""A siege: one client attacks the server in every way it can while 50 tables play.

The server runs with its default limits. The players at the tables and the attacker have different
addresses on the loopback network, as they would on the internet. The attacks run one after the
other for some seconds each, against the same server; then the players continue for a while. For
each attack, the output shows how long the players waited for answers and how much memory the server
used.

`python -m benchmarks siege` attacks this source tree; `python -m benchmarks.siege TREE` another
one, to get the figures before a change.
"""

from benchmarks.siege.run import run

__all__ = ["run"]
