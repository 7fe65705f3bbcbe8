"""A siege: one client attacks in every way it can, while 50 tables want to play in peace.

The server runs with its default limits. The players at the tables and the attacker have addresses
of their own on the loopback network, as they would on the internet. Each attack runs for some
seconds, one after the other, against the same server; then the players go on for a while. Printed
are, for each attack, how long the players waited for answers and how much memory the server took.

`python -m benchmarks siege` besieges this source tree; `python -m benchmarks.siege TREE` another
one, to see the figures before a change.
"""

from benchmarks.siege.run import run

__all__ = ["run"]
