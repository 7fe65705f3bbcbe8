"""Tables in use: rooms, connections, clocks and bots."""
