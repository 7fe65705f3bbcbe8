"""What runs while people play: the tables in memory, connections, clocks and bots."""
