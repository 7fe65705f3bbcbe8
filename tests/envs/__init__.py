"""Tests of the environments for researchers."""
