"""Examples of using Torpedo Dice with other tools."""
