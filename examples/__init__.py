"""Examples of what can be done with Torpedo Dice in other tools."""
