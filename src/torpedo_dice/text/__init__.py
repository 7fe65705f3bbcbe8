"""The game in plain text, for any terminal, pipe or screen reader."""
