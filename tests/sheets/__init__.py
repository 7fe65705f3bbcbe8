"""Tests of the sheet files."""
