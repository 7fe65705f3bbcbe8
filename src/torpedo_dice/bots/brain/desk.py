"""A desk: the workspace of a bot, with its network, its assumptions and its candidates.

It is a single structured record, so that it is passed to compiled code as one pointer: compiling
for a dozen array arguments takes Numba a second. `evaluate.py` describes its fields, which type
checkers don't know.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Desk: TypeAlias = Any
