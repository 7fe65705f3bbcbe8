"""`python -m torpedo_dice.cli` is the command `torpedo`."""

from torpedo_dice.cli import main

main()
