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
for adapter in {[adapter for adapter, _, _ in ADAPTERS]}:
    try:
        importlib.import_module(adapter)
    except ImportError as error:
        print(error)
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    """Run some code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_exact_command_is_given() -> None:
    """Each adapter raises an ImportError with a line that can be copied."""
    run = python(IMPORT_ALL)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == [
        f"{library} is not installed: pip install 'torpedo-dice[envs]'"
        for _, _, library in ADAPTERS
    ]


def test_what_is_shared_needs_none_of_them() -> None:
    """Actions, observations and games work without the optional libraries."""
    run = python(
        f"import sys; {BLOCKED}; import torpedo_dice.envs.env_game, torpedo_dice.envs.batch, "
        "torpedo_dice.envs.rendering, torpedo_dice.envs.spiel_observer"
    )
    assert (run.returncode, run.stderr) == (0, "")
