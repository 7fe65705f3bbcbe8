"""Without a library its adapter says what to install, and nothing else needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

ADAPTERS = [
    ("torpedo_dice.envs.pettingzoo", "pettingzoo", "PettingZoo"),
    ("torpedo_dice.envs.gymnasium", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.vector", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.registration", "gymnasium", "Gymnasium"),
    ("torpedo_dice.envs.openspiel", "pyspiel", "OpenSpiel"),
]


@pytest.mark.parametrize(("adapter", "module", "library"), ADAPTERS)
def test_the_exact_command_is_said(adapter: str, module: str, library: str) -> None:
    """In an ImportError, as a line that can be copied."""
    code = f"import sys; sys.modules[{module!r}] = None; import {adapter}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == (
        f"ImportError: {library} is not installed: pip install 'torpedo-dice[envs]'"
    )


def test_what_is_shared_needs_none_of_them() -> None:
    """Actions, observations and games work without the optional libraries."""
    blocked = "; ".join(f"sys.modules[{module!r}] = None" for _, module, _ in ADAPTERS)
    code = (
        f"import sys; {blocked}; import torpedo_dice.envs.env_game, torpedo_dice.envs.batch, "
        "torpedo_dice.envs.rendering, torpedo_dice.envs.spiel_observer"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
