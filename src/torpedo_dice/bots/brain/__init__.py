"""What the strong bots think with: features of a position, a small network, and the search."""
