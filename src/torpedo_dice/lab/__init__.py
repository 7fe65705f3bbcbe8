"""Matches between bots, and what can be counted in them."""
