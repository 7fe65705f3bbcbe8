"""Tests of the sheets as files."""
