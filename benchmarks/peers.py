"""The peers we compare with, each installed in its own environment."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / ".venv"


def peer_python(name: str, *packages: str) -> Path:
    """Install a peer's packages if necessary; return its Python interpreter."""
    folder = _FOLDER / f"peer-{name}"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(install, check=True)
    return python


def run_python(python: Path | str, program: str, environment: dict[str, str] | None = None) -> str:
    """Run a program and return its output."""
    done = subprocess.run(
        [python, "-c", program], check=True, capture_output=True, text=True, env=environment
    )
    return done.stdout


def peer_node(name: str, *packages: str) -> Path:
    """Install a peer's npm packages if necessary; return their folder."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        sys.exit("benchmarks: this section needs Node.js with npm, for the peer and for the load.")
    folder = _FOLDER / f"peer-{name}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}')
    quiet = ("--silent", "--no-audit", "--no-fund", "--no-save")
    subprocess.run([npm, "install", *quiet, *packages], check=True, cwd=folder)
    return folder
