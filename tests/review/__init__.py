"""Tests of `torpedo_dice.review`."""
