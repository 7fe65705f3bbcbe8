"""Tests of the rulebook's pictures."""
