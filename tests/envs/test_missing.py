"""Without a library its adapter says what to install, and nothing else needs it."""

from __future__ import annotations

import subprocess
import sys

ADAPTERS = [
    ("torpedo_dice.envs.pettingzoo", "pettingzoo", "PettingZoo"),
    ("torpedo_dice.envs.gymnasium", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.vector", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.registration", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.openspiel", "pyspiel", "OpenSpiel"),
]

BLOCKED = "; ".join(f"sys.modules[{module!r}] = None" for _, module, _ in ADAPTERS)
IMPORT_ALL = f"""
import importlib, sys
{BLOCKED}
import torpedo_dice.envs.env_game, torpedo_dice.envs.batch, torpedo_dice.envs.rendering
import torpedo_dice.envs.spiel_observer
for adapter in {[adapter for adapter, _, _ in ADAPTERS]}:
    try:
        importlib.import_module(adapter)
    except ImportError as error:
        print(error)
"""


def test_the_exact_command_is_given() -> None:
    """Each adapter raises an ImportError with a line that can be copied.

    Actions, observations and games need none of these libraries.
    """
    run = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines() == [
        f"{library} is not installed: pip install 'torpedo-dice[envs]'"
        for _, _, library in ADAPTERS
    ]
