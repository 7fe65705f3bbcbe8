"""Benchmarks: game balance, exactness of the records, speed and bot strength."""
