"""Installs packages with the system's package manager, if we are root."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

_SECONDS = 300


def install_package(name: str, *, dnf: str | None = None) -> bool:
    """Install a package; return whether that succeeded. Fedora may call it something else."""
    if not is_root():
        return False
    attempts = [
        [["apt-get", "update", "-qq"], ["apt-get", "install", "-qqy", name]],
        [["dnf", "install", "--quiet", "--assumeyes", dnf or name]],
        [["apk", "add", "--quiet", name]],
        [["pacman", "-Sy", "--noconfirm", name]],
    ]
    return any(
        shutil.which(commands[0][0]) is not None and all(map(_runs, commands))
        for commands in attempts
    )


def install_with_apt(names: Sequence[str]) -> bool:
    """Install several packages in one call of apt-get, if it is there; return whether it did."""
    if not is_root() or shutil.which("apt-get") is None:
        return False
    install = ["apt-get", "install", "-qqy", "--no-install-recommends", *names]
    return _runs(["apt-get", "update", "-qq"]) and _runs(install)


def is_root() -> bool:
    """Whether this process runs as root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _runs(command: Sequence[str]) -> bool:
    """Whether a command succeeds in time; its output goes to standard error."""
    try:
        done = subprocess.run(command, timeout=_SECONDS, stdout=sys.stderr, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
