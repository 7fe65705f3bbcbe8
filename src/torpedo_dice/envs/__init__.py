"""The game in the tools that researchers use: PettingZoo, Gymnasium and OpenSpiel.

All of them have the same actions (`actions.py`), observations (`observation.py`) and rewards
(`rewards.py`). Each adapter is imported by its own name and needs the extra `envs`:
`torpedo_dice.envs.pettingzoo`, `torpedo_dice.envs.gymnasium`, `torpedo_dice.envs.openspiel`.
"""
