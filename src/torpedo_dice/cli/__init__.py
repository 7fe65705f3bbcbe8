"""The command `torpedo`: it reads flags and prints; the work is done in the other packages.

Every command imports what it needs when it runs, so that `--help` and `verify` start at once.
"""

from torpedo_dice.cli.command import app, main

__all__ = ["app", "main"]
