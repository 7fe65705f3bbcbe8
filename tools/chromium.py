"""Finds a Chromium for the browser tests, and installs one if there is none.

`python -m tools.chromium` tries Playwright's own installer first, then the system's package
manager. Each attempt has a time limit, so that a machine without a network does not hang.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# The environment variable with the path of a browser, which takes precedence.
VARIABLE = "CHROMIUM"
# The headless shell comes first: the tests take a third less time in it.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = (
    "The browser tests need Chromium, which could not be installed here: "
    f"install your system's package 'chromium', or set {VARIABLE} to its path."
)
_PLAYWRIGHT_SECONDS = 180
_PACKAGE_SECONDS = 300


def find_chromium() -> str | None:
    """Return the path of a Chromium: from the variable, the system's, or Playwright's."""
    named = os.environ.get(VARIABLE)
    return named or next(filter(None, map(shutil.which, NAMES)), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    # In a separate process: Playwright's synchronous API can't be nested.
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    path = done.stdout.strip()
    return path if path and Path(path).exists() else None


def install_chromium(*, only_playwright: bool = False) -> str | None:
    """Install Chromium with the first installer that succeeds; return its path, or None."""
    installers = _installers()
    for commands, seconds in installers[:1] if only_playwright else installers:
        if all(_runs(command, seconds) for command in commands):
            path = find_chromium()
            # A browser that lacks a system library is installed, but doesn't start.
            if path is not None and _runs([path, "--version"], _PLAYWRIGHT_SECONDS):
                return path
    return None


def _installers() -> list[tuple[list[list[str]], int]]:
    """Return the installers to try: the commands of each, and the time limit per command."""
    own = [sys.executable, "-m", "playwright", "install", "chromium"]
    installers = [([own], _PLAYWRIGHT_SECONDS)]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        update, install = ["apt-get", "update", "-qq"], ["apt-get", "install", "-qqy"]
        attempts = [
            # Debian has a separate package for the headless shell; other systems don't.
            [update, [*install, "chromium-headless-shell"]],
            [[*install, "chromium"]],
            [["dnf", "install", "--quiet", "--assumeyes", "chromium"]],
            [["apk", "add", "--quiet", "chromium"]],
            [["pacman", "-Sy", "--noconfirm", "chromium"]],
        ]
        present = [commands for commands in attempts if shutil.which(commands[0][0])]
        installers += [(commands, _PACKAGE_SECONDS) for commands in present]
    return installers


def _runs(command: Sequence[str], seconds: int) -> bool:
    """Whether a command succeeds in time; its output goes to standard error."""
    try:
        done = subprocess.run(command, timeout=seconds, stdout=sys.stderr, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def main() -> int:
    """Make sure that Chromium is installed; return 1 and print a sentence if that fails."""
    if find_chromium() or install_chromium():
        return 0
    print(MISSING, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
