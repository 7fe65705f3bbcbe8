"""Misfires: a hand that hovers, drags, leaves the grid and clicks at random, 10,000 times."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.goals import Figure, show
from benchmarks.server.page import ARGUMENTS
from benchmarks.server.processes import Ours
from tests.web.misfires import RestlessHand
from tools.chromium import MISSING, find_chromium

ACTIONS = 10_000


def run() -> bool:
    """Play solo games with random pointer movements; every shot fired must have been placed."""
    chromium = find_chromium()
    if chromium is None:
        sys.exit(f"benchmarks: {MISSING}")
    actions = shots = wrong = games = 0
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        server = Ours(Path(name))
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        try:
            while actions < ACTIONS:
                context = browser.new_context(base_url=server.address, reduced_motion="reduce")
                page = context.new_page()
                RestlessHand.watch(page)
                page.goto("/")
                page.click("[data-way=solo]")
                page.click("#play")
                page.wait_for_selector(".die.invites")
                found = RestlessHand(page, seed=games).play(ACTIONS - actions)
                games += 1
                actions += found.actions
                shots += found.shots
                wrong += len(found.wrong)
                for shot in found.wrong:
                    print(f"Wrong in game {games}: {shot}", file=sys.stderr)
                context.close()
        finally:
            browser.close()
            server.kill()
    return show(
        "Misfires of a restless hand",
        [
            Figure("actions", actions, ACTIONS, None),
            Figure("games", games),
            Figure("shots fired", shots, 1, None),
            Figure("shots that were not placed, or not as drawn", wrong, None, 0),
        ],
    )
