"""Matches, simulations and training of bots, and statistics of their games."""
