"""Tests of the text game."""
