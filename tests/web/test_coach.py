"""A coach at the table: chosen before the game, asked before a choice."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import aim_at, confirm, expect_round, fire_well, start
from tests.web.test_axe import Inspector

OpenPage = Callable[..., Page]


def test_coach(open_page: OpenPage) -> None:
    """Asked once, it tells the win chance of a choice; asked again, the best one."""
    page = open_page(painted=True)
    inspector = Inspector(page)
    page.click("[data-way=solo]")
    page.click("[data-do=more]")
    page.check("[data-field=coach]")
    page.click("#play")
    expect(page.locator(".top .label")).to_have_text("Coach")
    ask = page.locator("[data-do=coach]")
    said = page.locator(".coach p")
    expect(ask).to_have_attribute("aria-disabled", "true")
    page.locator(".die.invites").first.click()
    ask.click()
    expect(said).to_have_text(
        re.compile(r"^Your win chance: [\d.]+%, score \d+\.$"), timeout=60_000
    )
    ask.click()
    expect(said).to_contain_text(re.compile(r"That’s the best there is\.|Best: Take the \d"))
    confirm(page)
    page.wait_for_selector(".aim")
    expect(said).to_be_empty()
    aim_at(page, 0, 0)
    ask.click()
    expect(said).to_contain_text("Your win chance")
    ask.click()
    # Nobody does worse than with a shot into the corner.
    expect(said).to_contain_text("Best: ")
    inspector.look("the coach")
    assert inspector.complaints == []
    fire_well(page)
    expect_round(page, 2)
    # It is remembered for the next game, but only where it is allowed.
    page.goto("/")
    start(page, "hotseat")
    expect(page.locator(".top .label")).to_have_count(0)
