"""`python -m torpedo_dice.cli` is the command `torpedo`."""

from torpedo_dice.cli import main

if __name__ == "__main__":
    main()
