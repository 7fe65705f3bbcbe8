"""Tests of the first lesson."""
