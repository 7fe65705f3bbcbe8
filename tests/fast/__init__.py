"""Tests of the fast engine: above all, that it plays by the same rules."""
