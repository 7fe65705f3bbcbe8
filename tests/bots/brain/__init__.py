"""Tests of `torpedo_dice.bots.brain`."""
