"""Tests of the transport protocols."""
