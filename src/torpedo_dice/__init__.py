"""Torpedo Dice: the roll-and-write board game by Chris James, as software. Unofficial."""

__version__ = "0.1.0"
