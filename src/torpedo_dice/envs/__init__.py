"""Reinforcement learning environments: PettingZoo, Gymnasium and OpenSpiel.

All of them have the same actions (`actions.py`), observations (`observation.py`) and rewards
(`rewards.py`). Import each adapter by its own name; all need the extra `envs`:
`torpedo_dice.envs.pettingzoo`, `torpedo_dice.envs.gymnasium`, `torpedo_dice.envs.openspiel`.
"""
