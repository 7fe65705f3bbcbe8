"""Tests of the rules: what `rules.md` says, line by line, and what must hold in every game."""
