"""The game in plain lines: for any terminal, pipe or screen reader."""
