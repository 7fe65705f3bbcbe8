"""Tests of the rules: one file per topic, and invariants that must hold in every game."""
