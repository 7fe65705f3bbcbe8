"""Tests of `torpedo_dice.record`."""
