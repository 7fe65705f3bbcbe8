"""A separate server and a real Chromium for the tests of the page."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.bots.misbehaving import install_misbehaving
from tests.web.wire import Wire
from tools.chromium import MISSING, find_chromium
from torpedo_dice.record.verify import verify

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A page with nothing on it, not even an icon to ask for, where a device can remember things.
EMPTY = "/empty"
EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">'
# The address of no table, for the test of that.
NO_TABLE = "nosuchtable"
# Every game has the same seed, so that its dice follow from the nonces of its players alone, which
# the tests choose. Nobody waits long for somebody who is away, or for bots. The browser asks only
# once for each file: to ask 63 times on each visit whether they have changed takes most of the time
# to load.
_START = """
import sys
from types import SimpleNamespace
from litestar.datastructures import CacheControlHeader
from torpedo_dice.server.http import pages
from torpedo_dice.server.live import bots
from torpedo_dice.server.table import setup as setting
from torpedo_dice.server.run import serve

bots.PACES = dict.fromkeys(bots.PACES, (0, 0))
pages.NO_CACHE = CacheControlHeader(max_age=3600)
setting.secrets = SimpleNamespace(token_hex=lambda size: "5a" * size)
serve(port=int(sys.argv[1]), data=sys.argv[2], patience=1, log_level="warning", commands=0)
"""
# What a page draws for its nonces is the same each time too.
FIXED_NONCES = "crypto.getRandomValues = (numbers) => numbers.fill({nonce});"
# Without a graphics card a frame can take a tenth of a second, and few tests look at one.
NO_FRAMES = "requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()));"
# Painting takes a fifth of the time, and few tests look at what is painted: a page without opacity
# isn't, but everything is where it would be.
UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0 }");
    document.adoptedStyleSheets = [sheet];
}"""


# Patient, because the machine may be busy; what must be quick is told apart in the tests.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


def chromium_path() -> str:
    """Return the path of a Chromium; without one the tests fail with one sentence."""
    found = find_chromium()
    if found is None:
        pytest.fail(MISSING)
    return found


class Server:
    """A server with its data in a file or database; it can be killed and started again."""

    def __init__(self, data: Path | str) -> None:
        self._data = data
        # Of now, so that it is the same after a restart.
        self._environment = dict(os.environ)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-c", _START, str(self.port), str(self._data)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self._environment)
        for _ in range(300):
            assert self._process.poll() is None, "the server ended by itself"
            try:
                self.read("/api/health")
            except OSError:
                time.sleep(0.1)
            else:
                return
        pytest.fail("the server did not answer within 30 s")

    def read(self, path: str) -> Any:
        """Return the answer to a REST call."""
        with urllib.request.urlopen(f"{self.address}{path}", timeout=5) as answer:  # noqa: S310
            return json.load(answer)

    def kill(self) -> None:
        """Kill it immediately, as `kill -9` does."""
        self._process.kill()
        self._process.wait(10)

    def stop(self) -> None:
        """Stop it gracefully."""
        self._process.terminate()
        self._process.wait(10)


# Server and browser live as long as the tests of this package, in each worker, and no longer: while
# Playwright runs, its event loop counts as running, and tests of other packages run their own.
@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of these tests, on which misbehaving bots are installed."""
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch:
        install_misbehaving(folder, patch)
        patch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        running = Server(folder / "games.sqlite")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    """A network connection to the server that can be cut."""
    laid = Wire(server.port)
    yield laid
    laid.close()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright itself."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A headless Chromium."""
    running = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
    yield running
    running.close()


class Profiles:
    """Browser profiles, lent to one page at a time and cleared when returned.

    Their caches stay: with a new profile, a page takes almost twice as long to load.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Profile]] = defaultdict(list)

    @contextmanager
    def lend(
        self,
        nonce: int,
        *,
        still: bool = True,
        painted: bool = False,
        clock: bool = False,
        **options: Any,
    ) -> Iterator[BrowserContext]:
        """Lend an unused profile with the requested settings.

        A `clock` that tests can stop can't be removed from a profile, so nobody else gets that one.
        """
        scripts = [FIXED_NONCES.format(nonce=nonce)]
        scripts += [NO_FRAMES] * still + [UNPAINTED] * (not painted)
        free = [] if clock else self._free[f"{scripts} {options}"]
        profile = free.pop() if free else Profile(self._browser, scripts, **options)
        if clock:
            profile.context.clock.install()
        yield profile.context
        if clock:
            profile.context.close()
            return
        profile.clear()
        free.append(profile)


class Profile:
    """A browser profile, with an empty page through which it is emptied."""

    def __init__(self, browser: Browser, scripts: list[str], **options: Any) -> None:
        self.context = browser.new_context(**options)
        self._page = self.context.new_page()
        self._session = self.context.new_cdp_session(self._page)
        self._stored = {"origin": options["base_url"], "storageTypes": "all"}
        for script in scripts:
            self.context.add_init_script(script)

    def clear(self) -> None:
        """Close its pages, and forget what they have stored."""
        for page in self.context.pages:
            if page != self._page:
                page.close()
        self.context.clear_cookies()
        self._session.send("Storage.clearDataForOrigin", self._stored)


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    """The profiles of the browser."""
    return Profiles(browser)


def _is_trouble(message: ConsoleMessage) -> bool:
    """Whether a console message is the page's fault; a connection that the test cut is not."""
    return message.type == "error" and "ERR_CONNECTION" not in message.text


def _check_games(server: Server, addresses: set[str]) -> None:
    """Verify the record of every game that was finished."""
    tables = {address.split("/t/")[1].split("#")[0] for address in addresses if "/t/" in address}
    for table in tables - {NO_TABLE}:
        if server.read(f"/api/tables/{table}")["over"]:
            assert not verify(server.read(f"/api/tables/{table}/record"))


@pytest.fixture
def open_page(profiles: Profiles, server: Server) -> Iterator[Callable[..., Page]]:
    """Open pages, each in a separate empty browser profile.

    An error in a console fails the test; every game that was finished must verify.
    """
    lent = ExitStack()
    troubles: list[str] = []
    addresses: set[str] = set()

    def open_one(
        width: int = 1280,
        height: int = 800,
        *,
        touch: bool = False,
        nonce: int = 7,
        still: bool = True,
        painted: bool = False,
        clock: bool = False,
        start: bool = True,
        language: str = "en",
        address: str = server.address,
        expected: str = "\0",
    ) -> Page:
        """Open a page: `still` without motion, drawn at once instead of with the next frame.

        Only `painted` ones show how visible something is; so are all that move. With a `clock`, the
        test can stop the time (`page.clock`), so that a busy machine skips no frames. Without
        `start` it shows no start page, for tests that go somewhere else at once. `expected` is part
        of an error that the browser itself will report.
        """
        profile = profiles.lend(
            nonce,
            still=still,
            painted=painted or not still,
            clock=clock,
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark",
            locale=language,
            reduced_motion="reduce" if still else "no-preference",
            base_url=address,
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = lent.enter_context(profile).new_page()
        # Not the profile's, so that windows of all sizes share what it has loaded.
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(PATIENCE)

        def note(message: ConsoleMessage) -> None:
            if _is_trouble(message) and expected not in message.text:
                troubles.append(message.text)

        page.on("console", note)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("framenavigated", lambda frame: addresses.add(frame.url))
        if start:
            page.goto("/")
            page.wait_for_selector(".ways")
        else:
            page.route(
                f"**{EMPTY}", lambda route: route.fulfill(content_type="text/html", body=EMPTY_PAGE)
            )
            page.goto(EMPTY)
            page.unroute(f"**{EMPTY}")
        return page

    yield open_one
    lent.close()
    assert troubles == []
    _check_games(server, addresses)
