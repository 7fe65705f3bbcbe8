"""What is measured: how the submarines play, how exact the records are, how fast the game is."""
