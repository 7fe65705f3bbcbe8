"""The machinery of the strong bots: position features, a small value network, and the search."""
