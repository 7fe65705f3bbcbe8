"""Tests of the rules on rows of numbers: above all, that they are the same rules."""
