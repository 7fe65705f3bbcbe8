"""A server of its own and a real Chromium for the tests of the page."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    sync_playwright,
)

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_START = """
import sys
from torpedo_dice.server.command import serve

serve(port=int(sys.argv[1]), data=sys.argv[2], log_level="warning", commands=0)
"""


def chromium_path() -> str:
    """Return the system's Chromium; without one the tests fail in one sentence."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.fail("The tests of the page need Chromium: install the package 'chromium'.")
    return found


class Server:
    """A server with its data in a file; it can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-c", _START, str(self._port), str(self._data)]
        self._process = subprocess.Popen(command)
        _wait_for(f"{self.address}/api/health", self._process)

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        self._process.kill()
        self._process.wait(10)

    def stop(self) -> None:
        """End it politely."""
        self._process.terminate()
        self._process.wait(10)


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of these tests."""
    running = Server(tmp_path_factory.mktemp("server") / "games.sqlite")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def server(running_server: Server) -> str:
    """The server's address."""
    return running_server.address


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "the server ended by itself"
        try:
            with urllib.request.urlopen(url, timeout=1):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the server did not answer within 30 s")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright itself."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium."""
    running = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
    yield running
    running.close()


def _is_trouble(message: ConsoleMessage) -> bool:
    """Whether a console message is the page's fault; a connection that the test cut is not."""
    return message.type == "error" and "ERR_CONNECTION" not in message.text


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open pages, each in a browser profile of its own; any error in a console fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_one(width: int = 1280, height: int = 800, *, touch: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark",
            reduced_motion="reduce",
            base_url=server,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda m: troubles.append(m.text) if _is_trouble(m) else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto("/")
        page.wait_for_selector(".ways")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert troubles == []
