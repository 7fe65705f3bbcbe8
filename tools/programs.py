"""Installs the programs that the tests need: PostgreSQL, nginx, Caddy and, on request, Chromium.

`python -m tools.programs [--browser]` asks Playwright for a browser, then apt-get for everything
that is missing, because a single call takes much less time than one for each program. What is still
missing then, each program's own module installs in the ways that it knows.
"""

from __future__ import annotations

import sys

from tools import chromium, postgres, proxies
from tools.packages import install_with_apt


def missing_packages(*, browser: bool) -> list[str]:
    """Return the Debian packages of the programs that are missing."""
    names = [] if postgres.find_postgres() else ["postgresql"]
    names += [name for name in ("nginx", "caddy") if proxies.find_proxy(name) is None]
    if browser and chromium.find_chromium() is None:
        names.append(chromium.NAMES[0])
    return names


def main() -> int:
    """Make sure that all programs are installed; return 1 if the browser is required and missing.

    Without the others, their tests are skipped.
    """
    browser = "--browser" in sys.argv[1:]
    if browser and chromium.find_chromium() is None:
        chromium.install_chromium(only_playwright=True)
    if names := missing_packages(browser=browser):
        install_with_apt(names)
    postgres.main()
    proxies.main()
    return chromium.main() if browser else 0


if __name__ == "__main__":
    sys.exit(main())
