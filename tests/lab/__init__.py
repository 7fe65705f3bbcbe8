"""Tests of `torpedo_dice.lab`."""
