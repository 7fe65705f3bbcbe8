"""A second implementation of the rules on arrays, for search, training and the lab.

`rules` is the reference, and a test plays both side by side. A game is a row (`state.py`), a sheet
is a few arrays (`tables.py`), and the functions are kernels that other compiled code calls; files
with the name of one in `rules` are its counterparts. `convert.py` and `convert_moves.py` convert
games and moves in both directions.

>>> from torpedo_dice.fast.playouts import random_games
>>> from torpedo_dice.sheets import load_sheet
>>> games, decisions = random_games(1000, load_sheet("mission"), "mission", players=2, seed=1)
>>> bool((games["reason"] > 0).all()), decisions // 1000
(True, 14)
"""
